import { runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Services } from '../platform/context.ts';
import { queueLogger } from '../platform/queue/worker.ts';
import { timetable } from '../app/jobs.ts';

/** Jobs that could be worked on now. To begin a queue takes some ten statements. */
async function isAnythingDue(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>({
    name: 'is-job-due',
    text: `select exists (select from graphile_worker._private_jobs
      where is_available and run_at <= now()) as due`,
  });
  return rows[0]?.due === true;
}

/** Works on what stands in the queue, each job once. @returns how many there were. */
export async function workOffQueue(services: Services, pgPool: Pool, concurrency = 1): Promise<number> {
  if (!(await isAnythingDue(pgPool))) return 0;
  let count = 0;
  const { signal } = new AbortController();
  const taskList = Object.fromEntries(
    Object.entries({ ...timetable.tasks, ...timetable.urgent, ...timetable.slow }).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        count += 1;
        await task(payload as Record<string, unknown>, services, signal);
      },
    ]),
  );
  await runOnce({ pgPool, taskList, noHandleSignals: true, concurrency, logger: queueLogger(services.log) });
  return count;
}

/** Works on what is due in the queue, and in the tables, each job once. */
export async function workOff(services: Services, pgPool: Pool, concurrency = 1): Promise<void> {
  for (const wake of timetable.wakes) await wake(services, new Date(0));
  await workOffQueue(services, pgPool, concurrency);
}
