import type { Clock } from '../../server/src/platform/time/clock.ts';

/**
 * The one clock of the server, turned by the run. It goes on by a millisecond with each look, so that what comes later bears a
 * later time.
 */
export function turnedClock(begin: number): { readonly now: Clock; readonly turn: (to: number) => void } {
  let time = begin;
  return {
    now: () => new Date((time += 1)),
    turn: (to) => void (time = Math.max(time, to)),
  };
}
