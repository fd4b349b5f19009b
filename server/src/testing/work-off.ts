import { runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Wiring } from '../context.ts';
import { queueLogger } from '../process/worker.ts';
import { timetable } from '../tasks.ts';

/** Works on what is due in the queue, each job once. */
export async function workOff(wiring: Wiring, pgPool: Pool, concurrency = 1): Promise<void> {
  const taskList = Object.fromEntries(
    Object.entries({ ...timetable.tasks, ...timetable.urgent, ...timetable.slow }).map(([name, task]) => [
      name,
      (payload: unknown) => task(payload as Record<string, unknown>, wiring, new AbortController().signal),
    ]),
  );
  await runOnce({ pgPool, taskList, noHandleSignals: true, concurrency, logger: queueLogger(wiring.log) });
}
