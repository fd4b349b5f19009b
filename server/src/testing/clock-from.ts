import type { Clock } from '../platform/time/clock.ts';

/** A clock that begins then and goes on by a millisecond each time it is asked: what comes later bears a later time. */
export function clockFrom(begin: string): Clock {
  let looks = 0;
  return () => new Date(Date.parse(begin) + (looks += 1));
}
