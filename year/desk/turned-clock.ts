import type { Clock } from '../../server/src/platform/time/clock.ts';

/** Where the run has turned the clocks to, and what the machine's showed then; both in milliseconds since 1970. */
export interface Turn {
  readonly to: number;
  readonly machine: number;
}

/**
 * The clock of a node, turned by the run. From there it goes on as the machine's does, so that those of all nodes show the same. It never
 * goes back.
 */
export function turnedClock(begin: Turn): { readonly now: Clock; readonly turn: (turn: Turn) => void } {
  let last = 0;
  let { to, machine } = begin;
  const time = (): number => (last = Math.max(last, to + Date.now() - machine));
  return {
    now: () => new Date(time()),
    turn: (turn) => void ([to, machine] = [turn.to, turn.machine]),
  };
}
