import type { ReminderStep } from '@desk/contract/renewal-work/reminders';
import type { Policy } from '../../domain/reminders/policy.ts';

type PolicyStep = Policy['steps'][number];

export const shownStep = ({ daysBefore: days_before, ...step }: PolicyStep): ReminderStep => ({
  ...step,
  outcomes: [...step.outcomes],
  segments: [...step.segments] as ReminderStep['segments'],
  days_before,
});

const isSameReminder = (one: PolicyStep, { days_before, purpose, channel }: ReminderStep): boolean =>
  one.daysBefore === days_before && one.purpose === purpose && one.channel === channel;

/** A key that no step ever had. */
function newKey({ purpose, channel, days_before }: ReminderStep, used: ReadonlySet<string>): string {
  const key = `${channel.toLowerCase()}-${purpose === 'payment' ? 'payment-' : ''}${days_before}`;
  let count = 1;
  while (used.has(count === 1 ? key : `${key}-${count}`)) count += 1;
  return count === 1 ? key : `${key}-${count}`;
}

/** What asks for something else now is another step: who had the former one has this one too. */
const keptKey = ({ key, purpose }: ReminderStep, former: readonly PolicyStep[]): string | null =>
  former.some((one) => one.key === key && one.purpose === purpose) ? key : null;

/**
 * Steps as they are stored. A new one that is a former one again has its key again, so that who had it has it no second time.
 * @param former the steps of all versions, the newest version first
 * @returns undefined: one names a key that no version has
 */
export function storedSteps(steps: readonly ReminderStep[], former: readonly PolicyStep[]): PolicyStep[] | undefined {
  const known = new Set(former.map(({ key }) => key));
  if (steps.some(({ key }) => key !== null && !known.has(key))) return undefined;
  const used = new Set(steps.flatMap((step) => keptKey(step, former) ?? []));
  return steps.map((step) => {
    const before = former.find((one) => !used.has(one.key) && isSameReminder(one, step));
    const key = keptKey(step, former) ?? before?.key ?? newKey(step, new Set([...known, ...used]));
    used.add(key);
    const { days_before: daysBefore, ...rest } = step;
    return { ...rest, key, daysBefore };
  });
}
