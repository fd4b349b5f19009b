import { planWords } from '@desk/contract/words/plan-words';
import { GoogleProblem } from './problem.ts';
import type { RetryContext } from '../http/retry.ts';
import { pause, TRIES } from './retry.ts';
import type { ProviderSubscription } from './subscription.ts';

type SeatField = 'numberOfSeats' | 'maximumNumberOfSeats';

const SEAT_FIELDS = new Map<string | null, SeatField>([
  ['ANNUAL', 'numberOfSeats'],
  ['ANNUAL_MONTHLY_PAY', 'numberOfSeats'],
  ['ANNUAL_YEARLY_PAY', 'numberOfSeats'],
  ['FLEXIBLE', 'maximumNumberOfSeats'],
  ['TRIAL', 'maximumNumberOfSeats'],
]);

const refused = (message: string) => new GoogleProblem('refused', message);

/** Google has neither of the two totals. */
export class SeatsChangedMeanwhile extends GoogleProblem {
  readonly now: ProviderSubscription;

  constructor(now: ProviderSubscription) {
    super('refused', 'Somebody else has changed the seats meanwhile. Look at them again.');
    this.now = now;
  }
}

function fieldOf({ planName }: ProviderSubscription): SeatField {
  const field = SEAT_FIELDS.get(planName);
  if (field) return field;
  const plan = planName === null ? 'this plan' : `the plan “${planWords(planName)}”`;
  throw refused(`The seats of ${plan} cannot be changed.`);
}

/** Two totals: what Google had when the change was decided, and what it is brought to. */
export interface SeatTotals {
  readonly from: number;
  readonly to: number;
}

/** Is waited for each time before Google is asked, with what it had a moment ago; what it throws stops the change. */
export type BeforePost = (now: ProviderSubscription) => Promise<void>;

interface SeatChange extends SeatTotals {
  readonly get: () => Promise<ProviderSubscription>;
  /** Asks Google once. */
  readonly post: (body: Readonly<Record<string, number>>) => Promise<ProviderSubscription>;
  readonly beforePost?: BeforePost | undefined;
}

/** An answer that is lost or cannot be read leaves open whether Google did it. */
const isOpen = (error: unknown): error is GoogleProblem =>
  error instanceof GoogleProblem && (error.retriable || error.kind === 'bad-answer');

async function recheck(get: SeatChange['get']): Promise<ProviderSubscription> {
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof GoogleProblem)) throw error;
    const message = 'Google stopped answering, so it is not known whether the seats were changed. Look again later.';
    throw new GoogleProblem('unavailable', message, { status: error.status, reason: 'outcomeUnknown' });
  }
}

/**
 * Brings a subscription from one total to another. Before anything is asked a second time the subscription is read
 * again: there already, it is done; changed by somebody else meanwhile, it stops.
 */
export async function changeSeatsTo({ from, to, get, post, beforePost }: SeatChange, timeouts: RetryContext) {
  if (!Number.isInteger(to) || to < 1) throw refused('Seats must be a whole number, 1 or more.');
  let now = await get();
  const field = fieldOf(now);
  for (let attempt = 1; ; attempt++) {
    if (now[field] === to) return now;
    if (now[field] !== from) throw new SeatsChangedMeanwhile(now);
    await beforePost?.(now);
    const outcome = await post({ [field]: to }).catch((error: unknown) => {
      if (isOpen(error)) return error;
      throw error;
    });
    if (!(outcome instanceof GoogleProblem)) return outcome;
    await pause(attempt, timeouts);
    now = await recheck(get);
    if (attempt === TRIES && now[field] === from) throw outcome;
  }
}
