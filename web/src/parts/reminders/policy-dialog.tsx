import type { ReplyOf } from '@desk/contract/call';
import { MOST_STEPS, reminders } from '@desk/contract/renewal-work/reminders';
import { useId, useState } from 'react';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { useClosingOrLeaving } from '../../kit/dialog/use-closing.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { EmptyState } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { clearDraft } from '../../kit/form/drafts.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { counted, weekday } from '../../kit/text/format.ts';
import { StaleNotice, useVersionAtOpening } from '../form/stale-notice.tsx';
import { goingWords, PolicyPreview, usePolicyPreview } from './policy-preview.tsx';
import { draftOf, stepSentence } from './reminder-words.ts';
import classes from './reminders.module.css';
import { StepDialog } from './step-dialog.tsx';
import { StepList } from './step-list.tsx';
import { useSteps } from './use-steps.ts';

const TITLE = 'Reminders to customers';
type Known = ReplyOf<typeof reminders.policy>;

/** When and how customers are asked what follows their term. Who may not change it reads it. */
export function ReminderPolicyDialog({ onClose }: { onClose: () => void }) {
  const known = useCall(reminders.policy, {});
  const reload = async () => {
    const { data } = await known.refetch({ throwOnError: true });
    return data as Known;
  };
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={newestOf(known)}
      failure={known.isError ? { text: known.error.message } : undefined}
      onRetry={() => void known.refetch()}
    >
      {(opened) => <Loaded known={opened} reload={reload} onClose={onClose} />}
    </LoadedDialog>
  );
}

const summaryOf = ({ is_on, steps }: Known): string =>
  `${is_on ? 'switched on' : 'switched off'}; ${steps.map((step) => stepSentence(step)).join('; ')}`;
const shortly = (isOn: boolean, count: number): string => `${isOn ? 'on' : 'off'}, ${counted(count, 'step')}`;

interface Props {
  known: Known;
  reload: () => Promise<Known>;
  onClose: () => void;
}

/** What is about to be saved, as the question before it says. */
type Asked = 'on' | 'off';

function Loaded({ known, reload, onClose }: Props) {
  const addId = useId();
  const { placed, steps, news, dirty, ...acts } = useSteps(known.steps);
  const [edited, setEdited] = useState<number | 'new'>();
  const [asked, setAsked] = useState<Asked>();
  const editedStep = placed.find(({ at }) => at === edited)?.step;
  const preview = usePolicyPreview(steps);
  const { opened, guarded, renew } = useVersionAtOpening(known, reload);
  const save = useSend(reminders.savePolicy, {
    recent: ({ is_on, steps: sent }) => ({
      ...{
        what: TITLE,
        from: shortly(opened.details.is_on, opened.details.steps.length),
        to: shortly(is_on, sent.length),
      },
    }),
  });
  const { close, closeSent, question } = useClosingOrLeaving({
    isUnsaved: dirty || edited !== undefined,
    isSending: save.isPending,
    onClose,
    onDiscard: () => edited !== undefined && clearDraft(draftOf(editedStep)),
  });
  const isOn = opened.details.is_on;
  const send = (is_on: boolean) => {
    setAsked(undefined);
    void guarded(async ({ policy_id: seen }) => {
      await save.mutateAsync({ steps, is_on, seen });
      toast('done', is_on ? 'Reminders saved: they are on' : 'Reminders saved: they are off');
      closeSent();
    }).catch(() => undefined);
  };
  const maySave = known.may_save;
  return (
    <>
      <Dialog
        title={TITLE}
        stays
        start="heading"
        busy={save.isPending}
        onClose={close}
        aside={<PolicyPreview preview={preview} />}
        footer={
          <Footer
            {...{ close, maySave, dirty, isOn }}
            busy={save.isPending}
            onSave={() => (isOn ? setAsked('on') : send(false))}
            onSwitch={() => setAsked(isOn ? 'off' : 'on')}
          />
        }
      >
        <Stack>
          {save.error && <Alert>{save.error.message}</Alert>}
          <StaleNotice form={{ settle: save.reset }} opened={opened} onRenew={() => void renew()} summary={summaryOf} />
          <Explained known={opened.details} />
          {steps.length === 0 && <EmptyState text="No reminders" hint="Customers are asked by hand alone." />}
          <StepList
            placed={placed}
            addId={addId}
            acts={maySave ? { onEdit: setEdited, onRemove: acts.remove } : undefined}
          />
          {maySave && (
            <Button id={addId} variant="default" disabled={steps.length >= MOST_STEPS} onClick={() => setEdited('new')}>
              Add reminder
            </Button>
          )}
          <p role="status" className="visually-hidden">
            {news}
          </p>
        </Stack>
      </Dialog>
      {edited !== undefined && (
        <StepDialog
          step={editedStep}
          onDone={(step) => (edited === 'new' ? acts.add(step) : acts.change(edited, step))}
          onClose={() => setEdited(undefined)}
        />
      )}
      {asked && (
        <Question
          {...{ asked, preview, wasOn: isOn }}
          onYes={() => send(asked === 'on')}
          onNo={() => setAsked(undefined)}
        />
      )}
      {question}
    </>
  );
}

interface QuestionProps {
  asked: Asked;
  wasOn: boolean;
  preview: ReturnType<typeof usePolicyPreview>;
  onYes: () => void;
  onNo: () => void;
}

/** Customers are written to by themselves from then on: said with how many, and when. */
function Question({ asked, wasOn, preview: { data, isOld }, onYes, onNo }: QuestionProps) {
  if (asked === 'off')
    return (
      <Confirm title="Switch reminders off?" yes="Switch off" onYes={onYes} no="Cancel" onNo={onNo}>
        <p>Nothing more is sent to customers by itself, and what is planned is taken out. What was sent stays sent.</p>
      </Confirm>
    );
  const words = data === undefined || isOld ? 'It is being counted what goes next.' : nextWords(data.next);
  return (
    <Confirm
      title={wasOn ? 'Save these reminders?' : 'Switch reminders on?'}
      yes={wasOn ? 'Save' : 'Switch on'}
      onYes={onYes}
      no="Cancel"
      onNo={onNo}
    >
      <p>{words}</p>
      <p>Until then you can switch them off again. What was sent is not sent again.</p>
    </Confirm>
  );
}

const nextWords = (next: { day: string; mails: number; people: number }): string => {
  const day = `On ${weekday(next.day)}`;
  if (next.mails === 0) return `${day} nothing goes out.`;
  return `${day} ${goingWords(next)} ${next.mails === 1 ? 'goes' : 'go'} out.`;
};

/** What happens by itself; who only reads it is told why. */
const Explained = ({ known: { is_on, may_save } }: { known: Known }) => (
  <>
    <p className={classes.state}>
      <Badge word={is_on ? 'on' : 'off'} tone={is_on ? 'good' : 'quiet'} />{' '}
      {is_on ? 'Customers are reminded by these steps.' : 'Nothing is sent by itself.'}
    </p>
    <p className={classes.note}>
      Days count back from the last day on which it can be decided. A person has one message a day, on business days
      from nine to six. Who has decided or answered, has an urgent ticket, is paused or was written to that day is not
      reminded to decide. Who has decided is reminded to pay while an invoice is open.
    </p>
    {!may_save && (
      <p className={classes.note}>Only an administrator with the screen Manage Renewal Team changes them.</p>
    )}
  </>
);

interface FooterProps {
  close: () => void;
  maySave: boolean;
  dirty: boolean;
  isOn: boolean;
  busy: boolean;
  onSave: () => void;
  onSwitch: () => void;
}

const Footer = ({ close, maySave, dirty, isOn, busy, onSave, onSwitch }: FooterProps) => (
  <>
    <Button variant="default" aria-disabled={busy} onClick={close}>
      Close
    </Button>
    {maySave && (
      <>
        <Button variant="default" disabled={busy} onClick={onSwitch}>
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
        <BusyButton busy={busy} disabled={!dirty} onClick={onSave}>
          Save
        </BusyButton>
      </>
    )}
  </>
);
