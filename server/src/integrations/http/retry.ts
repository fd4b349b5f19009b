import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceProblem } from './service-problem.ts';

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The timer would reject with an error of its own instead of the signal's reason. */
export const waitFor: Sleep = (ms, signal) =>
  wait(ms, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });

export interface RetryContext {
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
}

/** When a failed call is made again, and after which pause. */
interface RetryPolicy {
  /** Whether the `attempt`-th try may be followed by another. */
  readonly isRetryable: (error: unknown, attempt: number) => boolean;
  /** Waits before that. */
  readonly pause: (attempt: number, error: unknown, context: RetryContext) => Promise<void>;
}

/** Only for what may be done twice: `work` is simply done again. */
export const createRetry =
  ({ isRetryable, pause }: RetryPolicy) =>
  async <T>(work: () => Promise<T>, context: RetryContext): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error, attempt)) throw error;
        await pause(attempt, error, context);
      }
    }
  };

/** A page that is no JSON is rarely a passing fault: a proxy or a wrong address. */
const TRIES_OF_BAD_ANSWERS = 3;

/** Whether the `attempt`-th of so many tries may be followed by another. */
export const hasTriesLeft = ({ retriable, kind }: ServiceProblem, attempt: number, tries: number): boolean =>
  retriable && attempt < (kind === 'bad-answer' ? TRIES_OF_BAD_ANSWERS : tries);

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** A `Retry-After` of more than a minute is not waited for: a caller that can wait longer tries again then. */
export const asksForLongPause = (error: ServiceProblem): boolean => (error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS;

/** Waits before the try after the `attempt`-th: at random up to 2, 4, 8, 16 s, or as long as the service asks. */
export function backOff(attempt: number, error: unknown, { sleep, signal }: RetryContext): Promise<void> {
  const asked = error instanceof ServiceProblem ? error.retryAfterMs : undefined;
  return sleep(Math.min(asked ?? randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), LONGEST_PAUSE_MS), signal);
}
