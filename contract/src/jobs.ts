import * as z from 'zod/mini';
import { call } from './call.ts';
import { Service } from './connections.ts';
import { body, done } from './fields.ts';

const text = z.nullable(z.string());

/** Jobs with a schedule: a sync of each service, and the desk's own maintenance. */
export const ScheduledJob = z.enum([
  ...Service.options,
  'reconcile_terms',
  'coverage',
  'deadline_digests',
  'reminder_plan',
  'tidy_up',
]);
export type ScheduledJob = z.infer<typeof ScheduledJob>;

/** The queue's task name of a service's sync. */
export const syncTask = (service: Service) => `sync-${service}` as const;

export const JobStanding = z.object({
  job: ScheduledJob,
  /** A sync of a service that is not configured never runs. */
  configured: z.boolean(),
  /** Of the newest run; null: there was none. */
  state: z.nullable(z.enum(['queued', 'running', 'done', 'failed'])),
  /** Instants. */
  started_at: text,
  finished_at: text,
  /** The person who started it; null: the schedule. */
  started_by: text,
  /** Why the newest run failed, or rests. */
  reason: text,
  /** When a run last ended well. */
  done_at: text,
  next_run: text,
  /** Runs that failed within the last seven days. */
  failures: z.number(),
});
export type JobStanding = z.infer<typeof JobStanding>;

/** The waiting work of one kind, as the queue has it. */
export const QueuedWork = z.object({
  task: z.string(),
  /** Due and not begun. */
  waiting: z.number(),
  working: z.number(),
  /** Its time has not come: a later try, a pause. */
  resting: z.number(),
  /** Its last try has failed: only a person brings it on. */
  given_up: z.number(),
  /** Since when the oldest of those that wait is due; an instant. */
  oldest: text,
});
export type QueuedWork = z.infer<typeof QueuedWork>;

/** Work whose last try has failed. */
export const FailedWork = z.object({
  /** The queue's number, as text. */
  work_id: z.string(),
  task: z.string(),
  attempts: z.number(),
  failed_at: z.string(),
  /** The first line of what was said; never what the job carries. */
  reason: text,
});
export type FailedWork = z.infer<typeof FailedWork>;

const days = (least: number, most: number) =>
  z.int().check(z.gte(least, `At least ${least} day${least === 1 ? '' : 's'}`), z.lte(most, `At most ${most} days`));

/** How many days things are kept. The audit log is kept for ever. */
export const Retention = z.strictObject({
  /** Messages that were sent or have failed, from their end. */
  messages: days(30, 3_650),
  /** Runs of syncs and jobs. */
  runs: days(30, 3_650),
  /** Checked files of domains. */
  checks: days(1, 365),
  /** Checked files of an import. */
  imports: days(1, 90),
});
export type Retention = z.infer<typeof Retention>;
export const RETENTION: Retention = { messages: 730, runs: 365, checks: 30, imports: 7 };

const administrators = { audience: 'staff', screens: ['jobs'], roles: ['ADMIN'] } as const;
const workId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'Choose a job'));
const GONE = 'This job is not there any more.';

/** Scheduled jobs and the queue: last runs, next runs, failures. */
export const jobs = {
  all: call({
    path: 'adminpanel/get_jobs/',
    ...administrators,
    body: body({}),
    /** `failed`: the newest hundred. */
    reply: z.object({ jobs: z.array(JobStanding), queue: z.array(QueuedWork), failed: z.array(FailedWork) }),
  }),
  run: call({
    path: 'adminpanel/run_job/',
    ...administrators,
    body: body({ job: ScheduledJob }),
    reply: done,
    refusals: { 409: 'This job is waiting or running already.', 503: 'This service is not configured.' },
    writes: true,
  }),
  /** As if it had never been tried. */
  again: call({
    path: 'adminpanel/try_job_again/',
    ...administrators,
    body: body({ work_id: workId }),
    reply: done,
    refusals: { 404: GONE },
    writes: true,
  }),
  remove: call({
    path: 'adminpanel/remove_job/',
    ...administrators,
    body: body({ work_id: workId }),
    reply: done,
    refusals: { 404: GONE },
    writes: true,
  }),
  retention: call({
    path: 'adminpanel/get_retention/',
    ...administrators,
    body: body({}),
    reply: z.object({ retention: Retention }),
  }),
  /** Older rows are deleted at the next hour. `seen`: the values that the form was opened on; where a colleague set others since, 409. */
  setRetention: call({
    path: 'adminpanel/set_retention/',
    ...administrators,
    body: body({ retention: Retention, seen: z.optional(Retention) }),
    reply: done,
    refusals: { 409: 'Somebody has changed this meanwhile. Please check and try again.' },
    writes: true,
  }),
};
