import type { OwnDecision, OwnRenewal } from '@desk/contract/own-renewals';
import { arrangedWords as arrangedInWords, wishWords as wishInWords } from '@desk/contract/words/own-wish';
import { planWords } from '@desk/contract/words/plan-words';
import { callUs } from '../../kit/text/business.ts';
import { businessDay, businessDayOf } from '../../kit/text/clock.ts';
import { counted, date, due } from '../../kit/text/format.ts';

/** From so few days on a renewal is called soon. */
const SOON_DAYS = 30;
export const isSoon = ({ standing, days_left }: Pick<OwnRenewal, 'standing' | 'days_left'>): boolean =>
  standing === 'due' && days_left >= 0 && days_left < SOON_DAYS;

/** "in 23 days", "today", "4 days ago". */
export const daysLeftWords = (days: number): string => {
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};

const days = () => ({ date, today: businessDay() });
/** What became of a wish, in a sentence; undefined: there is none. */
export const wishWords = (renewal: OwnRenewal): string | undefined => wishInWords(renewal, days());
/** What we have decided about the next term for who reads it; undefined: nothing beside their own wish. */
export const arrangedWords = (renewal: OwnRenewal): string | undefined => arrangedInWords(renewal, days());

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
