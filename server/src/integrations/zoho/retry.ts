import { asksForLongPause, backOff, createRetry, hasTriesLeft } from '../http/retry.ts';
import { ZohoProblem } from './problem.ts';

export const TRIES = 5;

/** No more access tokens for some minutes: asking on would only prolong it. */
export const REFRESH_LIMIT = 'refreshLimit';

export const isRetryable = (error: unknown, attempt: number): boolean =>
  error instanceof ZohoProblem &&
  error.reason !== REFRESH_LIMIT &&
  !asksForLongPause(error) &&
  hasTriesLeft(error, attempt, TRIES);

/** Only for what may be done twice: `work` is simply done again. */
export const withRetry = createRetry({ isRetryable, pause: backOff });
