import type { Services } from '../../platform/context.ts';
import type { DeskEvent } from '../../platform/events/events.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { isGivenUp, pauseAfter } from './pauses.ts';
import { LostRun, type HeldRun, type SyncRuns } from './runs.ts';

const BEAT_MS = 10_000;
const INTERRUPTED = 'The sync was interrupted too often.';
const INTERNAL = 'The sync met an error of its own. The log of the server tells more.';

/** Why no other try can save a run, in a sentence for staff. */
export class Stopped extends Error {}

interface Problem {
  readonly retriable: boolean;
  /** How long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

export interface Sync {
  readonly runs: SyncRuns;
  /** Told to browsers when a run begins, rests and ends. */
  readonly event: DeskEvent;
  /** What the service outside may answer instead. */
  readonly isProblem: (error: unknown) => error is Error & Problem;
  /** Reads and adopts page after page from `run.pageToken` on, and ends the run. */
  readonly read: (run: HeldRun, services: Services, signal: AbortSignal) => Promise<void>;
}

/** What becomes of a run that could not be finished. */
async function stopped({ runs, isProblem }: Sync, run: HeldRun, error: unknown, { db, log }: Services): Promise<void> {
  const isKnown = isProblem(error) || error instanceof Stopped;
  if (!isKnown) log.error({ event: 'sync_error', service: runs.name, run: run.id, ...errorForLog(error) });
  const sentence = isKnown ? error.message : INTERNAL;
  const mayPass = isProblem(error) ? error.retriable : !isKnown;
  const pauseMs = mayPass ? pauseAfter(run.attempts) : undefined;
  if (pauseMs === undefined) return runs.fail(db, run, sentence, mayPass);
  const askedMs = isProblem(error) ? (error.retryAfterMs ?? 0) : 0;
  return runs.postpone(db, run, sentence, Math.max(pauseMs, askedMs));
}

/** Works on a queued run; whoever comes second, or too late, does nothing. */
export async function workOnRun(sync: Sync, runId: number, services: Services, signal: AbortSignal): Promise<void> {
  const { runs, event, read } = sync;
  const { db, announce } = services;
  const run = await runs.take(db, runId);
  if (!run) return;
  announce(event);
  const beating = setInterval(() => void runs.beat(db, run).catch(() => undefined), BEAT_MS);
  try {
    if (isGivenUp(run.attempts)) throw new Stopped(INTERRUPTED);
    await read(run, services, signal);
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
