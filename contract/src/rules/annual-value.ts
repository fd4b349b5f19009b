import { licencesOf, type RenewalRow } from '../renewals.ts';

/** What the value of a renewal follows from. Amounts are decimal text for a whole term, as they were agreed. */
export type ValueFacts = Pick<
  RenewalRow,
  'price' | 'price_per_user' | 'number_of_seats' | 'licensed_seats' | 'term_months'
>;

const YEAR = 12;
const inPaise = (amount: number) => Math.round(amount * 100) / 100;
const amountOf = (text: string | null): number | undefined => (text === null || text === '' ? undefined : Number(text));

/**
 * The value of a renewal for a year, in its own currency: price per user × seats (of a flexible plan the licences in use),
 * else the price; of a longer term the year's share. Undefined where no price is known, which is not zero.
 */
export function annualValue(row: ValueFacts): number | undefined {
  const perUser = amountOf(row.price_per_user);
  const ofTerm = perUser === undefined ? amountOf(row.price) : perUser * licencesOf(row);
  return ofTerm === undefined ? undefined : inPaise((ofTerm * YEAR) / (row.term_months ?? YEAR));
}

export interface ValueTotal {
  readonly renewals: number;
  /** One sum for each currency, by its code: dollars are never added to rupees. */
  readonly sums: ReadonlyMap<string, number>;
  /** How many have no price, and stand in no sum. */
  readonly withoutPrice: number;
}

/** The value of many renewals. */
export function totalValue(rows: readonly (ValueFacts & Pick<RenewalRow, 'currency'>)[]): ValueTotal {
  const sums = new Map<string, number>();
  let withoutPrice = 0;
  for (const row of rows) {
    const value = annualValue(row);
    if (value === undefined) withoutPrice += 1;
    else sums.set(row.currency, inPaise((sums.get(row.currency) ?? 0) + value));
  }
  return { renewals: rows.length, sums, withoutPrice };
}
