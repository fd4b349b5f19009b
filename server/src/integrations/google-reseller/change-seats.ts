import { planWords } from '@desk/contract/words/plan-words';
import type { RetryContext } from '../http/retry.ts';
import { changeOnce, refused, type Asking } from './change-once.ts';
import { GoogleProblem } from './problem.ts';
import type { GoogleSubscription } from './subscription.ts';

type SeatField = 'numberOfSeats' | 'maximumNumberOfSeats';

const SEAT_FIELDS = new Map<string | null, SeatField>([
  ['ANNUAL', 'numberOfSeats'],
  ['ANNUAL_MONTHLY_PAY', 'numberOfSeats'],
  ['ANNUAL_YEARLY_PAY', 'numberOfSeats'],
  ['FLEXIBLE', 'maximumNumberOfSeats'],
  ['TRIAL', 'maximumNumberOfSeats'],
]);

/** Google has neither of the two totals. */
export class OtherSeats extends GoogleProblem {
  readonly now: GoogleSubscription;

  constructor(now: GoogleSubscription) {
    super('refused', 'Somebody else has changed the seats meanwhile. Look at them again.');
    this.now = now;
  }
}

function fieldOf({ planName }: GoogleSubscription): SeatField {
  const field = SEAT_FIELDS.get(planName);
  if (field) return field;
  const plan = planName === null ? 'this plan' : `the plan “${planWords(planName)}”`;
  throw refused(`The seats of ${plan} cannot be changed.`);
}

/** @throws GoogleProblem where it is no number of seats. */
export function checkSeats(seats: number): void {
  if (!Number.isInteger(seats) || seats < 1) throw refused('Seats must be a whole number, 1 or more.');
}

/** Two totals: what Google had when the change was decided, and what it is brought to. */
export interface SeatTotals {
  readonly from: number;
  readonly to: number;
}

/** Brings a subscription from one total to another; changed by somebody else meanwhile, it stops. */
export async function changeSeatsTo({ from, to }: SeatTotals, asking: Asking, timeouts: RetryContext) {
  checkSeats(to);
  const next = (now: GoogleSubscription) => {
    const field = fieldOf(now);
    if (now[field] === to) return undefined;
    if (now[field] !== from) throw new OtherSeats(now);
    return { [field]: to };
  };
  return changeOnce({ ...asking, next, done: 'the seats were changed' }, timeouts);
}
