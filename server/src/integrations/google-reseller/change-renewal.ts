import { planWords } from '@desk/contract/words/plan-words';
import { inSeats } from '@desk/contract/words/seats';
import type { RetryContext } from '../http/retry.ts';
import { changeOnce, refused, type Asking } from './change-once.ts';
import { checkSeats } from './change-seats.ts';
import type { GoogleSubscription } from './subscription.ts';

/** What Google may be told to do when a term ends. */
export type RenewalType =
  | 'AUTO_RENEW_MONTHLY_PAY'
  | 'AUTO_RENEW_YEARLY_PAY'
  | 'RENEW_CURRENT_USERS_MONTHLY_PAY'
  | 'RENEW_CURRENT_USERS_YEARLY_PAY'
  | 'RENEW_ON_PROPOSED_OFFER'
  | 'SWITCH_TO_PAY_AS_YOU_GO'
  | 'CANCEL';

/** Brings the renewal settings of an annual plan to a type. */
export function changeRenewalTo(renewalType: RenewalType, asking: Asking, timeouts: RetryContext) {
  const next = (now: GoogleSubscription) => (now.renewalType === renewalType ? undefined : { renewalType });
  return changeOnce({ ...asking, next, done: 'the renewal was set' }, timeouts);
}

/** A commitment of a year; the two ways of paying it, as orders name them. */
export interface Commitment {
  readonly planName: 'ANNUAL_MONTHLY_PAY' | 'ANNUAL_YEARLY_PAY';
  readonly seats: number;
}

/** Answers name a plan that is paid monthly ANNUAL, or as orders do. */
const asOrdered = (planName: string) => (planName === 'ANNUAL' ? 'ANNUAL_MONTHLY_PAY' : planName);

/** Brings a plan without a commitment to one; of a commitment that runs nothing can be changed but to more seats. */
export async function changePlanTo({ planName, seats }: Commitment, asking: Asking, timeouts: RetryContext) {
  checkSeats(seats);
  const next = (now: GoogleSubscription) => {
    const plan = asOrdered(now.planName ?? '');
    if (plan === planName && now.numberOfSeats === seats) return undefined;
    if (plan === 'FLEXIBLE' || plan === 'TRIAL') return { planName, seats: { numberOfSeats: seats } };
    if (!plan.startsWith('ANNUAL')) throw refused(`The plan “${planWords(plan)}” cannot become a commitment.`);
    const running = `Google has a commitment to ${now.numberOfSeats ? inSeats(now.numberOfSeats) : 'other seats'} that has not ended.`;
    throw refused(`${running} It cannot be changed.`, 'commitmentRuns');
  };
  return changeOnce({ ...asking, next, done: 'the commitment was made' }, timeouts);
}
