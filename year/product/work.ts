import { setTimeout as pause } from 'node:timers/promises';
import { timetable } from '../../server/src/app/jobs.ts';
import type { Services } from '../../server/src/platform/context.ts';
import type { Task } from '../../server/src/platform/queue/timetable.ts';
import { isTransient } from '../../server/src/platform/db/connection/is-transient.ts';
import { rootCause } from '../../server/src/platform/log/error-for-log.ts';
import { workOffQueue } from '../../server/src/testing/work-off.ts';

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
 * Does what a node's crontab, wakes, sweeps and workers do, when it is asked to, and without waiting for the clock on the wall. What has become
 * due is that since the last time.
 */
export function workerOf(services: Services, concurrency: number) {
  const { signal } = new AbortController();
  let since = services.now();

  async function look(isAll: boolean): Promise<void> {
    const looked = services.now();
    // What a dead worker left has time until then.
    if (isAll) await Promise.all(timetable.sweeps.map((sweep) => sweep(services)));
    await Promise.all(timetable.wakes.map((wake) => wake(services, since)));
    since = looked;
  }

  return {
    crontab: async (isAll: boolean): Promise<void> => {
      for (const name of isAll ? scheduled : frequent) await again(async () => tasks[name]?.({}, services, signal));
    },
    due: (isAll: boolean) => again(() => look(isAll)),
    queue: () => again(() => workOffQueue(services, services.pool, concurrency)),
  };
}
