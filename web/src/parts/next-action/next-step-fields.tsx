import { myDay } from '@desk/contract/renewal-work/my-day';
import { RenewalStatus } from '@desk/contract/words/lists';
import { useCall } from '../../api/hooks.ts';
import { DateField, SelectField, TextField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { businessDay } from '../../kit/text/clock.ts';
import type { NextValues } from './next-step.ts';
import { daysLater, PLANNED_KINDS, PLANNED_OPTIONS, weekdayAndDay } from './words.ts';

/** What is next where nobody says otherwise, in a few words. */
function useByItself(renewalId: number, status: string): string {
  const chosen = RenewalStatus.safeParse(status);
  const { data } = useCall(myDay.nextAfter, { renewal_id: renewalId, ...(chosen.success && { status: chosen.data }) });
  if (data === undefined) return 'By itself';
  if (data.next === null) return 'Nothing: it is closed';
  const { kind, day, waiting_for, is_planned } = data.next;
  if (waiting_for !== null && !is_planned) return `Nothing until ${weekdayAndDay(day)}`;
  const when = day <= businessDay() ? 'today' : weekdayAndDay(day);
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
  const blank = useByItself(renewalId, status);
  const choose = {
    ...form,
    set: <Name extends keyof NextValues>(name: Name, value: NextValues[Name]) => {
      form.set(name, value);
      // A day without a step would be one that has passed when a step is chosen later.
      if (value === '') form.set('next_on', '');
      if (value !== '' && form.values.next_on === '') form.set('next_on', daysLater(businessDay(), 1));
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
