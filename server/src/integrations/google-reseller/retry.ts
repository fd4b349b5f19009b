import { randomInt } from 'node:crypto';
import { createRetry, type RetryContext } from '../http/retry.ts';
import { GoogleProblem } from './problem.ts';

export const TRIES = 6;
/** A page that is no JSON is rarely a passing fault: a proxy or a wrong address. */
const TRIES_OF_BAD_ANSWERS = 3;
const FIRST_PAUSE_MS = 5000;

/** Waits before the try after the `attempt`-th: from 0 to 5, 10, 20, 40, 80 s, at random so that nodes spread out. */
export const pause = (attempt: number, { sleep, signal }: RetryContext): Promise<void> =>
  sleep(randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), signal);

function isRetryable(error: unknown, attempt: number): boolean {
  if (!(error instanceof GoogleProblem) || !error.retriable) return false;
  return attempt < (error.kind === 'bad-answer' ? TRIES_OF_BAD_ANSWERS : TRIES);
}

/** Only for reads: `work` is simply done again. */
export const withRetry = createRetry({
  isRetryable,
  pause: (attempt, _error, timeouts) => pause(attempt, timeouts),
});
