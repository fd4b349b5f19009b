import type { ReminderPurpose } from '@desk/contract/words/reach';
import type { Holidays } from '../deadlines/business-days.ts';
import { isTooLate } from './days.ts';
import { nothingOwed, stopOf, type Stop, type StopFacts } from './stops.ts';

/**
 * What becomes of a step that is due. `wait`: nothing is to be paid yet; it is looked at again the next business day. `drop`: its
 * recipient is not asked about this renewal any more; somebody else may be.
 */
export type Verdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'stop'; readonly stop: Stop };

export interface DueFacts {
  readonly purpose: ReminderPurpose;
  readonly dueOn: string;
  readonly lastDay: string;
  readonly facts: StopFacts;
  /** The recipient is among those whom the customer's renewals reach. */
  readonly isReached: boolean;
}

const PAST = 'The last day to decide had passed';
const LATE = 'It was due more than two days before';

/** Of a reminder of payment, which is never late: what it waits for may come at any time. */
function ofPayment({ facts, lastDay }: DueFacts, today: string): Verdict {
  const nothing = nothingOwed(facts, today);
  if (today > lastDay) return nothing ? { kind: 'stop', stop: nothing } : { kind: 'skip', reason: PAST };
  return { kind: nothing ? 'wait' : 'go' };
}

function ofDecision({ dueOn, lastDay }: DueFacts, today: string, holidays: Holidays): Verdict {
  if (today > lastDay) return { kind: 'skip', reason: PAST };
  return isTooLate(dueOn, today, holidays) ? { kind: 'skip', reason: LATE } : { kind: 'go' };
}

/** Whether a step goes: a stop tells more than that its day has passed, so it is asked first. */
export function verdictOf(due: DueFacts, today: string, holidays: Holidays): Verdict {
  const stop = stopOf(due.facts, due.purpose, today);
  if (stop) return { kind: 'stop', stop };
  if (!due.isReached) return { kind: 'drop' };
  return due.purpose === 'payment' ? ofPayment(due, today) : ofDecision(due, today, holidays);
}
