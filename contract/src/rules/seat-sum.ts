import { inSeats } from '../words/seats.ts';

/** What so many seats come to for a term: decimal text, before taxes. */
export interface SeatSum {
  readonly seats: number;
  readonly amount: string;
}

/** The same for another number of seats: what a sum comes to a seat is not rounded before. */
export const amountForSeats = ({ seats, amount }: SeatSum, wanted: number): string =>
  (Math.round((Number(amount) / seats) * wanted * 100) / 100).toFixed(2);

/**
 * "12 seats × ₹1,500 = ₹18,000 for the year". Where a seat is no whole paisa the sum comes first, as a product that does not come out
 * would be taken for a fault.
 * @param term for how long, as it follows the sum
 */
export function sumWords({ seats, amount }: SeatSum, term: string, money: (amount: number) => string): string {
  const sum = Number(amount);
  const aSeat = Math.round((sum / seats) * 100) / 100;
  return Math.round(aSeat * seats * 100) === Math.round(sum * 100)
    ? `${inSeats(seats)} × ${money(aSeat)} = ${money(sum)} ${term}`
    : `${inSeats(seats)}: ${money(sum)} ${term}, about ${money(aSeat)} a seat`;
}
