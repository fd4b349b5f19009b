import type { OwnDecision, OwnRenewal } from '@desk/contract/own-renewals';
import { planWords } from '@desk/contract/words/plan-words';
import { businessDay } from '../../kit/text/clock.ts';
import { counted, date } from '../../kit/text/format.ts';

/** From so few days on a renewal is called soon. */
const SOON_DAYS = 30;
export const isSoon = ({ standing, days_left }: Pick<OwnRenewal, 'standing' | 'days_left'>): boolean =>
  standing === 'due' && days_left >= 0 && days_left < SOON_DAYS;

/** "in 23 days", "today", "4 days ago". */
export const daysLeftWords = (days: number): string => {
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};

const changeWords = ({ seats, plan_name }: OwnDecision): string =>
  [seats !== null && counted(seats, 'seat'), plan_name !== null && `the plan “${planWords(plan_name)}”`]
    .filter((one) => one !== false)
    .join(' and ');

/** The customer's decision and its day, in a sentence. */
export function decisionWords(decision: OwnDecision): string {
  const day = date(businessDay(Date.parse(decision.timestamp)));
  switch (decision.decision) {
    case 'renew':
      return `You asked on ${day} to renew it as it is`;
    case 'change':
      return `You asked for ${changeWords(decision)} on ${day}`;
    case 'talk':
      return `You asked on ${day} to talk to us`;
    case 'do_not_renew':
      return `You told us on ${day} not to renew it${decision.reason === null ? '' : `: ${decision.reason}`}`;
  }
}
