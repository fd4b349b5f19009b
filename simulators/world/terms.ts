import { addDays, addYears, daysBetween, lastDayOfMonth } from './calendar.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One commitment in ten ends in the month of `today`, the others on any day from the next month up to a year from now. */
const ONE_IN = 10;

/** Hands out the days on which commitments end, as evenly as a reseller's year is filled. */
export function makeTermEnds(today: string, random: SeededRandom): () => string {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfMonth = lastDayOfMonth(today);
  let given = 0;
  return () => {
    const inThisMonth = given++ % ONE_IN === 0;
    const [from, to] = inThisMonth ? [firstOfMonth, lastOfMonth] : [addDays(lastOfMonth, 1), addYears(today, 1)];
    return addDays(from, random.between(0, daysBetween(from, to)));
  };
}
