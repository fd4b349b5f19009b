import { randomInt } from 'node:crypto';
import { ZohoProblem } from './problem.ts';

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface Patience {
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
}

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
  return attempt < (error.kind === 'bad-answer' ? TRIES_OF_BAD_ANSWERS : TRIES);
}

/** Only for what may be done twice: `work` is simply done again. */
export async function retrying<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error, attempt)) throw error;
      await pause(attempt, error, patience);
    }
  }
}
