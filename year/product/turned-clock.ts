import type { Clock } from '../../server/src/platform/time/clock.ts';

/** Where the run has turned the clocks to, and what the machine's showed then; both in milliseconds since 1970. */
export interface Turn {
  readonly to: number;
  readonly machine: number;
}

/** So much slower than the machine's: a minute of the run, in which something may become due, is never over by itself. */
const SLOWER = 10;

/**
 * The clock of a node, turned by the run. From there it goes on as the machine's does, but slower, so that those of all nodes show the same. It
 * never goes back.
 */
export function turnedClock(begin: Turn) {
  let last = 0;
  let { to, machine } = begin;
  const time = (): number => (last = Math.max(last, to + Math.floor((Date.now() - machine) / SLOWER)));
  const now: Clock = () => new Date(time());
  return {
    now,
    /** @throws where it has gone on beyond that by itself: what became due meanwhile was not what the run meant to see. */
    turn: (turn: Turn): void => {
      if (turn.to <= to) return;
      if (last > turn.to) throw new Error('The machine was too slow: what was to be seen later is over.');
      [to, machine] = [turn.to, turn.machine];
    },
  };
}
