import type { SeatPrice } from '../licences.ts';

/**
 * Price of additional seats until the term ends, as decimal text with two places, rounded half up. The day counts as the
 * 365th part of a year.
 */
export function costOf(seats: number, { yearly, days }: Pick<SeatPrice, 'yearly' | 'days'>): string {
  const [whole = '0', part = ''] = yearly.split('.');
  const cents = BigInt(whole + part.padEnd(2, '0').slice(0, 2));
  // In twelfths of a day a month is a whole number.
  const due = cents * BigInt(seats) * BigInt(Math.round(days * 12));
  const rounded = (due + 2_190n) / 4_380n;
  const text = rounded.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
