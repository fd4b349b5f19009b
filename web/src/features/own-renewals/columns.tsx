import type { OwnRenewal } from '@desk/contract/own-renewals';
import { ifNothingIsDone } from '@desk/contract/rules/renewal-default';
import { isToDecide } from '@desk/contract/words/own-wish';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { date, money, number } from '../../kit/text/format.ts';
import type { Fact } from '../../kit/card/record-card.tsx';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import {
  arrangedWords,
  daysLeftWords,
  decisionWords,
  isSoon,
  lastDayWords,
  wishWords,
} from '../../parts/own/renewal-words.ts';

export const ownRenewalIdentity: RowIdentity<OwnRenewal> = {
  key: ({ renewal_id }) => renewal_id,
  name: ({ domain_name, sku_name }) => `${domain_name}, ${sku_name}`,
};

function RenewalDay({ renewal_date, days_left, standing }: OwnRenewal) {
  const soon = isSoon({ days_left, standing });
  return (
    <>
      {date(renewal_date)} ({daysLeftWords(days_left)}){' '}
      {standing === 'late' && <Badge word="Date has passed" tone="bad" />}
      {soon && <Badge word="Soon" tone="attention" />}
    </>
  );
}

/** What is known, and stands alone in a line. */
const factOf = (label: string, value: string | undefined): readonly Fact[] =>
  value === undefined ? [] : [{ label, value, wide: true }];

const decisionFact = ({ decision }: OwnRenewal): Fact => ({
  label: 'Your decision',
  value: decision === null ? 'You have not decided yet' : decisionWords(decision),
  hint: decision?.comment ? `You wrote: ${decision.comment}` : undefined,
  wide: true,
});

/** The facts of a renewal for the customer, in reading order. */
export const factsOf = (renewal: OwnRenewal): readonly Fact[] => [
  { label: 'Renewal date', value: <RenewalDay {...renewal} /> },
  ...(renewal.bought_seats === null ? [] : [{ label: 'Seats bought', value: number(renewal.bought_seats) }]),
  { label: 'Seats used', value: number(renewal.used_seats) },
  {
    label: 'Price now, all seats, a year',
    value: money(renewal.price, renewal.currency),
  },
  ...factOf('Last day to decide', lastDayWords(renewal, businessDay())),
  ...(isToDecide(renewal)
    ? [
        {
          label: renewal.days_left < 0 ? 'What was to happen' : 'If you do nothing',
          value: ifNothingIsDone(renewal),
          wide: true,
        } as const,
      ]
    : []),
  ...(renewal.decision !== null || isToDecide(renewal) ? [decisionFact(renewal)] : []),
  ...factOf('What becomes of it', wishWords(renewal)),
  ...factOf('Arranged for the next term', arrangedWords(renewal)),
];
