import type { RenewalRow } from '@desk/contract/renewals';
import { annualValue } from '@desk/contract/rules/annual-value';
import { valueWith, type ByItself, type IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { counted, due, longDate, money, number } from '../../kit/text/format.ts';

interface Next {
  readonly bought: number | null;
  readonly seats: number | null;
  /** Of a year with those seats, and what that is less than now; empty where no price is known. */
  readonly worth: string;
  readonly less: string;
}
const BY_ITSELF: Readonly<Record<IfNobodyActs, (next: Next) => string>> = {
  renews: ({ seats, worth }) =>
    seats === null ? 'It renews as it is' : `It renews with ${counted(seats, 'seat')}${worth}`,
  shrinks: ({ seats, bought, worth, less }) =>
    `It renews with ${number(seats)} of ${counted(bought ?? 0, 'seat')}${worth}${less}`,
  flexible: () => 'It goes on from month to month, without a commitment',
  ends: () => 'It ends',
  suspended: () => 'It is suspended and does not renew',
  proposed: () => 'It renews as the provider proposed',
  nothing: () => 'It goes on as it is',
  unknown: () => 'Not known',
};

/** What the provider does by itself when the term ends, in seats and in money a year. */
export function byItselfWords(renewal: RenewalRow, { outcome, seats }: ByItself): string {
  const { number_of_seats: bought, currency } = renewal;
  const value = annualValue(renewal);
  const next = valueWith({ seats: bought, value }, seats);
  if (value === undefined || next === undefined) return BY_ITSELF[outcome]({ bought, seats, worth: '', less: '' });
  const [worth, less] = [`, ${money(next, currency)} a year`, `, ${money(value - next, currency)} less`];
  return BY_ITSELF[outcome]({ bought, seats, worth, less });
}

/** The last safe day, and how near it is. */
export const safeWords = (day: string, today: string): string =>
  day < today ? `${longDate(day)}, passed` : `${longDate(day)}, ${due(day, today)}`;
