import { setMaxListeners } from 'node:events';
import { Logger, parseCrontab, run, type TaskList } from 'graphile-worker';
import type { Services } from '../context.ts';
import { keepRunning } from './keep-running.ts';
import { runJob, type Stopping } from './run-job.ts';
import { errorForLog } from '../log/error-for-log.ts';
import type { Task, Timetable } from './timetable.ts';

const WAKE_MS = 1_000;
/** A node looks for rows due up to this long before it started; older ones are found by the sweeps. */
const LOOK_BACK_MS = 60_000;
const SWEEP_MS = 10_000;
const AT_ONCE = 4;
const URGENT_AT_ONCE = 2;
/** A sync of each service, and as many orders and changes beside them. */
const SLOW_AT_ONCE = 8;
/** How long a stopping node lets its jobs finish before others may take them up. */
const FINISH_MS = 10_000;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** The queue's messages, in our log and on our levels; never its data, which holds the payloads of jobs. */
export const queueLogger = (log: Services['log']) =>
  new Logger(({ workerId }) => (level, message, data) => {
    // A job that failed has said so itself.
    if (data?.['failure'] !== true) log[LEVELS[level]]({ event: 'queue', worker: workerId, message });
  });

/** One round after the other, however long it takes; a piece that fails keeps no other from its turn. */
function sweepEvery(milliseconds: number, sweeps: Timetable['sweeps'], services: Services) {
  const round = async () => {
    for (const work of sweeps) {
      try {
        await work(services);
      } catch (error) {
        services.log.warn({ event: 'sweep_failed', ...errorForLog(error) });
      }
    }
  };
  let underWay: Promise<void> | undefined;
  const begin = () => {
    underWay ??= round().finally(() => (underWay = undefined));
  };
  const timer = setInterval(begin, milliseconds);
  begin();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}

/** Each looks from where it last looked, unless that failed. */
const sinceLast = (wake: Timetable['wakes'][number], began: Date) => {
  let since = new Date(began.getTime() - LOOK_BACK_MS);
  return async (services: Services) => {
    const looked = services.now();
    await wake(services, since);
    since = looked;
  };
};

/** Works on the queued jobs of all nodes, queues what has become due, sweeps up what a dead worker left, and keeps the crontab. */
export async function startWorker(
  services: Services,
  { tasks, urgent, slow, wakes, sweeps, crontab }: Timetable,
  finishMs = FINISH_MS,
) {
  const [soon, late] = [new AbortController(), new AbortController()];
  // Every job under way listens.
  setMaxListeners(0, late.signal);
  const stopping: Stopping = { soon: soon.signal, late: late.signal };
  const listOf = (named: Record<string, Task>): TaskList =>
    Object.fromEntries(Object.entries(named).map(([name, task]) => [name, runJob(name, task, services, stopping)]));
  const start = (named: Record<string, Task>, concurrency: number, lines: string[]) => {
    const options = {
      pgPool: services.pool,
      taskList: listOf(named),
      concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      // Without any, the library would look for a file in the working folder.
      parsedCronItems: parseCrontab(lines.join('\n')),
      logger: queueLogger(services.log),
    };
    return keepRunning((events) => run({ ...options, events }), services.log, soon.signal);
  };
  const queues = [
    await start(tasks, AT_ONCE, crontab),
    await start(urgent, URGENT_AT_ONCE, []),
    await start(slow, SLOW_AT_ONCE, []),
  ];
  const wakings = wakes.map((wake) => sinceLast(wake, services.now()));
  const rounds = [sweepEvery(WAKE_MS, wakings, services), sweepEvery(SWEEP_MS, sweeps, services)];
  return {
    /** False while a queue that gave up is not begun again. */
    isRunning: () => queues.every((queue) => queue.isRunning()),
    stop: async () => {
      soon.abort();
      const timeouts = setTimeout(() => late.abort(), finishMs);
      await Promise.all([...rounds, ...queues].map(({ stop }) => stop()));
      clearTimeout(timeouts);
    },
  };
}
export type Worker = Awaited<ReturnType<typeof startWorker>>;
