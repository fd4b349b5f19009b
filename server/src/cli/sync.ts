import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { SyncRun } from '@desk/contract/sync';
import type { Services } from '../platform/context.ts';
import { writeTo } from '../platform/db/connection/write-to.ts';
import { googleSync } from '../features/subscriptions/jobs.ts';
import { syncRun, syncRuns } from '../features/subscriptions/queries.ts';
import { queueSync } from '../domain/sync/start.ts';
import { CommandProblem, print } from './command.ts';
import { withDesk } from './desk.ts';

const LOOK_MS = 500;

const lineOf = (run: SyncRun): string => {
  switch (run.state) {
    case 'queued':
      return run.error ? `Waiting to try again: ${run.error}` : 'Waiting to begin';
    case 'running':
      return `Pages read: ${run.pages}, subscriptions: ${run.subscriptions}`;
    case 'done':
      return (
        `Done. Subscriptions: ${run.subscriptions}, ${run.created} new, ${run.changed} changed, ${run.ended} ended; ` +
        `renewals: ${run.renewals_opened} opened, ${run.renewals_closed} closed`
      );
    case 'failed':
      return `Failed. ${run.error ?? ''}`;
  }
};

/** The run to work on: a new one, or the one that is under way. */
async function runToFollow(services: Services): Promise<number> {
  const changes = [{ field: 'operator', old: null, new: userInfo().username }];
  const queued = await queueSync('google', { ...services, write: writeTo(services.pool) }, {}, changes);
  if (queued !== undefined) return queued;
  const underWay = (await syncRuns(services)).runs.find((run) => run.finished_at === null);
  if (!underWay) throw new CommandProblem('Another sync has just ended. Please try again.');
  print('A sync is under way already; this command follows it.');
  return underWay.run_id;
}

/** Works on the run whenever it is due; while a server has it, it is only watched. */
async function follow(services: Services, runId: number, stopping: AbortSignal): Promise<number> {
  let outcome = '';
  const look = async () => {
    const run = await syncRun(services.db, runId);
    const line = run ? lineOf(run) : outcome;
    if (line !== outcome) print(line);
    outcome = line;
    return run;
  };
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  try {
    while (!stopping.aborted) {
      await googleSync.sweep(services);
      await googleSync.work(runId, services, stopping);
      const run = await look();
      if (!run || run.finished_at !== null) return run?.state === 'done' ? 0 : 1;
      await wait(LOOK_MS);
    }
  } finally {
    clearInterval(looking);
  }
  print('Stopped. The next sync goes on where this one was.');
  return 1;
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping.abort();
  });
await withDesk(async (services) => follow(services, await runToFollow(services), stopping.signal));
