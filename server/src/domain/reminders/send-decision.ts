import type { ReminderPurpose } from '@desk/contract/words/reach';
import type { Holidays } from '../calendar/business-days.ts';
import { isTooLate } from './days.ts';
import { isWaiting, whyNotToday, type Stop, type StopFacts } from './stops.ts';

/**
 * What becomes of a step that is due. `wait`: nothing is to be paid as it stands; it is looked at again the next business day. `drop`: its
 * recipient is not asked about this renewal any more; somebody else may be.
 */
export type SendDecision =
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
  /** They were asked to pay the same invoices a few days ago, about another renewal. */
  readonly wasAskedLately: boolean;
}

const PAST = 'The last day to decide had passed';
const LATE = 'It was due more than two days before';

/** It waits for what may come at any time, so it is never late. */
const ofPayment = ({ lastDay }: DueFacts, today: string): SendDecision =>
  today > lastDay ? { kind: 'skip', reason: PAST } : { kind: 'go' };

function ofDecision({ dueOn, lastDay }: DueFacts, today: string, holidays: Holidays): SendDecision {
  if (today > lastDay) return { kind: 'skip', reason: PAST };
  return isTooLate(dueOn, today, holidays) ? { kind: 'skip', reason: LATE } : { kind: 'go' };
}

/** Whether a step goes: a stop tells more than that its day has passed, so it is asked first. */
export function sendDecisionOf(due: DueFacts, today: string, holidays: Holidays): SendDecision {
  const { purpose, facts, lastDay, isReached, wasAskedLately } = due;
  const stop = whyNotToday(facts, purpose, today);
  const waits = stop !== undefined && isWaiting(stop, purpose);
  if (stop && (!waits || today > lastDay)) return { kind: 'stop', stop };
  if (!isReached) return { kind: 'drop' };
  if (waits || (wasAskedLately && today <= lastDay)) return { kind: 'wait' };
  return purpose === 'payment' ? ofPayment(due, today) : ofDecision(due, today, holidays);
}
