import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `done` answers true; false if it did not within the time. */
export async function until(
  done: () => boolean | Promise<boolean>,
  milliseconds: number,
  every = 50,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if (await done()) return true;
    await pause(every);
  }
  return done();
}
