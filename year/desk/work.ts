import { setTimeout as pause } from 'node:timers/promises';
import { timetable } from '../../server/src/app/jobs.ts';
import type { Services } from '../../server/src/platform/context.ts';
import type { Task } from '../../server/src/platform/queue/timetable.ts';
import { isTransient } from '../../server/src/platform/db/connection/is-transient.ts';
import { rootCause } from '../../server/src/platform/log/error-for-log.ts';
import { workOffQueue } from '../../server/src/testing/work-off.ts';

/** What rests a moment within one turn of the clock is looked at so often; what rests longer waits for the next turn. */
const MOST_ROUNDS = 12;
const TRIES = 8;
const MOMENT_MS = 1_000;

/** `minute hour day month weekday task`. */
const taskOf = (line: string): string => line.split(' ')[5] ?? '';
const tasks: Readonly<Record<string, Task>> = { ...timetable.tasks, ...timetable.urgent, ...timetable.slow };
const scheduled: ReadonlySet<string> = new Set(timetable.crontab.map(taskOf));
/** What begins every few minutes, all day: reminders, and the mailbox. */
const frequent: ReadonlySet<string> = new Set(timetable.crontab.filter((line) => line.startsWith('*')).map(taskOf));

/** A node looks again a second later where its database was too busy. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isTransient(rootCause(error))) throw error;
      await pause(MOMENT_MS);
    }
  }
}

/**
 * Works off what is due, as a node's workers, wakes and sweeps do, but until nothing is left, and without waiting for the clock on
 * the wall: first what the crontab would have begun (all of it, or what it begins every few minutes), then what has become due
 * since the last time, and what that queues.
 */
export function workerOf(services: Services, concurrency: number) {
  const { signal } = new AbortController();
  let since = services.now();

  async function round(isScheduled: boolean): Promise<boolean> {
    const looked = services.now();
    // What a dead worker left has time until then.
    if (isScheduled) await Promise.all(timetable.sweeps.map((sweep) => sweep(services)));
    await Promise.all(timetable.wakes.map((wake) => wake(services, since)));
    since = looked;
    return (await workOffQueue(services, services.pool, concurrency)) > 0;
  }

  return async (isScheduled: boolean): Promise<void> => {
    for (const name of isScheduled ? scheduled : frequent) await again(async () => tasks[name]?.({}, services, signal));
    for (let n = 0; n < MOST_ROUNDS; n += 1) if (!(await again(() => round(isScheduled && n === 0)))) return;
  };
}
