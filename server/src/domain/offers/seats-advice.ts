import { isBusiness, MOST_ON_BUSINESS } from '@desk/contract/rules/wished-seats';
import { grouped, inSeats } from '@desk/contract/words/seats';
import type { OfferLine } from '../../platform/db/tables/offers.ts';

/** A share of unused seats from which fewer are suggested. */
const UNUSED_SHARE = 0.1;
/** So much more than is in use is suggested, so that people can join. */
const RESERVE = 1.07;

interface Seats {
  /** Bought now. */
  readonly bought: number;
  /** Assigned to people; null: nobody knows. */
  readonly used: number | null;
}

/** To a number that people would say: tens of hundreds, fives of dozens. */
function rounded(seats: number): number {
  if (seats < 20) return seats;
  const step = seats < 100 ? 5 : 10;
  return Math.ceil(seats / step) * step;
}

/** How many seats would do, where a tenth or more of them is not used; undefined: no fewer are suggested. */
export function suggestedSeats({ bought, used }: Seats): number | undefined {
  if (used === null || bought <= 0 || bought - used < bought * UNUSED_SHARE) return undefined;
  const suggested = rounded(Math.max(1, Math.ceil(used * RESERVE)));
  return suggested < bought ? suggested : undefined;
}

/** Why what staff propose in a line cannot be had, in a sentence to them; undefined: it can. */
export function whyNotProposed({ proposed, product, domain, usedSeats }: OfferLine): string | undefined {
  if (!proposed) return undefined;
  const { seats, plan, present } = proposed;
  if (seats === null) return undefined;
  if (usedSeats !== null && seats < usedSeats)
    return `${product} of ${domain} has ${inSeats(usedSeats)} in use: offer ${grouped(usedSeats)} or more.`;
  if (isBusiness(product) && seats > MOST_ON_BUSINESS && seats > present.seats)
    return `${product} of ${domain} ends at ${MOST_ON_BUSINESS} users: offer ${MOST_ON_BUSINESS} or fewer, or talk about Enterprise.`;
  if (present.plan === 'FLEXIBLE' && plan === null)
    return `${product} of ${domain} is on the flexible plan, which has no number of seats: choose a plan for a year with it.`;
  return undefined;
}
