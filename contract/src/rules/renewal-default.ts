import { grouped, inSeats } from '../words/seats.ts';
import type { IfNobodyActs } from './if-nobody-acts.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  AUTO_RENEW_MONTHLY_PAY: 'It renews for a year with the seats bought, billed monthly.',
  AUTO_RENEW_YEARLY_PAY: 'It renews for a year with the seats bought, billed yearly.',
  RENEW_CURRENT_USERS_MONTHLY_PAY: 'It renews for a year with the seats in use, billed monthly.',
  RENEW_CURRENT_USERS_YEARLY_PAY: 'It renews for a year with the seats in use, billed yearly.',
  RENEW_ON_PROPOSED_OFFER: 'It renews on the offer that we have proposed.',
  SWITCH_TO_PAY_AS_YOU_GO: 'It goes on without a commitment, billed monthly for the seats in use.',
  CANCEL: 'It ends, and its users lose the service.',
};
/** Once the day has passed: what was set is no promise any more, and what became of it is not known yet. */
const WAS_SET: Readonly<Record<string, string>> = {
  AUTO_RENEW_MONTHLY_PAY: 'to renew for a year with the seats bought, billed monthly',
  AUTO_RENEW_YEARLY_PAY: 'to renew for a year with the seats bought, billed yearly',
  RENEW_CURRENT_USERS_MONTHLY_PAY: 'to renew for a year with the seats in use, billed monthly',
  RENEW_CURRENT_USERS_YEARLY_PAY: 'to renew for a year with the seats in use, billed yearly',
  RENEW_ON_PROPOSED_OFFER: 'to renew on the offer that we had proposed',
  SWITCH_TO_PAY_AS_YOU_GO: 'to go on without a commitment, billed monthly for the seats in use',
  CANCEL: 'to end, and its users to lose the service',
};

interface Renewal {
  renewal_type: string | null;
  plan_name: string;
  /** Days of the calendar until its day; negative: it has passed. */
  days_left: number;
  bought_seats: number | null;
  if_nobody_acts: IfNobodyActs;
  seats_if_nobody_acts: number | null;
}

function billed(renewal_type: string | null): string {
  if (renewal_type?.endsWith('_MONTHLY_PAY') === true) return ', billed monthly';
  return renewal_type?.endsWith('_YEARLY_PAY') === true ? ', billed yearly' : '';
}

function renewing({ seats_if_nobody_acts: seats, renewal_type }: Renewal): string {
  return `It renews for a year with ${seats === null ? 'the seats bought' : `all ${inSeats(seats)}`}${billed(renewal_type)}.`;
}

function shrinking({ seats_if_nobody_acts: seats, bought_seats: bought, renewal_type }: Renewal): string {
  if (seats === null) return `It renews for a year with the seats in use${billed(renewal_type)}.`;
  const rest =
    bought === null || bought <= seats
      ? ''
      : ` The other ${grouped(bought - seats)} ${bought - seats === 1 ? 'ends' : 'end'}.`;
  return `It renews for a year with the ${inSeats(seats)} in use${billed(renewal_type)}.${rest}`;
}

/** What the provider does by itself, where that is known. */
const BY_ITSELF: Readonly<Record<Exclude<IfNobodyActs, 'unknown'>, (renewal: Renewal) => string>> = {
  renews: renewing,
  shrinks: shrinking,
  flexible: () => 'It goes on without a commitment, billed monthly for the seats in use.',
  ends: () => 'It ends, and its users lose the service.',
  suspended: () => 'It is suspended, and does not renew by itself.',
  proposed: () => 'It renews on the offer that we have proposed.',
  nothing: ({ plan_name }) =>
    plan_name === 'FLEXIBLE' ? 'It goes on from month to month.' : 'We will get in touch before that day.',
};

/** The effect on the renewal day of taking no action; after that day, the effect it was to have. */
export const ifNothingIsDone = (renewal: Renewal): string => {
  const { renewal_type, plan_name, days_left, if_nobody_acts } = renewal;
  if (days_left >= 0 && if_nobody_acts !== 'unknown') return BY_ITSELF[if_nobody_acts](renewal);
  const isPast = days_left < 0;
  const outcome = renewal_type === null ? undefined : (isPast ? WAS_SET : OUTCOMES)[renewal_type];
  if (outcome !== undefined) {
    if (!isPast) return outcome;
    return `Its date has passed. On that day it was set ${outcome}. What became of it is not confirmed yet: please talk to us.`;
  }
  if (plan_name === 'FLEXIBLE') return 'It goes on from month to month.';
  return isPast
    ? 'Its date has passed and nothing is settled: please talk to us.'
    : 'We will get in touch before that day.';
};
