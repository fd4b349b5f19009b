import type { Service } from '@desk/contract/connections';
import { syncTask } from '@desk/contract/jobs';
import type { Services } from '../../platform/context.ts';
import type { Task, Timetable } from '../../platform/queue/timetable.ts';
import { startFirstSync, startNightlySync } from './nightly.ts';
import { wakeRuns, type HeldRun } from './runs.ts';
import { SYNC_SERVICES } from './services.ts';
import { Stopped, workOnRun } from './work.ts';

type ClientOf<S extends Service> = NonNullable<ReturnType<(typeof SYNC_SERVICES)[S]['clientOf']>>;

export interface SyncReading<S extends Service> {
  readonly client: ClientOf<S>;
  readonly run: HeldRun;
  readonly services: Services;
  readonly signal: AbortSignal;
}

interface Definition<S extends Service> {
  readonly service: S;
  /** Error of a run where the service is not configured. */
  readonly notConfigured: string;
  /** The first read starts at once, whatever the time; else the first run waits for the night or a person. */
  readonly readsAtOnce?: boolean;
  /** Reads and adopts page after page from `run.pageToken` on, and ends the run. */
  readonly read: (reading: SyncReading<S>) => Promise<void>;
}

/** All that a service needs to be read: by the night, by a person, and after a worker has died. */
export function defineSync<S extends Service>({ service, notConfigured, readsAtOnce = false, read }: Definition<S>) {
  const sync = SYNC_SERVICES[service];
  const work = (runId: number, services: Services, signal: AbortSignal): Promise<void> => {
    const readRun = (run: HeldRun) => {
      // The compiler does not follow an index to what it yields.
      const client = sync.clientOf(services.clients) as ClientOf<S> | undefined;
      if (client === undefined) throw new Stopped(notConfigured);
      return read({ client, run, services, signal });
    };
    return workOnRun(sync, runId, readRun, services, signal);
  };
  return {
    service,
    work,
    startNightly: (services: Services): Promise<void> => startNightlySync(service, services),
    sweep: async (services: Services): Promise<void> => {
      await sync.runs.takeUpStalled(services.db);
      if (readsAtOnce) await startFirstSync(service, services);
    },
  };
}

/** One of each service, under its name. */
export type Syncs = { readonly [S in Service]: ReturnType<typeof defineSync<S>> };

/** Every quarter of an hour, so that it suits business days that begin at any of them in UTC. */
const NIGHTLY_CRONTAB = '10,25,40,55 * * * * nightly-syncs';

/** Timetable of all syncs. A service whose sync cannot be started does not block the others. */
export function timetableOf(syncs: Syncs): Pick<Timetable, 'tasks' | 'slow' | 'wakes' | 'sweeps' | 'crontab'> {
  const all = Object.values(syncs);
  const startNightly: Task = async (_payload, services) => {
    const failures: unknown[] = [];
    for (const sync of all) await sync.startNightly(services).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  return {
    tasks: { 'nightly-syncs': startNightly },
    slow: Object.fromEntries(
      all.map(({ service, work }): [string, Task] => [
        syncTask(service),
        (payload, services, signal) => work(Number(payload['run_id']), services, signal),
      ]),
    ),
    wakes: [({ db }, since) => wakeRuns(db, since)],
    sweeps: all.map(({ sweep }) => sweep),
    crontab: [NIGHTLY_CRONTAB],
  };
}
