import type { ReplyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { RenewalStatus } from '@desk/contract/words/lists';
import { useCall } from '../../api/hooks.ts';
import { DateField, SelectField, TextField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { weekday } from '../../kit/text/format.ts';
import type { NextValues } from './next-step.ts';
import { PLANNED_KINDS, PLANNED_OPTIONS, workDayLater } from './words.ts';

type After = ReplyOf<typeof myDay.nextAfter>;

function useAfter(renewalId: number, status: string): After | undefined {
  const chosen = RenewalStatus.safeParse(status);
  return useCall(myDay.nextAfter, { renewal_id: renewalId, ...(chosen.success && { status: chosen.data }) }).data;
}

/** What is next where nobody says otherwise, in a few words. */
function byItselfWords(data: After | undefined): string {
  if (data === undefined) return 'By itself';
  if (data.next === null) return 'Nothing: it is closed';
  const { kind, day, waiting_for, is_planned } = data.next;
  if (waiting_for !== null && !is_planned) return `Nothing until ${weekday(day)}`;
  const when = day <= businessDay() ? 'today' : weekday(day);
  return `${PLANNED_KINDS[kind]}, ${when}${is_planned ? ', as planned' : ''}`;
}

interface Props {
  form: FormState<NextValues>;
  renewalId: number;
  /** The status that is about to be saved. */
  status: string;
  /** The form has words of its own for it; else the comment tells why. */
  withReason?: boolean;
}

/** What is next once this comment is saved: chosen already, and one choice away from something else. */
export function NextStepFields({ form, renewalId, status, withReason = false }: Props) {
  const after = useAfter(renewalId, status);
  const blank = byItselfWords(after);
  const choose = {
    ...form,
    set: <Name extends keyof NextValues>(name: Name, value: NextValues[Name]) => {
      form.set(name, value);
      // A day without a step would be one that has passed when a step is chosen later.
      if (value === '') form.set('next_on', '');
      if (value !== '' && form.values.next_on === '')
        form.set('next_on', workDayLater(businessDay(), 1, after?.days_off ?? []));
    },
  };
  const isChosen = form.values.next_kind !== '';
  return (
    <>
      <SelectField form={choose} name="next_kind" label="Next step" options={PLANNED_OPTIONS} blank={blank} />
      {isChosen && <DateField form={form} name="next_on" label="On" required />}
      {isChosen && withReason && (
        <TextField form={form} name="next_reason" label="What for" help="Without words, the comment tells it." />
      )}
    </>
  );
}
