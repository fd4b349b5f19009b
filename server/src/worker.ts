import { Logger, run, type TaskList } from 'graphile-worker';
import type { Wiring } from './context.ts';
import type { Task, Timetable } from './tasks.ts';

const SWEEP_MS = 10_000;
const AT_ONCE = 4;
const URGENT_AT_ONCE = 2;
/** A sync of each service, and as many orders and changes beside them. */
const SLOW_AT_ONCE = 8;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** What the queue says, in our log and on our levels; never its data, which holds the payloads of jobs. */
export const queueLogger = (log: Wiring['log']) =>
  new Logger(({ workerId }) => (level, message) => {
    log[LEVELS[level]]({ event: 'queue', worker: workerId, message });
  });

/** Works on the queued jobs of all nodes, sweeps up what a dead worker left, and keeps the crontab. */
export async function startWorker(wiring: Wiring, { tasks, urgent, slow, sweeps, crontab }: Timetable) {
  const stopping = new AbortController();
  const listOf = (named: Record<string, Task>): TaskList =>
    Object.fromEntries(
      Object.entries(named).map(([name, task]) => [
        name,
        async (payload: unknown) => {
          await task(payload as Record<string, unknown>, wiring, stopping.signal);
        },
      ]),
    );
  const start = (named: Record<string, Task>, concurrency: number, lines: string[]) =>
    run({
      pgPool: wiring.pool,
      taskList: listOf(named),
      concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      crontab: lines.join('\n'),
      preset: { worker: { gracefulShutdownAbortTimeout: 5_000 } },
      logger: queueLogger(wiring.log),
    });
  const runners = [
    await start(tasks, AT_ONCE, crontab),
    await start(urgent, URGENT_AT_ONCE, []),
    await start(slow, SLOW_AT_ONCE, []),
  ];
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
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
