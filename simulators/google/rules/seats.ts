import type { PlanName } from '../../world/types.ts';
import { int32, type Fields } from '../fields.ts';
import { invalid } from '../refusal.ts';
import type { Seats } from '../wire.ts';

/** Google's ceiling without a larger contract. */
const MOST_SEATS = 50_000;
const MOST_TRIAL_SEATS = 10;
const MOST_FREE_SEATS = 50;

export const isAnnual = (planName: PlanName) => planName === 'ANNUAL' || planName === 'ANNUAL_YEARLY_PAY';

const ceilingOf = (planName: PlanName) => {
  if (planName === 'TRIAL') return MOST_TRIAL_SEATS;
  return planName === 'FREE' ? MOST_FREE_SEATS : MOST_SEATS;
};

/** Totals, not deltas; the field must be the one of the plan. `used` is how many people hold a licence. */
export function seatsForPlan(planName: PlanName, asked: Fields, used: number): Seats {
  const [right, wrong] = isAnnual(planName)
    ? (['numberOfSeats', 'maximumNumberOfSeats'] as const)
    : (['maximumNumberOfSeats', 'numberOfSeats'] as const);
  if (int32(asked, wrong) !== undefined) throw invalid(`${wrong} does not apply to plan ${planName}`);
  const readOnly = int32(asked, 'licensedNumberOfSeats');
  if (readOnly !== undefined && readOnly !== used) throw invalid('licensedNumberOfSeats is read-only');
  const total = int32(asked, right);
  if (total === undefined || total < 1) throw invalid(`Invalid seats: ${right} must be at least 1`);
  if (total > ceilingOf(planName)) throw invalid(`Invalid seats: at most ${ceilingOf(planName)} for plan ${planName}`);
  if (total < used) throw invalid(`Invalid seats: ${used} licences are in use`);
  return { kind: 'subscriptions#seats', [right]: total, licensedNumberOfSeats: used };
}

/** A committed number only grows until the renewal. */
export function refuseShrinking(before: Seats, after: Seats): void {
  if ((after.numberOfSeats ?? 0) < (before.numberOfSeats ?? 0)) {
    throw invalid('Invalid seats: the number of seats of an annual plan cannot be reduced');
  }
}
