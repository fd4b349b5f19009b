import type { Service } from '@desk/contract/connections';
import { sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import { isConfigured, SYNC_SERVICES } from './services.ts';

/** The schedule looks every quarter of an hour, not always at the same second. */
const TURN = '14 minutes';

/** When the business's clock next says a time, `hh:mm`; an ISO instant. */
export async function nextAt({ db, config, now }: Services, nightlyAt: string): Promise<string | null> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select to_char(
      (local::date + ${nightlyAt}::time + (local::time >= ${nightlyAt}::time)::int * interval '1 day')
        at time zone zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from (select ${config.BUSINESS_TIME_ZONE}::text as zone) as z,
      lateral (select ${now().toISOString()}::timestamptz at time zone zone as local) as l`);
  return rows[0]?.at ?? null;
}

/** When the schedule starts the next run of a service; an ISO instant, null where it is not configured. */
export const nextNight = async (services: Services, service: Service): Promise<string | null> =>
  isConfigured(service, services.clients) ? nextAt(services, SYNC_SERVICES[service].nightlyAt) : null;

/**
 * The nightly run is due for two hours: a server that was down at its minute still makes it, and one that failed over what
 * may pass is followed by another at the next turn of the schedule.
 */
async function isDue({ db, config, now }: Services, service: Service): Promise<boolean> {
  const { nightlyAt } = SYNC_SERVICES[service];
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select slot <= instant and instant < slot + interval '2 hours'
      and not exists (select from sync_runs where service = ${service} and started_at >= slot
        and not (state = 'failed' and may_pass and started_at < instant - ${TURN}::interval)) as due
    from (select ${now().toISOString()}::timestamptz as instant, ${config.BUSINESS_TIME_ZONE}::text as zone) as t,
      lateral (select ((instant at time zone zone)::date + ${nightlyAt}::time) at time zone zone as slot) as l`);
  return rows[0]?.due ?? false;
}

async function isNew({ db }: Services, service: Service): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(
    sql`select not exists (select from sync_runs where service = ${service}) as "isNew"`,
  );
  return rows[0]?.isNew ?? false;
}

/** Queues a run that nobody has asked for. */
async function start(service: Service, { db, announce }: Services): Promise<void> {
  const { runs, event } = SYNC_SERVICES[service];
  await db.transaction((tx) => runs.queue(tx, null));
  announce(event);
}

/** A service that was never read is read at once, whatever the time. */
export async function startFirstSync(service: Service, services: Services): Promise<void> {
  if (isConfigured(service, services.clients) && (await isNew(services, service))) await start(service, services);
}

/** Starts the nightly run when it is due. */
export async function startNightlySync(service: Service, services: Services): Promise<void> {
  if (isConfigured(service, services.clients) && (await isDue(services, service))) await start(service, services);
}
