import { randomInt } from 'node:crypto';
import { ServiceProblem } from './service-problem.ts';

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface Patience {
  readonly sleep: Sleep;
  readonly signal?: AbortSignal | undefined;
}

/** How a service wants to be asked again. */
interface Manners {
  /** Whether the `attempt`-th try may be followed by another. */
  readonly passes: (error: unknown, attempt: number) => boolean;
  /** Waits before that. */
  readonly pause: (attempt: number, error: unknown, patience: Patience) => Promise<void>;
}

/** Only for what may be done twice: `work` is simply done again. */
export const retryingWith =
  ({ passes, pause }: Manners) =>
  async <T>(work: () => Promise<T>, patience: Patience): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!passes(error, attempt)) throw error;
        await pause(attempt, error, patience);
      }
    }
  };

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** A service that asks for more than a minute is not waited for: whoever can wait longer asks again then. */
export const wantsLongRest = (error: ServiceProblem): boolean => (error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS;

/** Waits before the try after the `attempt`-th: at random up to 2, 4, 8, 16 s, or as long as the service asks. */
export function backOff(attempt: number, error: unknown, { sleep, signal }: Patience): Promise<void> {
  const asked = error instanceof ServiceProblem ? error.retryAfterMs : undefined;
  return sleep(Math.min(asked ?? randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), LONGEST_PAUSE_MS), signal);
}
