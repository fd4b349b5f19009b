import { acquireLock } from '../../platform/db/locks.ts';
import { ScheduledJob, type FailedWork, type JobStanding, type QueuedWork } from '@desk/contract/jobs';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { isOwnJob, SCHEDULED_JOBS, type OwnJob } from '../../platform/queue/job-runs.ts';
import { firstLine } from '../../platform/log/first-line.ts';
import { IS_GIVEN_UP, IS_LOCKED, IS_REPLACED } from '../../platform/queue/given-up.ts';
import { retentionOf } from '../../platform/retention/retention.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { jobRunsTable as r } from '../../platform/db/tables/job-runs.ts';
import { newestRun } from '../../domain/sync/newest.ts';
import { nextAt, nextNight } from '../../domain/sync/nightly.ts';
import { isConfigured } from '../../domain/sync/services.ts';
import { nextRun } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

const NEVER = {
  ...{ state: null, started_at: null, finished_at: null, started_by: null, reason: null, done_at: null },
  failures: 0,
};

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

interface Newest {
  readonly run: Pick<typeof r.$inferSelect, 'state' | 'startedAt' | 'finishedAt' | 'error'>;
  readonly startedBy: string | null;
  readonly doneAt: string | null;
  readonly failures: number;
}

const runOf = (newest: Newest | undefined) =>
  newest
    ? {
        state: newest.run.state,
        started_at: newest.run.startedAt.toISOString(),
        finished_at: newest.run.finishedAt?.toISOString() ?? null,
        started_by: newest.startedBy,
        reason: newest.run.error,
        done_at: instant(newest.doneAt),
        failures: newest.failures,
      }
    : NEVER;

async function newestOwnRun({ db }: Services, job: OwnJob): Promise<Newest | undefined> {
  const [newest] = await db
    .select({
      run: getTableColumns(r),
      startedBy: a.email,
      doneAt: sql<
        string | null
      >`(select finished_at from job_runs where job = ${job} and state = 'done' order by id desc limit 1)`,
      failures: sql<number>`(select count(*) from job_runs where job = ${job} and state = 'failed'
        and finished_at > ${NOW} - interval '7 days')::int`,
    })
    .from(r)
    .leftJoin(a, eq(a.id, r.startedById))
    .where(eq(r.job, job))
    .orderBy(desc(r.id))
    .limit(1);
  return newest;
}

async function standing(job: ScheduledJob, services: Services): Promise<JobStanding> {
  if (isOwnJob(job)) {
    const newest = await newestOwnRun(services, job);
    const schedule = SCHEDULED_JOBS[job];
    const next_run =
      'due' in schedule ? nextRun(schedule.due, services.now()) : await nextAt(services, schedule.nightlyAt);
    return { job, configured: true, ...runOf(newest), next_run };
  }
  const configured = isConfigured(job, services.clients);
  const next_run = await nextNight(services, job);
  return { job, configured, ...runOf(await newestRun(services, job)), next_run };
}

const utc = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

async function queuedWork(db: Db): Promise<QueuedWork[]> {
  const { rows } = await db.execute<QueuedWork & Record<string, unknown>>(sql`
    select task_identifier as task,
      (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'working'))::int as working,
      (count(*) filter (where state = 'resting'))::int as resting,
      (count(*) filter (where state = 'given_up'))::int as given_up,
      ${utc(sql`min(run_at) filter (where state = 'waiting')`)} as oldest
    from (
      select task_identifier, run_at, case when ${IS_LOCKED} then 'working' when ${IS_GIVEN_UP} then 'given_up'
        when run_at > now() then 'resting' else 'waiting' end as state
      from graphile_worker.jobs where not ${IS_REPLACED}
    ) as work
    group by task_identifier order by task_identifier`);
  return rows;
}

/** The queue notes no time of a failure, but puts the next try off from it by e to the power of the tries, in seconds. */
const FAILED_AT = sql`coalesce(locked_at, run_at - exp(least(attempts, 10)) * interval '1 second')`;

async function failedWork(db: Db): Promise<FailedWork[]> {
  const { rows } = await db.execute<FailedWork & Record<string, unknown>>(sql`
    select id::text as work_id, task_identifier as task, attempts, ${utc(FAILED_AT)} as failed_at, last_error as reason
    from graphile_worker.jobs where ${IS_GIVEN_UP} order by ${FAILED_AT} desc, id desc limit 100`);
  return rows.map((row) => ({ ...row, reason: row.reason === null ? null : firstLine(row.reason) }));
}

export async function jobsPage(services: Services) {
  const [standings, queue, failed] = await Promise.all([
    Promise.all(ScheduledJob.options.map((job) => standing(job, services))),
    queuedWork(services.db),
    failedWork(services.db),
  ]);
  return { jobs: standings, queue, failed };
}

/** The queue keeps for ever what it will not try any more. */
export const deleteReplacedJobs = (db: Db) =>
  db.execute(sql`
    select count(*) from graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where ${IS_REPLACED}))`);

/** Work that has been given up, under its number; `tx` holds off all others who would bring it on or remove it. */
export async function lockFailedJob(tx: Db, workId: string): Promise<{ task: string } | undefined> {
  await acquireLock(tx, 'given-up job');
  const { rows } = await tx.execute<{ task: string }>(sql`
    select task_identifier as task from graphile_worker.jobs where id = ${workId}::bigint and ${IS_GIVEN_UP}`);
  return rows[0];
}

export const retention = async ({ db }: Services) => ({ retention: await retentionOf(db) });
