import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The command line of a running process, or undefined if there is none with this number. A number alone says little: after a
 * restart of the machine or container it may belong to somebody else.
 */
export function commandOf(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

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
