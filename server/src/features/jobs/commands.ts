import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@desk/contract/call';
import { jobs } from '@desk/contract/jobs';
import { sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { isOwnJob, queueRun, type OwnJob } from '../../platform/queue/job-runs.ts';
import { setRetention } from '../../platform/retention/retention.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { startSync } from '../../domain/sync/start.ts';
import { lockFailedJob } from './queries.ts';

async function runOwn(job: OwnJob, ctx: ActorContext): Promise<void> {
  await ctx.write(async (tx) => {
    const subjectId = (await queueRun(tx, job, ctx.actor.id)) ?? refuse(jobs.run, 409);
    await audit(tx, ctx, { action: 'job_started', subject: 'job', subjectId, changes: changesBetween({}, { job }) });
  });
}

export async function run({ job }: BodyOf<typeof jobs.run>, ctx: ActorContext) {
  if (isOwnJob(job)) await runOwn(job, ctx);
  else await startSync(jobs.run, job, ctx);
  ctx.announce({ kind: 'jobs' });
  return {};
}

type Chosen = BodyOf<typeof jobs.again>;

/** Does something with given-up work through a function of the queue. */
async function decide({ work_id }: Chosen, ctx: ActorContext, action: string, done: (id: SQL) => SQL) {
  await ctx.write(async (tx) => {
    const { task } = (await lockFailedJob(tx, work_id)) ?? refuse(jobs.again, 404);
    const { rows } = await tx.execute(sql`select id from ${done(sql`array[${work_id}::bigint]`)}`);
    // Between the two a worker may have taken it whose lock was four hours old.
    if (rows.length === 0) refuse(jobs.again, 404);
    await audit(tx, ctx, { action, subject: 'job', changes: changesBetween({}, { task, work_id }) });
  });
  ctx.announce({ kind: 'jobs' });
  return {};
}

export const again = (chosen: Chosen, ctx: ActorContext) =>
  decide(
    chosen,
    ctx,
    'job_tried_again',
    (ids) => sql`graphile_worker.reschedule_jobs(${ids}, run_at := now(), attempts := 0)`,
  );

export const remove = (chosen: Chosen, ctx: ActorContext) =>
  decide(chosen, ctx, 'job_removed', (ids) => sql`graphile_worker.complete_jobs(${ids})`);

export async function setRetentionDays({ retention, seen }: BodyOf<typeof jobs.setRetention>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const before = await setRetention(tx, retention);
    if (seen && !isDeepStrictEqual(before, seen)) refuse(jobs.setRetention, 409);
    const changes = changesBetween(before, retention);
    if (changes.length > 0) await audit(tx, ctx, { action: 'retention_changed', subject: 'job', changes });
  });
  ctx.announce({ kind: 'jobs' });
  return {};
}
