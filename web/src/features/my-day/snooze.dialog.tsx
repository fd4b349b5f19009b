import type { InputOf } from '@desk/contract/call';
import { NextActionKind } from '@desk/contract/rules/next-action';
import { myDay, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { Button } from '../../kit/button/button.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { DateField, ParagraphField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { PLANNED_KINDS, PLANNED_OPTIONS, soon, workDayLater } from '../../parts/next-action/words.ts';
import { beforeItsEnd, staysWords } from './model.ts';
import classes from './my-day.module.css';
import { weekday } from '../../kit/text/format.ts';

const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/;
const Planned = z.object({
  kind: NextActionKind,
  day: z.string().check(z.minLength(1, 'Enter a date')),
  time: z.string().check(z.trim(), z.regex(CLOCK, 'Enter a time such as 10:00')),
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter Reason'), z.maxLength(300, 'At most 300 characters')),
});

type Reply = NonNullable<WorkItem['planned']>;
const wordsOf = (next: Reply | null): string =>
  next === null ? 'as the policy says' : `${PLANNED_KINDS[next.kind]} on ${weekday(next.day)}: ${next.reason}`;

interface Props {
  /** As it was when the dialog was opened. */
  item: WorkItem;
  /** As it is by now; undefined: it is not shown any more. */
  current: WorkItem | undefined;
  onClose: () => void;
  /** Goes on to the next item; undefined: there is none. */
  onDone: (() => void) | undefined;
}

type Body = InputOf<typeof myDay.setNext>;

/** Sends a plan with how the renewal stood. Where something has come since, that is fetched and shown, and whoever presses again has seen it. */
function usePlan(item: WorkItem, current: WorkItem | undefined, write: (body: Body) => Promise<unknown>) {
  const queries = useQueryClient();
  const [isStale, setIsStale] = useState(false);
  const seen = isStale && current ? current : item;
  const send = async (body: Omit<Body, 'seen'>) => {
    try {
      await write({ ...body, seen: seen.seen });
    } catch (error) {
      if (error instanceof Refused && error.status === 409) {
        await queries.invalidateQueries({ queryKey: [myDay.list.path] });
        setIsStale(true);
      }
      throw error;
    }
  };
  return { send, news: seen === item ? undefined : `By now: ${seen.sentence} What you typed is still here.` };
}

/** What is planned already, where its day is still to come; else the same on the next day on which somebody works. */
function startOf(item: WorkItem, today: string, off: readonly string[]) {
  const { planned, kind } = item;
  const isOpen = planned !== null && planned.day >= today;
  return {
    kind: planned?.kind ?? (kind === 'approve' ? 'call' : kind),
    day: isOpen ? planned.day : beforeItsEnd(workDayLater(today, 1, off), item, today),
    time: planned?.time ?? '',
    reason: planned?.reason ?? '',
  };
}

const titleOf = ({ domain_name }: WorkItem): string => `What is next: ${domain_name}`;
const NO_HOLIDAYS: readonly string[] = [];

/** What is next on a renewal, and when; until then it stands lower. */
export function SnoozeDialog(props: Props) {
  const { item, onClose } = props;
  const query = useCall(myDay.nextAfter, { renewal_id: item.renewal_id });
  // Without the holidays a day can be chosen all the same.
  const off = query.data?.days_off ?? (query.isError ? NO_HOLIDAYS : undefined);
  return (
    <LoadedDialog
      title={titleOf(item)}
      onClose={onClose}
      loaded={off}
      failure={undefined}
      onRetry={() => void query.refetch()}
    >
      {(opened) => <PlanForm {...props} off={opened} />}
    </LoadedDialog>
  );
}

interface FormProps extends Props {
  /** Holidays of the days ahead. */
  off: readonly string[];
}

function PlanForm({ item, current, off, onClose, onDone }: FormProps) {
  const today = businessDay();
  const { renewal_id } = item;
  const save = useSend(myDay.setNext, {
    recent: ({ next }, { was }) => ({
      what: `Next on ${item.domain_name}`,
      from: wordsOf(was),
      to: wordsOf(next === null ? null : { time: null, ...next }),
      undo: { renewal_id, next: was !== null && was.day < today ? null : was },
    }),
  });
  const plan = usePlan(item, current, save.mutateAsync);
  return (
    <FormDialog
      title={titleOf(item)}
      schema={Planned}
      start={startOf(item, today, off)}
      submit="Save"
      draft={`next-action ${String(renewal_id)}`}
      onClose={onClose}
      send={async ({ time, ...next }) => {
        await plan.send({ renewal_id, next: { ...next, time: time === '' ? null : time } });
        const saved = `Next on ${item.domain_name}: ${PLANNED_KINDS[next.kind]} on ${weekday(next.day)}`;
        const stays = staysWords(item, next.day, today);
        toast('done', stays === undefined ? saved : `${saved}. ${stays}`);
        onDone?.();
      }}
    >
      {(form) => (
        <>
          <p role="status" className={classes.stays} hidden={plan.news === undefined}>
            {plan.news}
          </p>
          <SelectField form={form} name="kind" label="What" options={PLANNED_OPTIONS} />
          <div className={classes.soon} role="group" aria-label="When">
            {soon(today, off).map(([words, day]) => (
              <Button key={words} variant="default" size="xs" onClick={() => form.set('day', day)}>
                {words}
              </Button>
            ))}
          </div>
          <DateField form={form} name="day" label="Day" required />
          <Stays words={staysWords(item, form.values.day, today)} />
          <TextField form={form} name="time" label="Time, where one was agreed" />
          <ParagraphField
            form={form}
            name="reason"
            label="Reason"
            required
            help="Why, and what was agreed. Your cover reads it too."
          />
        </>
      )}
    </FormDialog>
  );
}

/** Said as the day is chosen: nobody is to believe that it is out of the way. */
const Stays = ({ words }: { words: string | undefined }) => (
  <p role="status" className={classes.stays} hidden={words === undefined}>
    {words}
  </p>
);
