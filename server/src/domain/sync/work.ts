import type { Services } from '../../platform/context.ts';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { isGivenUp, pauseAfter } from './pauses.ts';
import { LostRun, type HeldRun } from './runs.ts';
import type { SyncService } from './services.ts';

const BEAT_MS = 10_000;
const INTERRUPTED = 'The sync was interrupted too often.';
const INTERNAL = 'The sync met an error of its own. The log of the server tells more.';

/** Why no other try can save a run, in a sentence for staff. */
export class Stopped extends Error {}

type Sync = Pick<SyncService, 'runs' | 'event'>;

/** The error as a sentence, whether a retry may help, and the pause that the service asks for. */
function outcomeOf(error: unknown) {
  if (error instanceof ServiceProblem)
    return { sentence: error.message, mayPass: error.retriable, askedMs: error.retryAfterMs };
  if (error instanceof Stopped) return { sentence: error.message, mayPass: false };
  return { sentence: INTERNAL, mayPass: true, isInternal: true };
}

/** A run that could not be finished: postponed, or failed. */
async function stopped({ runs }: Sync, run: HeldRun, error: unknown, { db, log }: Services): Promise<void> {
  const { sentence, mayPass, askedMs = 0, isInternal = false } = outcomeOf(error);
  if (isInternal) log.error({ event: 'sync_error', service: runs.service, run: run.id, ...errorForLog(error) });
  const pauseMs = mayPass ? pauseAfter(run.attempts) : undefined;
  if (pauseMs === undefined) return runs.fail(db, run, sentence, mayPass);
  return runs.postpone(db, run, sentence, Math.max(pauseMs, askedMs));
}

/**
 * Works on a queued run; a second worker, or one that comes too late, does nothing.
 * @param read reads and adopts page after page from `run.pageToken` on, and ends the run.
 */
export async function workOnRun(
  sync: Sync,
  runId: number,
  read: (run: HeldRun) => Promise<void>,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const { runs, event } = sync;
  const { db, announce } = services;
  const run = await runs.take(db, runId);
  if (!run) return;
  announce(event);
  const beating = setInterval(() => void runs.beat(db, run).catch(() => undefined), BEAT_MS);
  try {
    if (isGivenUp(run.attempts)) throw new Stopped(INTERRUPTED);
    await read(run);
  } catch (error) {
    if (error instanceof LostRun) return;
    const ending = signal.aborted ? runs.postpone(db, run, null, 0) : stopped(sync, run, error, services);
    await ending.catch((lost: unknown) => {
      if (!(lost instanceof LostRun)) throw lost;
    });
  } finally {
    clearInterval(beating);
    announce(event);
  }
}
