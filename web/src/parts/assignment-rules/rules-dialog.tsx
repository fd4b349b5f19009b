import { assignmentRules, MOST_RULES } from '@desk/contract/renewal-work/assignment-rules';
import { useId, useState } from 'react';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { useClosingOrLeaving } from '../../kit/dialog/use-closing.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { EmptyState } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { clearDraft } from '../../kit/form/drafts.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { counted } from '../../kit/text/format.ts';
import { StaleNotice, useVersionAtOpening } from '../form/stale-notice.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { draftOf, sentenceOf, sentOf, type Known } from './rule-words.ts';
import classes from './rules.module.css';
import { RulesPreview } from './rules-preview.tsx';
import { useRules } from './use-rules.ts';

const TITLE = 'Assignment rules';

/** To whom new renewals go: the first rule that matches holds. Who may not change them reads them. */
export function AssignmentRulesDialog({ onClose }: { onClose: () => void }) {
  const known = useCall(assignmentRules.list, {});
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

const summaryOf = ({ rules }: Known): string =>
  rules.length === 0 ? 'no rules' : rules.map((rule) => sentenceOf(rule)).join('; ');

interface Props {
  known: Known;
  reload: () => Promise<Known>;
  onClose: () => void;
}

function Loaded({ known, reload, onClose }: Props) {
  const addId = useId();
  const { placed, rules, news, dirty, ...acts } = useRules(known.rules);
  const [edited, setEdited] = useState<number | 'new'>();
  const editedRule = placed.find(({ key }) => key === edited)?.rule;
  const { opened, guarded, renew } = useVersionAtOpening(known, reload);
  const save = useSend(assignmentRules.save, {
    recent: (sent) => ({
      ...{ what: TITLE, from: counted(opened.details.rules.length, 'rule'), to: counted(sent.rules.length, 'rule') },
    }),
  });
  const { close, closeSent, question } = useClosingOrLeaving({
    isUnsaved: dirty || edited !== undefined,
    isSending: save.isPending,
    onClose,
    onDiscard: () => edited !== undefined && clearDraft(draftOf(editedRule)),
  });
  const press = () =>
    guarded(async ({ rules: seen }) => {
      await save.mutateAsync({ rules: rules.map(sentOf), seen: seen.map(({ rule_id: id }) => id) });
      toast('done', 'Assignment rules saved');
      closeSent();
    }).catch(() => undefined);
  const maySave = known.may_save;
  return (
    <>
      <Dialog
        title={TITLE}
        stays
        start="heading"
        busy={save.isPending}
        onClose={close}
        aside={<RulesPreview rules={rules} />}
        footer={<Footer {...{ close, maySave, dirty }} busy={save.isPending} onSave={() => void press()} />}
      >
        <Stack>
          {save.error && <Alert>{save.error.message}</Alert>}
          <StaleNotice form={{ settle: save.reset }} opened={opened} onRenew={() => void renew()} summary={summaryOf} />
          <Explained hasRules={rules.length > 0} maySave={maySave} />
          <RuleList
            placed={placed}
            addId={addId}
            acts={maySave ? { onEdit: setEdited, onMove: acts.move, onRemove: acts.remove } : undefined}
          />
          {maySave && (
            <Button id={addId} variant="default" disabled={rules.length >= MOST_RULES} onClick={() => setEdited('new')}>
              Add rule
            </Button>
          )}
          <p role="status" className="visually-hidden">
            {news}
          </p>
        </Stack>
      </Dialog>
      {edited !== undefined && (
        <RuleDialog
          known={known}
          rule={editedRule}
          onDone={(rule) => (edited === 'new' ? acts.add(rule) : acts.change(edited, rule))}
          onClose={() => setEdited(undefined)}
        />
      )}
      {question}
    </>
  );
}

/** What happens to a new renewal; who only reads the rules is told why. */
const Explained = ({ hasRules, maySave }: { hasRules: boolean; maySave: boolean }) => (
  <>
    {hasRules ? (
      <p className={classes.note}>
        A new renewal stays with who had the term before. Else the first rule that matches holds; what none matches is
        Unassigned.
      </p>
    ) : (
      <EmptyState
        text="No rules yet"
        hint="New renewals stay with who had the term before; else they are Unassigned."
      />
    )}
    {!maySave && (
      <p className={classes.note}>Only an administrator with the screen Manage Renewal Team changes them.</p>
    )}
  </>
);

interface FooterProps {
  close: () => void;
  maySave: boolean;
  dirty: boolean;
  busy: boolean;
  onSave: () => void;
}

const Footer = ({ close, maySave, dirty, busy, onSave }: FooterProps) => (
  <>
    <Button variant="default" aria-disabled={busy} onClick={close}>
      Close
    </Button>
    {maySave && (
      <BusyButton busy={busy} disabled={!dirty} onClick={onSave}>
        Save
      </BusyButton>
    )}
  </>
);
