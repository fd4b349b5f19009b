import type { BodyOf } from '@desk/contract/call';
import type { crmTasks, CrmTask } from '@desk/contract/crm-tasks';
import { and, desc, eq, ilike } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { crmTasksTable as t } from '../../platform/db/tables/crm-tasks.ts';

const PAGE = 10;

const taskRow = {
  task_id: t.id,
  zoho_id: t.zohoId,
  subject: t.subject,
  description: t.description,
  date: t.createdAt,
  created_by: t.createdBy,
  state: t.state,
  answer: t.reason,
  finished_at: t.finishedAt,
};

/** Newest first. */
export async function pageOfTasks(
  { search = '', state, page = 1 }: BodyOf<typeof crmTasks.all>,
  { db }: ActorContext,
): Promise<{ task: CrmTask[]; total: number }> {
  const where = and(
    search === '' ? undefined : ilike(t.subject, containsPattern(search)),
    state === undefined ? undefined : eq(t.state, state),
  );
  const [rows, total] = await Promise.all([
    db
      .select(taskRow)
      .from(t)
      .where(where)
      .orderBy(desc(t.id))
      .limit(PAGE)
      .offset((page - 1) * PAGE),
    db.$count(t, where),
  ]);
  const task = rows.map((row) => ({
    ...row,
    date: row.date.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
  return { task, total };
}
