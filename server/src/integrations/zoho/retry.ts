import { randomInt } from 'node:crypto';
import { retryingWith, type Patience } from '../retrying.ts';
import { ZohoProblem } from './problem.ts';

export const TRIES = 5;
/** A page that is no JSON is rarely a passing fault: a proxy or a wrong address. */
const TRIES_OF_BAD_ANSWERS = 3;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** Waits before the try after the `attempt`-th: at random up to 2, 4, 8, 16 s, or as long as Zoho asks, a minute at most. */
export function pause(attempt: number, error: unknown, { sleep, signal }: Patience): Promise<void> {
  const asked = error instanceof ZohoProblem ? error.retryAfterMs : undefined;
  return sleep(Math.min(asked ?? randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), LONGEST_PAUSE_MS), signal);
}

/** No more access tokens for some minutes: asking on would only prolong it. */
export const REFRESH_LIMIT = 'refreshLimit';

export function passes(error: unknown, attempt: number): boolean {
  if (!(error instanceof ZohoProblem) || !error.retriable || error.reason === REFRESH_LIMIT) return false;
  // Whoever can wait longer asks again then.
  if ((error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS) return false;
  return attempt < (error.kind === 'bad-answer' ? TRIES_OF_BAD_ANSWERS : TRIES);
}

/** Only for what may be done twice: `work` is simply done again. */
export const retrying = retryingWith({ passes, pause });
