import type { Holidays } from '../deadlines/business-days.ts';
import { isTooLate } from './days.ts';
import { stopOf, type Stop, type StopFacts } from './stops.ts';

/** What becomes of a step that is due. `drop`: its recipient is not asked about this renewal any more; somebody else may be. */
export type Verdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'stop'; readonly stop: Stop };

export interface DueFacts {
  readonly dueOn: string;
  readonly lastDay: string;
  readonly facts: StopFacts;
  /** The recipient is among those whom the customer's renewals reach. */
  readonly isReached: boolean;
}

const PAST = 'The last day to decide had passed';
const LATE = 'It was due more than two days before';

/** Whether a step goes: a stop tells more than that its day has passed, so it is asked first. */
export function verdictOf({ dueOn, lastDay, facts, isReached }: DueFacts, today: string, holidays: Holidays): Verdict {
  const stop = stopOf(facts, today);
  if (stop) return { kind: 'stop', stop };
  if (!isReached) return { kind: 'drop' };
  if (today > lastDay) return { kind: 'skip', reason: PAST };
  return isTooLate(dueOn, today, holidays) ? { kind: 'skip', reason: LATE } : { kind: 'go' };
}
