import { ifNothingIsDone, type OwnDecision, type OwnRenewal } from '@desk/contract/own-renewals';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { counted, date, money, number } from '../../kit/text/format.ts';
import type { Fact } from '../../kit/table/record-card.tsx';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { planWords } from '@desk/contract/words/plan-words';

/** From so few days on a renewal is called soon. */
const SOON_DAYS = 30;

export const ownRenewalIdentity: RowIdentity<OwnRenewal> = {
  key: ({ renewal_id }) => renewal_id,
  name: ({ domain_name, sku_name }) => `${domain_name}, ${sku_name}`,
};

/** "in 23 days", "today", "4 days ago". */
export const daysLeftWords = (days: number): string => {
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};

function RenewalDay({ renewal_date, days_left, standing }: OwnRenewal) {
  const isSoon = standing === 'due' && days_left >= 0 && days_left < SOON_DAYS;
  return (
    <>
      {date(renewal_date)} ({daysLeftWords(days_left)}){' '}
      {standing === 'late' && <Badge word="Date has passed" tone="bad" />}
      {isSoon && <Badge word="Soon" tone="attention" />}
    </>
  );
}

const changeWords = ({ seats, plan_name }: OwnDecision): string =>
  [seats !== null && counted(seats, 'seat'), plan_name !== null && `the plan “${planWords(plan_name)}”`]
    .filter((one) => one !== false)
    .join(' and ');

/** The customer's decision and its day, in a sentence. */
function decisionWords(decision: OwnDecision): string {
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

const isAnnual = ({ plan_name }: OwnRenewal) => plan_name.startsWith('ANNUAL');

/** The facts of a renewal for the customer, in reading order. */
export const factsOf = (renewal: OwnRenewal): readonly Fact[] => [
  { label: 'Renewal date', value: <RenewalDay {...renewal} /> },
  ...(renewal.bought_seats === null ? [] : [{ label: 'Seats bought', value: number(renewal.bought_seats) }]),
  { label: 'Seats used', value: number(renewal.used_seats) },
  {
    label: isAnnual(renewal) ? 'Price now, all seats, a year' : 'Price now',
    value: money(renewal.price, renewal.currency),
  },
  ...(renewal.decision === null
    ? [
        {
          label: renewal.days_left < 0 ? 'What was to happen' : 'If you do nothing',
          value: ifNothingIsDone(renewal),
          wide: true,
        } as const,
      ]
    : []),
  {
    label: 'Your decision',
    value: renewal.decision === null ? 'You have not decided yet' : decisionWords(renewal.decision),
    hint: renewal.decision?.comment ? `You wrote: ${renewal.decision.comment}` : undefined,
    wide: true,
  },
];
