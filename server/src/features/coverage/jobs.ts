import { sql } from 'drizzle-orm';
import { findUncovered } from '../../domain/work-items/coverage.ts';
import type { Services } from '../../platform/context.ts';
import { queueRun, SCHEDULED_JOBS } from '../../platform/queue/job-runs.ts';
import { dayIn } from '../../platform/time/days.ts';

/** Looks for what would fall through. */
export const checkCoverage = ({ db, config, now }: Services): Promise<void> =>
  findUncovered(db, dayIn(config.BUSINESS_TIME_ZONE, now()));

/**
 * Once a night, however long a server was down; one that failed is followed by another an hour later. For the first time as soon as
 * there are subscriptions and no sync is under way: half of them would be a false alarm.
 */
async function isDue({ db, config, now }: Services): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select case
      when exists (select from job_runs where job = 'coverage') then not exists (
        select from job_runs where job = 'coverage' and started_at >= slot
          and not (state = 'failed' and started_at < instant - interval '1 hour'))
      else exists (select from subscriptions) and not exists (select from sync_runs where state in ('queued', 'running'))
      end as due
    from (select ${now().toISOString()}::timestamptz as instant, ${config.BUSINESS_TIME_ZONE}::text as zone,
        ${SCHEDULED_JOBS.coverage.nightlyAt}::time as nightly) as t,
      lateral (select instant at time zone zone as local) as l,
      lateral (select (local::date - (local::time < nightly)::int + nightly) at time zone zone as slot) as s`);
  return rows[0]?.due ?? false;
}

/** Queues the run of the night when it is due. */
export async function sweepCoverage(services: Services): Promise<void> {
  if (!(await isDue(services))) return;
  const run = await services.db.transaction((tx) => queueRun(tx, 'coverage', null));
  if (run !== undefined) services.announce({ kind: 'jobs' });
}
