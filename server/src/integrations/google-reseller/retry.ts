import { randomInt } from 'node:crypto';
import { createRetry, hasTriesLeft, type RetryContext } from '../http/retry.ts';
import { GoogleProblem } from './problem.ts';

export const TRIES = 6;
const FIRST_PAUSE_MS = 5000;

/** Waits before the try after the `attempt`-th: from 0 to 5, 10, 20, 40, 80 s, at random so that nodes spread out. */
export const pause = (attempt: number, { sleep, signal }: RetryContext): Promise<void> =>
  sleep(randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), signal);

/** Only for reads: `work` is simply done again. */
export const withRetry = createRetry({
  isRetryable: (error, attempt) => error instanceof GoogleProblem && hasTriesLeft(error, attempt, TRIES),
  pause: (attempt, _error, context) => pause(attempt, context),
});
