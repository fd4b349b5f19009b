import { sql } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { queueRun, SCHEDULED_JOBS, type OwnJob } from './job-runs.ts';

type NightlyJob = {
  [Job in OwnJob]: (typeof SCHEDULED_JOBS)[Job] extends { nightlyAt: string } ? Job : never;
}[OwnJob];

/**
 * Whether a job of the night is to be begun: once a night, however long a server was down. One that failed is followed by another an
 * hour later; one that has waited for ten minutes may have lost its place in the queue.
 */
export async function isNightlyDue({ db, config, now }: Services, job: NightlyJob): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select not exists (select from job_runs where job = ${job} and started_at >= slot
      and not (state = 'failed' and started_at < instant - interval '1 hour')
      and not (state = 'queued' and started_at < instant - interval '10 minutes')) as due
    from (select ${now().toISOString()}::timestamptz as instant, ${config.BUSINESS_TIME_ZONE}::text as zone,
        ${SCHEDULED_JOBS[job].nightlyAt}::time as nightly) as t,
      lateral (select instant at time zone zone as local) as l,
      lateral (select (local::date - (local::time < nightly)::int + nightly) at time zone zone as slot) as s`);
  return rows[0]?.due ?? false;
}

/** Queues the run of a job that nobody has asked for. */
export async function queueNightly({ db, announce }: Services, job: NightlyJob): Promise<void> {
  const run = await db.transaction((tx) => queueRun(tx, job, null));
  if (run !== undefined) announce({ kind: 'jobs' });
}
