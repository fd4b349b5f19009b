import type { Context } from '../platform/context.ts';
import { attempt, count, clearCounters, uncount, secondsToWait } from './throttle.ts';
import { short } from './codes.ts';
import { limits } from './limits.ts';

const ALL = 'wrong-codes';

/**
 * Counts a code for a new password among those of all accounts together. Five tries a code do not help against who tries the codes
 * of hundreds of accounts: past a hundred wrong codes a day one is compared every four minutes, for any account. Who tries
 * the first one of the day for an account does not wait for the others, so that an attack on some accounts blocks no other.
 * @returns how long to wait; else what is to be done once the code was right: only wrong ones count
 */
export async function slowDown({ db, config }: Context, email: string): Promise<number | (() => Promise<unknown>)> {
  const { wrongCodesAltogether, firstGuess } = limits(config.RATE_PROFILE);
  const nth = await count(db, ALL, wrongCodesAltogether);
  if (nth !== undefined) return () => uncount(db, ALL, nth);
  const first = `first-guess:${short(email.toLowerCase())}`;
  if (await attempt(db, first, firstGuess)) return () => clearCounters(db, first);
  return secondsToWait(db, ALL, wrongCodesAltogether);
}
