import { addMonths } from '../../server/src/platform/time/days.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
import type { WorldSubscription } from '../../simulators/world/types.ts';

const YEAR = 12;
/** The desk was put to work that long ago; older terms are not in its books. */
const YEARS_BACK = 1;

export type Term = {
  start: string;
  /** The renewal day. */
  end: string;
  state: 'open' | 'closed';
  closedBecause: 'renewed' | 'passed' | 'ended' | null;
};

const term = (end: string, state: Term['state'], closedBecause: Term['closedBecause']): Term => ({
  start: addMonths(end, -YEAR),
  end,
  state,
  closedBecause,
});

/** Terms that the provider dates: the running one, and those before it that were renewed. */
function providerTerms(end: string, yearsBefore: number): Term[] {
  const before = Math.min(YEARS_BACK, yearsBefore);
  const closed = Array.from({ length: before }, (_, n) =>
    term(addMonths(end, (n - before) * YEAR), 'closed', 'renewed'),
  );
  return [...closed, term(end, 'open', null)];
}

/** Terms by our own date: once it has passed, the next one is open. */
export function ownTerms(date: string, yearsBefore: number, today: string): Term[] {
  if (date < today) return [term(date, 'closed', 'passed'), term(addMonths(date, YEAR), 'open', null)];
  const before = yearsBefore > 0 ? [term(addMonths(date, -YEAR), 'closed', 'passed')] : [];
  return [...before, term(date, 'open', null)];
}

/** The next anniversary of the purchase. */
function anniversary(createdOn: string, today: string): string {
  for (let years = 1; ; years++) {
    const day = addMonths(createdOn, years * YEAR);
    if (day >= today) return day;
  }
}

type Dates = {
  /** The day on which we renew and bill, where it is set. */
  ownDate: string | null;
  terms: Term[];
};

/** How our own date follows the provider's: mostly the same day, now and then some days off, or nobody has set it. */
const ownDateBeside = (end: string, random: SeededRandom): string | null => {
  const shift = random.weighted([
    [72, 0],
    [10, -1],
    [8, 1],
    [10, null],
  ]);
  return shift === null ? null : addMonths(end, shift);
};

/** The terms of a subscription that lives. Trials, free and most flexible plans have none. */
export function termsOf(subscription: WorldSubscription, today: string, random: SeededRandom): Dates {
  const { term: running, billingMethod, planName, createdOn, startedYearsAgo } = subscription;
  if (running !== null && billingMethod === 'ONLINE') {
    return { ownDate: ownDateBeside(running.endsOn, random), terms: providerTerms(running.endsOn, startedYearsAgo) };
  }
  if (running !== null) return { ownDate: running.endsOn, terms: ownTerms(running.endsOn, startedYearsAgo, today) };
  if (planName !== 'FLEXIBLE' || random.chance(0.6)) return { ownDate: null, terms: [] };
  const date = anniversary(createdOn, today);
  return { ownDate: date, terms: ownTerms(date, startedYearsAgo, today) };
}

/** The last term of a customer who left. */
export const lastTermOf = (end: string): Dates => ({ ownDate: end, terms: [term(end, 'closed', 'ended')] });
