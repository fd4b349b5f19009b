import type { OwnRenewal } from '@desk/contract/own-renewals';
import { amountForSeats, sumWords } from '@desk/contract/rules/seat-sum';
import { date, money } from '../../kit/text/format.ts';

type Priced = Pick<OwnRenewal, 'next_term' | 'bought_seats' | 'currency'>;

/** What the next term costs with so many seats, without a number with those that they have; undefined: no price is known. */
export function costWords({ next_term: term, bought_seats, currency }: Priced, wanted?: number): string | undefined {
  if (!term) return undefined;
  const seats = wanted ?? bought_seats ?? term.seats;
  if (!(seats > 0)) return undefined;
  const amount = term.offered?.seats === seats ? term.offered.amount : amountForSeats(term, seats);
  const words = sumWords({ seats, amount }, term.is_year ? 'for the year' : `until ${date(term.to)}`, (one) =>
    money(one, currency),
  );
  return `${words}, plus tax`;
}
