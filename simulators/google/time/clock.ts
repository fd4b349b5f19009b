export type Clock = ReturnType<typeof makeClock>;

/** One clock for all of Google. It stands still until it is turned or, where it is given a real time, runs with that. */
export function makeClock(start: number, realTime?: () => number) {
  let offset = realTime ? start - realTime() : 0;
  let shown = start;
  let held: number | undefined;

  return {
    runs: realTime !== undefined,
    now: (): number => {
      // The machine's clock may be set back; this one is not.
      if (realTime) shown = Math.max(shown, Math.floor(realTime() + offset));
      return held ?? shown;
    },
    moveTo(instant: number): void {
      shown = instant;
      if (realTime) offset = instant - realTime();
    },
    /** Lets something happen at an instant that lies between the last look and now. */
    at(instant: number, happen: () => void): void {
      held = instant;
      try {
        happen();
      } finally {
        held = undefined;
      }
    },
  };
}
