import { run, type Runner, type TaskList } from 'graphile-worker';
import type { Wiring } from './context.ts';
import type { Timetable } from './tasks.ts';

const SWEEP_MS = 10_000;
const AT_ONCE = 4;

/** Works on the queued jobs of all nodes, sweeps up what a dead worker left, and keeps the crontab. */
export async function startWorker(wiring: Wiring, { tasks, sweeps, crontab }: Timetable) {
  const stopping = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        await task(payload as Record<string, unknown>, wiring, stopping.signal);
      },
    ]),
  );
  const runner: Runner = await run({
    pgPool: wiring.pool,
    taskList,
    concurrency: AT_ONCE,
    noHandleSignals: true,
    pollInterval: 1_000,
    crontab: crontab.join('\n'),
    preset: { worker: { gracefulShutdownAbortTimeout: 5_000 } },
    logger: undefined,
  });
  const sweep = async () => {
    for (const work of sweeps) {
      await work(wiring).catch((error: unknown) => {
        wiring.log.warn({ event: 'sweep_failed', reason: String(error) });
      });
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_MS);
  void sweep();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await runner.stop();
    },
  };
}
