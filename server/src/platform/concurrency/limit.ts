/** Places that are entered and left: a place is waited for as long as somebody wants it; who calls the result leaves it. */
export function createSemaphore(places: number) {
  const inTurn = limitConcurrency(places);
  return async (signal?: AbortSignal): Promise<() => void> => {
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const place = new Promise<() => void>((entered) => {
      void inTurn(() => (signal?.aborted ? Promise.resolve() : new Promise<void>((leave) => entered(leave))));
    });
    return Promise.race([place, givenUp]);
  };
}

/** Runs at most `places` of the given tasks at a time; the others wait in the order in which they came. */
export function limitConcurrency(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place is handed over, not freed: nobody who comes in between can take it.
      if (next) next();
      else free += 1;
    }
  };
}
