import { Service, type Connection } from '@desk/contract/connections';
import type { Services } from '../../platform/context.ts';
import { newestRun } from '../../domain/sync/newest.ts';
import { nextNight } from '../../domain/sync/nightly.ts';
import { isConfigured } from '../../domain/sync/services.ts';

type Newest = NonNullable<Awaited<ReturnType<typeof newestRun>>>;

const NEVER = {
  ...{ state: null, started_at: null, finished_at: null, started_by: null, done_at: null, error: null },
  ...{ read: 0, changed: 0, skipped: 0, attempts: 0 },
};

const runOf = ({ run, startedBy, doneAt }: Newest) => ({
  state: run.state,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  started_by: startedBy,
  read: run.subscriptions,
  changed: run.created + run.changed + run.ended,
  skipped: run.skipped,
  attempts: run.attempts,
  error: run.error,
  done_at: doneAt === null ? null : new Date(doneAt).toISOString(),
});

async function connection(service: Service, services: Services): Promise<Connection> {
  const configured = isConfigured(service, services.clients);
  const newest = await newestRun(services, service);
  const next_run = await nextNight(services, service);
  return { service, configured, ...(newest ? runOf(newest) : NEVER), next_run };
}

export async function connectionsOf(services: Services): Promise<{ connections: Connection[] }> {
  return { connections: await Promise.all(Service.options.map((service) => connection(service, services))) };
}
