import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Services } from '../context.ts';
import { errorForLog } from '../log/error-for-log.ts';

const AGAIN_MS = 1_000;

/** Keeps a queue at work until `soon` comes. One that gives up, for whatever reason, is begun again. */
export async function keepRunning(
  start: (events: WorkerEvents) => Promise<Runner>,
  log: Services['log'],
  soon: AbortSignal,
) {
  const all: Runner[] = [];
  let current: Runner | undefined;
  let beginning = Promise.resolve();

  const begin = async () => {
    const events = new EventEmitter() as WorkerEvents;
    const runner = await start(events);
    runner.promise.catch(() => undefined);
    all.push(runner);
    current = runner;
    events.once('pool:gracefulShutdown', () => {
      current = undefined;
      if (soon.aborted) return;
      log.error({ event: 'queue_stopped_unexpectedly' });
      beginning = beginAgain();
    });
  };
  const beginAgain = async () => {
    while (!soon.aborted && current === undefined) {
      await pause(AGAIN_MS, undefined, { ref: false });
      await begin().catch((error: unknown) => {
        log.warn({ event: 'queue_start_failed', ...errorForLog(error) });
      });
    }
  };

  await begin().catch((error: unknown) => {
    log.warn({ event: 'queue_start_failed', ...errorForLog(error) });
    beginning = beginAgain();
  });
  return {
    isRunning: () => current !== undefined,
    /** Waits for the jobs under way. */
    stop: async () => {
      await beginning;
      await Promise.allSettled(all.map((runner) => runner.stop().catch(() => runner.promise)));
    },
  };
}
