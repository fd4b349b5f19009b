import { handOver } from '@desk/contract/renewal-work/hand-over';
import { Segment, Zone } from '@desk/contract/words/lists';
import { useState } from 'react';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { ChipsField } from '../../kit/form/chips-field.tsx';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { useDialogForm } from '../../kit/form/use-dialog-form.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { counted, number } from '../../kit/text/format.ts';
import {
  askOf,
  fromOf,
  handOverName,
  leftWords,
  ORDERS,
  SHARES,
  Typed,
  whoseOf,
  type From,
  type HandOvers,
  type Preview,
} from './hand-over-words.ts';
import classes from './hand-over.module.css';
import { PreviewTable } from './preview-table.tsx';
import { RecentHandOvers } from './recent-hand-overs.tsx';

const TITLE = 'Hand over';

interface Props {
  /** Whose renewals are chosen at first. */
  from?: From;
  onClose: () => void;
}

/** Gives renewals of one to others: who gets what is looked at before it is done, and is undone for a day. */
export function HandOverDialog({ from, onClose }: Props) {
  const known = useCall(handOver.list, {});
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={newestOf(known)}
      failure={known.isError ? { text: known.error.message } : undefined}
      onRetry={() => void known.refetch()}
    >
      {(opened) => <Loaded known={opened} recent={known.data ?? opened} from={from} onClose={onClose} />}
    </LoadedDialog>
  );
}

/** Gives back what a hand-over moved, and says what could not be. */
function useUndo() {
  const undo = useSend(handOver.undo, {
    recent: () => ({ what: 'Hand-over', to: 'undone' }),
  });
  // The dialog may be closed by then: callbacks of it would not be called any more.
  const press = async (hand_over_id: number) => {
    try {
      const { given_back, ...left } = await undo.mutateAsync({ hand_over_id });
      const text = [`${counted(given_back, 'renewal')} given back.`, leftWords(left)].join(' ').trim();
      toast(given_back === 0 ? 'failed' : 'done', text);
    } catch (error) {
      toast('failed', (error as Error).message);
    }
  };
  return { press: (hand_over_id: number) => void press(hand_over_id), isPending: undo.isPending };
}

interface LoadedProps {
  known: HandOvers;
  recent: HandOvers;
  from: From | undefined;
  onClose: () => void;
}

function Loaded({ known, recent, from, onClose }: LoadedProps) {
  const [found, setFound] = useState<{ of: Values; from: From; preview: Preview }>();
  const look = useSend(handOver.preview, { refresh: false });
  const give = useSend(handOver.give, {
    recent: ({ rows }) => ({ what: 'Hand-over', to: counted(rows.length, 'renewal') }),
  });
  const undo = useUndo();
  const { form, forget, close, closeSent, question } = useDialogForm({
    draft: `hand-over ${whoseOf(from)}`,
    // To look at it writes nothing.
    isSending: give.isPending,
    onClose,
    schema: Typed,
    start: { ...FIRST, whose: offered(whoseOf(from), known) },
    send: async (typed, of) =>
      setFound({ of, from: fromOf(typed.whose), preview: await look.mutateAsync(askOf(typed)) }),
  });
  // What was found is of the choices that stood there; an answer may come when they are others already.
  const looked = found?.of === form.values ? found : undefined;
  const done = ({ hand_over_id, count, to, ...left }: Awaited<ReturnType<typeof give.mutateAsync>>) => {
    const whom = to.map((one) => `${one.name} ${number(one.count)}`).join(', ');
    const text = [`${counted(count, 'renewal')} handed over: ${whom}.`, leftWords(left)].join(' ').trim();
    forget();
    toast('done', text, { undo: () => undo.press(hand_over_id) });
    closeSent();
  };
  // It tells what came of it also where it was left meanwhile; why it failed stands in it.
  const handOverTo = (what: NonNullable<typeof looked>) =>
    give.mutateAsync({ from: what.from, rows: what.preview.rows }).then(done, () => undefined);
  const moves = looked !== undefined && looked.preview.rows.length > 0;
  return (
    <Dialog
      title={TITLE}
      size={720}
      stays
      busy={give.isPending}
      onClose={close}
      footer={
        <>
          <Button variant="default" aria-disabled={give.isPending} onClick={close}>
            Close
          </Button>
          <BusyButton
            type="submit"
            form={form.fieldId('form')}
            variant={moves ? 'default' : 'filled'}
            busy={form.pending}
          >
            Look at it
          </BusyButton>
          {looked && moves && (
            <BusyButton busy={give.isPending} onClick={() => void handOverTo(looked)}>
              Hand over {number(looked.preview.rows.length)}
            </BusyButton>
          )}
        </>
      }
    >
      <Stack>
        <WentByItself known={known} from={from} />
        <FormBody form={form}>
          <Fields form={form} known={known} />
        </FormBody>
        {give.error && <Alert>{give.error.message}</Alert>}
        {looked && <PreviewTable preview={looked.preview} />}
        <RecentHandOvers
          handOvers={recent.hand_overs}
          isBusy={undo.isPending}
          onUndo={(one) => undo.press(one.hand_over_id)}
        />
      </Stack>
      {question}
    </Dialog>
  );
}

type Values = ValuesOf<typeof Typed>;
const FIRST: Values = {
  ...{ whose: '', order: 'most_urgent', count: '', zone: '', segment: '' },
  ...{ people: [], share: 'round_robin' },
};

const entries = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Whose renewals, where there are any that the caller may hand over. */
const offered = (whose: string, known: HandOvers): string =>
  whoseOptions(known).some(({ value }) => value === whose) ? whose : '';

/** What a suspension has moved already: it can be spread, or left. */
function WentByItself({ known, from }: { known: HandOvers; from: From | undefined }) {
  if (from === undefined || !('hand_over_id' in from)) return null;
  const went = known.hand_overs.find(({ hand_over_id }) => hand_over_id === from.hand_over_id);
  if (!went) return null;
  const whom = went.to.map(({ account }) => account?.name ?? 'Unassigned').join(', ');
  return (
    <p>
      {counted(went.count, 'renewal')} of {went.from?.name ?? 'nobody'} went to {whom}. Spread them over others here, or
      leave them there.
    </p>
  );
}

/** People with open renewals, and what earlier hand-overs moved. */
function whoseOptions(known: HandOvers) {
  const earlier = known.hand_overs.filter(({ standing, undone }) => standing > 0 && undone === null);
  return [
    ...known.owners.map(({ account_id, name, count }) => ({
      value: `a${String(account_id)}`,
      label: `${name}, ${counted(count, 'renewal')}`,
    })),
    ...earlier.map((one) => ({
      value: `h${String(one.hand_over_id)}`,
      label: `What went from ${handOverName(one)}, ${number(one.standing)} still there`,
    })),
  ];
}

/** Whose, which of them, and to whom. */
function Fields({ form, known }: { form: FormState<Values>; known: HandOvers }) {
  const receivers = known.receivers
    .filter(({ account_id }) => form.values.whose !== `a${String(account_id)}`)
    .map(({ account_id, name, count, away_until: away }) => ({
      value: String(account_id),
      label: `${name}, has ${number(count)}${away === null ? '' : ', away'}`,
    }));
  return (
    <>
      <SelectField
        form={form}
        name="whose"
        label="Whose renewals"
        required
        blank="Choose"
        options={whoseOptions(known)}
      />
      <div className={classes.two}>
        <NumberField form={form} name="count" label="How many" help="All where nothing is entered" />
        <SelectField form={form} name="order" label="Which first" options={entries(ORDERS)} />
        <SelectField form={form} name="zone" label="Zone" blank="All zones" options={Zone.options} />
        <SelectField form={form} name="segment" label="Segment" blank="All segments" options={Segment.options} />
      </div>
      <ChipsField form={form} name="people" label="To whom" required options={receivers} />
      <SelectField form={form} name="share" label="How they are shared" options={entries(SHARES)} />
    </>
  );
}
