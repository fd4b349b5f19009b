import type { ReminderChannel, ReminderPurpose } from '@desk/contract/words/reach';
import { groupedBy } from '../../platform/grouped-by.ts';

/** What is due for a recipient. */
export interface DueStep {
  readonly stepId: number;
  readonly renewalId: number;
  readonly stepKey: string;
  readonly purpose: ReminderPurpose;
  readonly recipient: string;
  readonly channel: ReminderChannel;
  readonly lastDay: string;
  readonly daysBefore: number;
}

/** What goes to one person on one day: a line for each renewal. */
export interface Digest<Step extends DueStep> {
  readonly recipient: string;
  readonly channel: ReminderChannel;
  /** All that it claims. */
  readonly steps: readonly Step[];
  /** Of each renewal its newest step, the renewal whose last day comes first before the others. */
  readonly lines: readonly Step[];
}

/** The renewals of steps that remind to pay. */
export const toPayOf = (steps: readonly Pick<DueStep, 'purpose' | 'renewalId'>[]): number[] =>
  steps.flatMap(({ purpose, renewalId }) => (purpose === 'payment' ? [renewalId] : []));

const isBefore = (one: DueStep, other: DueStep): boolean =>
  one.lastDay === other.lastDay ? one.renewalId < other.renewalId : one.lastDay < other.lastDay;

/** Steps that are due together, as one message for each person: a person is asked once a day, over all their domains. */
export function digestsOf<Step extends DueStep>(steps: readonly Step[]): Digest<Step>[] {
  const byPerson = groupedBy(steps, ({ channel, recipient }) => `${channel} ${recipient}`);
  return [...byPerson.values()].flatMap((group) => {
    const newest = new Map<number, Step>();
    for (const step of group) {
      const other = newest.get(step.renewalId);
      if (other === undefined || step.daysBefore < other.daysBefore) newest.set(step.renewalId, step);
    }
    const lines = [...newest.values()].toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
    return group.slice(0, 1).map(({ recipient, channel }) => ({ recipient, channel, steps: group, lines }));
  });
}
