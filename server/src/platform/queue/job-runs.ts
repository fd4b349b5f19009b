import type { Task } from './timetable.ts';
import { tryLockOf } from '../db/locks.ts';
import { withSessionLock } from '../db/session-lock.ts';
import { and, eq, getTableName, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { errorForLog } from '../log/error-for-log.ts';
import { enqueue } from './enqueue.ts';
import { firstLine } from '../log/first-line.ts';
import { jobRunsTable as r } from '../db/tables/job-runs.ts';
import { NOW } from '../db/now.ts';
import { isOneOf } from '../db/sql/constants.ts';

export type OwnJob = (typeof r.$inferSelect)['job'];

/**
 * The desk's own scheduled work: its task, and when it is due, as a crontab says it in UTC; once a night what has a time of the
 * business's clock instead.
 */
export const SCHEDULED_JOBS = {
  // Every quarter of an hour, so that it suits business days that begin at any of them in UTC.
  reconcile_terms: { task: 'reconcile-terms', due: '1,16,31,46 * * * *', lock: 1 },
  // When the syncs of the night have been.
  coverage: { task: 'coverage', nightlyAt: '04:40', lock: 4 },
  // The hour is the business's; it is looked at as often as business days begin.
  deadline_digests: { task: 'deadline-digests', due: '0,15,30,45 * * * *', lock: 3 },
  // Of the terms that the syncs of the night have told of.
  reminder_plan: { task: 'reminder-plan', nightlyAt: '04:50', lock: 5 },
  tidy_up: { task: 'tidy-up', due: '17 * * * *', lock: 2 },
} as const satisfies Record<OwnJob, object>;

export const isOwnJob = (job: string): job is OwnJob => job in SCHEDULED_JOBS;

export const scheduledCrontab: string[] = Object.values(SCHEDULED_JOBS).flatMap((job) =>
  'due' in job ? [`${job.due} ${job.task}`] : [],
);

const DIED = 'The server stopped while it worked.';

/** Runs are queued and begun by one at a time; each only for a moment. */
const holdRuns = (tx: Db) => tx.execute(sql`lock table job_runs in share row exclusive mode`);

/** A worker holds the advisory lock of its job: if it is free, the runs marked as running have died. */
const closeDead = (tx: Db, job: OwnJob) =>
  tx
    .update(r)
    .set({ state: 'failed', finishedAt: NOW, error: DIED })
    .where(and(eq(r.job, job), isOneOf(r.state, 'running')));

/** One job a run: who queues it again while it waits finds it there. */
const enqueueRun = (tx: Db, job: OwnJob, runId: number): Promise<void> => {
  const key = `${getTableName(r)}:${String(runId)}`;
  return enqueue(tx, SCHEDULED_JOBS[job].task, { run_id: runId }, { key, keepsPlace: true });
};

/**
 * Queues a run for somebody, or for the schedule (null); undefined while one waits or runs. One that waits gets a job where it has
 * none any more: nobody else looks for it.
 */
export async function queueRun(tx: Db, job: OwnJob, startedById: number | null): Promise<number | undefined> {
  await holdRuns(tx);
  const [open] = await tx
    .select({ id: r.id, state: r.state })
    .from(r)
    .where(and(eq(r.job, job), isOneOf(r.state, 'queued', 'running')));
  if (open?.state === 'queued') {
    await enqueueRun(tx, job, open.id);
    return undefined;
  }
  // Only beside a run that seems to be under way: a worker that comes for its run just then would find the lock taken, and leave it.
  if (open !== undefined && !(await tryLockOf(tx, 'job run', SCHEDULED_JOBS[job].lock))) return undefined;
  await closeDead(tx, job);
  const [run] = await tx.insert(r).values({ job, state: 'queued', startedById }).returning({ id: r.id });
  if (run) await enqueueRun(tx, job, run.id);
  return run?.id;
}

/** The run that waits, or a new one. Who comes for a run that another has done finds nothing. */
const begin = (db: Db, job: OwnJob, runId: unknown): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    await holdRuns(tx);
    await closeDead(tx, job);
    const [waiting] = await tx
      .update(r)
      .set({ state: 'running', startedAt: NOW })
      .where(and(eq(r.job, job), isOneOf(r.state, 'queued'), runId === undefined ? undefined : eq(r.id, Number(runId))))
      .returning({ id: r.id });
    if (waiting !== undefined || runId !== undefined) return waiting?.id;
    const [made] = await tx.insert(r).values({ job, state: 'running' }).returning({ id: r.id });
    return made?.id;
  });

const end = (db: Db, id: number, error: string | null) =>
  db
    .update(r)
    .set({ state: error === null ? 'done' : 'failed', error, finishedAt: NOW })
    .where(and(eq(r.id, id), eq(r.state, 'running')));

/** The task with its runs written down. One that fails is not tried again: its next time is near. */
export const withJobRun =
  (job: OwnJob, work: Task): Task =>
  async (payload, services, signal) => {
    const { db, pool, log, announce } = services;
    const isAlone = await withSessionLock(pool, ['job run', SCHEDULED_JOBS[job].lock], async () => {
      const id = await begin(db, job, payload['run_id']);
      if (id === undefined) return;
      announce({ kind: 'jobs' });
      const error = await work(payload, services, signal).then(
        () => null,
        (problem: unknown) => {
          const failure = errorForLog(problem);
          log.error({ event: 'job_failed', job, ...failure });
          return firstLine(failure.reason);
        },
      );
      await end(db, id, error);
      announce({ kind: 'jobs' });
    });
    if (!isAlone) log.info({ event: 'job_run_skipped', job, message: 'Another node has the lock of this job.' });
  };
