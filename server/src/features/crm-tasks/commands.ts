import { acquireLockOf } from '../../platform/db/locks.ts';
import type { BodyOf } from '@desk/contract/call';
import { crmTasks } from '@desk/contract/crm-tasks';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { enqueueRow } from '../../platform/queue/enqueue.ts';
import { crmTasksTable as t } from '../../platform/db/tables/crm-tasks.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { NOW } from '../../platform/db/now.ts';

type Words = Pick<typeof t.$inferInsert, 'subject' | 'description' | 'createdBy'>;

async function isThere(tx: Db, { subject, description, createdBy }: Words): Promise<boolean> {
  const same = and(eq(t.createdBy, createdBy), eq(t.subject, subject), eq(t.description, description));
  const recent = and(gt(t.createdAt, sql`${NOW} - interval '1 minute'`), ne(t.state, 'refused'));
  return (await tx.$count(t, and(same, recent))) > 0;
}

/**
 * A click that is repeated without a key must not make the work twice, and nobody asks for the same in the same words
 * twice in a minute: such a request is answered like the first, and does nothing. Two requests of one person follow
 * one another.
 */
export async function create({ formData }: BodyOf<typeof crmTasks.create>, ctx: ActorContext) {
  const { actor, announce } = ctx;
  const words = { ...formData, createdBy: actor.email };
  await ctx.write(async (tx) => {
    await acquireLockOf(tx, 'CRM task', actor.id);
    if (await isThere(tx, words)) return;
    const [task] = await tx.insert(t).values(words).returning({ id: t.id });
    if (task) await enqueueRow(tx, 'crm-task', [t, task.id]);
    const entry = { action: 'crm_task_created', subject: 'crm_task', subjectId: task?.id ?? null };
    await audit(tx, ctx, { ...entry, changes: changesBetween({}, formData) });
  });
  announce({ kind: 'crm' });
  return {};
}

export async function resend({ task_id: id }: BodyOf<typeof crmTasks.resend>, ctx: ActorContext) {
  const { announce } = ctx;
  await ctx.write(async (tx) => {
    const [before] = await tx.select({ state: t.state, reason: t.reason }).from(t).where(eq(t.id, id)).for('update');
    if (!before) return refuse(crmTasks.resend, 404);
    if (before.state !== 'refused') return refuse(crmTasks.resend, 409);
    await tx
      .update(t)
      .set({ state: 'queued', attempts: 0, reason: null, nextTryAt: null, leasedUntil: null, finishedAt: null })
      .where(eq(t.id, id));
    await enqueueRow(tx, 'crm-task', [t, id]);
    const changes = changesBetween(before, { state: 'queued' });
    await audit(tx, ctx, { action: 'crm_task_queued_again', subject: 'crm_task', subjectId: id, changes });
  });
  announce({ kind: 'crm' });
  return {};
}
