import { sumWords } from '@desk/contract/rules/seat-sum';
import { isOfYear } from '../../domain/offers/offer-lines.ts';
import type { LineView } from './rules.ts';

const day = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (iso: string): string => format.format(Date.parse(`${iso}T00:00:00Z`));
};
/** "2 December 2026", "Monday 30 November". */
export const longDay = day({ day: 'numeric', month: 'long', year: 'numeric' });
export const weekday = day({ weekday: 'long', day: 'numeric', month: 'long' });

/** "₹20,51,262"; the small change only where there is some. */
export function money(amount: string | number, currency: string): string {
  const value = Number(amount);
  const digits = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
  const locale = currency === 'INR' ? 'en-IN' : 'en-US';
  return value.toLocaleString(locale, { style: 'currency', currency, ...digits });
}

const CALLED = 'we call you about the price';
export const priceWords = (amount: string | null, currency: string): string =>
  amount === null ? CALLED : money(amount, currency);

/** "for the year", or until when. */
export const termWords = (term: Pick<LineView, 'from' | 'to'>): string =>
  isOfYear(term) ? 'for the year' : `until ${longDay(term.to)}`;

/** What one seat costs for the term, whatever number is typed. */
export const seatPriceWords = ({ amount, bought }: LineView, currency: string): string =>
  amount === null || bought === 0 ? CALLED : `${money(Number(amount) / bought, currency)} a seat`;

/** What so many seats of a line cost for its term, and each of them. */
export const costWords = (line: LineView, seats: number, amount: string | null, currency: string): string =>
  amount === null || seats === 0 ? CALLED : sumWords({ seats, amount }, termWords(line), (one) => money(one, currency));
