import { backOff, createRetry, asksForLongPause } from '../http/retry.ts';
import { ZohoProblem } from './problem.ts';

export const TRIES = 5;
/** A page that is no JSON is rarely a passing fault: a proxy or a wrong address. */
const TRIES_OF_BAD_ANSWERS = 3;

/** No more access tokens for some minutes: asking on would only prolong it. */
export const REFRESH_LIMIT = 'refreshLimit';

export function isRetryable(error: unknown, attempt: number): boolean {
  if (!(error instanceof ZohoProblem) || !error.retriable || error.reason === REFRESH_LIMIT) return false;
  if (asksForLongPause(error)) return false;
  return attempt < (error.kind === 'bad-answer' ? TRIES_OF_BAD_ANSWERS : TRIES);
}

/** Only for what may be done twice: `work` is simply done again. */
export const withRetry = createRetry({ isRetryable, pause: backOff });
