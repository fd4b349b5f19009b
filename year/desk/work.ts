import { parseCrontab, runOnce } from 'graphile-worker';
import { timetable } from '../../server/src/app/jobs.ts';
import type { Services } from '../../server/src/platform/context.ts';
import { queueLogger } from '../../server/src/platform/queue/worker.ts';

/** What rests a moment within one turn of the clock is looked at so often; what rests longer waits for the next turn. */
const MOST_ROUNDS = 12;

const scheduled: readonly string[] = [...new Set(parseCrontab(timetable.crontab.join('\n')).map(({ task }) => task))];

/**
 * Works off what is due, as a node's workers, wakes and sweeps do, but until nothing is left, and without waiting for the clock on
 * the wall: first what the crontab would have begun, then what has become due since the last time, and what that queues.
 */
export function workerOf(services: Services, concurrency: number) {
  const { signal } = new AbortController();
  let done = 0;
  const taskList = Object.fromEntries(
    Object.entries({ ...timetable.tasks, ...timetable.urgent, ...timetable.slow }).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        done += 1;
        await task(payload as Record<string, unknown>, services, signal);
      },
    ]),
  );
  const options = {
    ...{ pgPool: services.pool, taskList, concurrency, noHandleSignals: true },
    logger: queueLogger(services.log),
  };
  let since = services.now();

  async function round(): Promise<boolean> {
    const before = done;
    const looked = services.now();
    for (const sweep of timetable.sweeps) await sweep(services);
    for (const wake of timetable.wakes) await wake(services, since);
    since = looked;
    await runOnce(options);
    return done > before;
  }

  return async (isScheduled: boolean): Promise<void> => {
    for (const name of isScheduled ? scheduled : []) await taskList[name]?.({});
    for (let n = 0; n < MOST_ROUNDS; n += 1) if (!(await round())) return;
  };
}
