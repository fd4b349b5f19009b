import * as z from 'zod/mini';

/** What a provider does by itself when a term ends. */
export const IfNobodyActs = z.enum([
  'renews',
  'shrinks',
  'flexible',
  'ends',
  'suspended',
  'proposed',
  'nothing',
  'unknown',
]);
export type IfNobodyActs = z.infer<typeof IfNobodyActs>;

/** `seats`: of the next term; null where nobody can know. */
export interface ByItself {
  readonly outcome: IfNobodyActs;
  readonly seats: number | null;
}

interface Now {
  /** Seats that are bought now; null: none are bought by number. */
  readonly seats: number | null;
  /** Worth of a year as it is now, in its currency; undefined: no price is known. */
  readonly value: number | undefined;
}

/** What a year is worth with another number of seats; undefined where that cannot be told. */
export const valueWith = ({ seats, value }: Now, next: number | null): number | undefined =>
  value === undefined || seats === null || seats === 0 || next === null
    ? undefined
    : Math.round((value / seats) * next * 100) / 100;
