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
