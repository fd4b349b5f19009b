import type { Arranged, OwnDecision, OwnRenewal } from '@desk/contract/own-renewals';
import { planWords } from '@desk/contract/words/plan-words';
import { callUs } from '../../kit/text/business.ts';
import { businessDay, businessDayOf } from '../../kit/text/clock.ts';
import { counted, date, due } from '../../kit/text/format.ts';

/** From so few days on a renewal is called soon. */
const SOON_DAYS = 30;
export const isSoon = ({ standing, days_left }: Pick<OwnRenewal, 'standing' | 'days_left'>): boolean =>
  standing === 'due' && days_left >= 0 && days_left < SOON_DAYS;

/** That there is a wish which came to nothing. */
const CAME_TO_NOTHING: readonly (string | undefined)[] = ['refused', 'replaced'];

/**
 * Whether it goes as it does by itself until somebody decides: neither the customer nor we have. Who wants to talk first has not decided,
 * nor whose wish came to nothing.
 */
export const isToDecide = ({ standing, arranged, decision, wish }: OwnRenewal): boolean =>
  standing !== 'decided' &&
  !arranged &&
  (decision === null || decision.decision === 'talk' || CAME_TO_NOTHING.includes(wish?.state));

/** "in 23 days", "today", "4 days ago". */
export const daysLeftWords = (days: number): string => {
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};

type Dated = Pick<OwnRenewal, 'renewal_date' | 'last_safe_day' | 'if_nobody_acts'>;

/** Until when seats are to be freed: the last day on which that is safe, else the one on which the term ends; once that is over, none. */
const freeUntil = ({ last_safe_day, renewal_date }: Dated, today: string): string => {
  const day = [last_safe_day, renewal_date].find((one) => one !== null && one >= today);
  return day ? ` by ${date(day)}` : '';
};

/** Who frees seats, where, and until when; and what is so until then. */
function freeWords(free: number, renewal: Dated): string {
  const words = `Free ${counted(free, 'seat')} in the Google Admin console (Directory › Users)${freeUntil(renewal, businessDay())}.`;
  return renewal.if_nobody_acts === 'flexible'
    ? `${words} Until they are free it goes on without a commitment, billed monthly for the seats in use.`
    : words;
}

/** What became of a wish, in a sentence. */
export function wishWords({ wish, ...renewal }: Pick<OwnRenewal, 'wish'> & Dated): string | undefined {
  if (!wish) return undefined;
  switch (wish.state) {
    case 'waits':
      return 'We have it, and confirm it soon.';
    case 'confirmed':
      return 'We have confirmed it, and it is being set.';
    case 'set':
      return `It is set for ${date(renewal.renewal_date)}.`;
    case 'done':
      return 'It is done.';
    case 'blocked':
      return wish.free === null
        ? 'Not possible yet. We look after it and get in touch with you.'
        : `Not possible yet. ${freeWords(wish.free, renewal)}`;
    case 'refused':
      return 'We could not confirm it as it is. Somebody of us gets in touch with you.';
    case 'replaced':
      return 'Something else was arranged since. Please talk to us if that is not what you want.';
  }
}

function outcomeWords({ outcome, seats, pay }: Arranged, from: string): string {
  switch (outcome) {
    case 'renew':
      return `${counted(seats ?? 0, 'seat')} for a year${pay === null ? '' : `, paid ${pay}`}, from ${date(from)}.`;
    case 'flexible':
      return 'It goes on without a commitment, billed monthly for the seats in use.';
    case 'proposed':
      return 'It renews on the offer that we have proposed.';
    case 'end':
      return 'It ends, and its users lose the service.';
  }
}

/** What we have decided about the next term for who reads it, and how that stands; undefined: nothing beside their own wish. */
export function arrangedWords(renewal: OwnRenewal): string | undefined {
  const { arranged, renewal_date } = renewal;
  if (!arranged) return undefined;
  return [outcomeWords(arranged, renewal_date), wishWords({ ...renewal, wish: arranged })].join(' ');
}

/** Until when it can be decided; undefined: until it is closed. */
export function lastDayWords({ last_safe_day, may_decide }: OwnRenewal, today: string): string | undefined {
  if (last_safe_day === null) return undefined;
  return may_decide
    ? `${date(last_safe_day)} (${due(last_safe_day, today)})`
    : `${date(last_safe_day)} has passed: please ${callUs}`;
}

const changeWords = ({ seats, plan_name }: OwnDecision): string =>
  [seats !== null && counted(seats, 'seat'), plan_name !== null && `the plan “${planWords(plan_name)}”`]
    .filter((one) => one !== false)
    .join(' and ');

/** The customer's decision and its day, in a sentence; by its name who decided by a link. */
export function decisionWords(decision: OwnDecision): string {
  const day = date(businessDayOf(decision.timestamp));
  const who = decision.by ?? 'You';
  switch (decision.decision) {
    case 'renew':
      return `${who} asked on ${day} to renew it as it is`;
    case 'change':
      return `${who} asked for ${changeWords(decision)} on ${day}`;
    case 'talk':
      return `${who} asked on ${day} to talk to us`;
    case 'do_not_renew':
      return `${who} told us on ${day} not to renew it${decision.reason === null ? '' : `: ${decision.reason}`}`;
  }
}
