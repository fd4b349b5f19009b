/** Runs at most `places` of the given tasks at a time; the others wait in the order in which they came. */
export function takeTurns(places: number) {
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
