import { sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Sync } from './work.ts';

/** The schedule looks every quarter of an hour, not always at the same second. */
const TURN = '14 minutes';

/** When the schedule starts the next run; an ISO instant. `nightlyAt`: the business time of day, `02:10`. */
export async function nextNight({ db, config, now }: Services, nightlyAt: string): Promise<string | null> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select to_char(
      (local::date + ${nightlyAt}::time + (local::time >= ${nightlyAt}::time)::int * interval '1 day')
        at time zone zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from (select ${config.BUSINESS_TIME_ZONE}::text as zone) as z,
      lateral (select ${now().toISOString()}::timestamptz at time zone zone as local) as l`);
  return rows[0]?.at ?? null;
}

/**
 * The nightly run is due for two hours: a server that was down at its minute still makes it, and one that failed over what
 * may pass is followed by another at the next turn of the schedule.
 */
async function isDue({ db, config, now }: Services, { runs }: Sync, nightlyAt: string): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select slot <= instant and instant < slot + interval '2 hours'
      and not exists (select from sync_runs where service = ${runs.name} and started_at >= slot
        and not (state = 'failed' and may_pass and started_at < instant - ${TURN}::interval)) as due
    from (select ${now().toISOString()}::timestamptz as instant, ${config.BUSINESS_TIME_ZONE}::text as zone) as t,
      lateral (select ((instant at time zone zone)::date + ${nightlyAt}::time) at time zone zone as slot) as l`);
  return rows[0]?.due ?? false;
}

/** What was never read is read at once, whatever the time. */
export async function startFirstSync({ runs, event }: Pick<Sync, 'runs' | 'event'>, { db, announce }: Services) {
  const { rows } = await db.execute<{ isNew: boolean }>(
    sql`select not exists (select from sync_runs where service = ${runs.name}) as "isNew"`,
  );
  if (!rows[0]?.isNew) return;
  await db.transaction((tx) => runs.queue(tx, null));
  announce(event);
}

/** Starts the nightly run when it is due. */
export async function startNightlySync(sync: Sync, nightlyAt: string, services: Services): Promise<void> {
  if (!(await isDue(services, sync, nightlyAt))) return;
  await services.db.transaction((tx) => sync.runs.queue(tx, null));
  services.announce(sync.event);
}
