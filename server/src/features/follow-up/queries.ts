import type { FollowUpComment } from '@desk/contract/follow-up';
import { desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { renewalCommentsTable as c, renewalsTable as r } from '../../platform/db/tables/renewals.ts';

/** Newest first; undefined where there is no such renewal. */
export async function commentsOf(db: Db, renewalId: number): Promise<z.infer<typeof FollowUpComment>[] | undefined> {
  const rows = await db
    .select({
      comment_id: c.id,
      followup_comment: c.comment,
      updated_by: c.updatedBy,
      updated_on: c.updatedOn,
    })
    .from(c)
    .where(eq(c.renewalId, renewalId))
    .orderBy(desc(c.id));
  if (rows.length === 0 && !(await isRenewal(db, renewalId))) return undefined;
  return rows.map((row) => ({ ...row, updated_on: row.updated_on.toISOString() }));
}

async function isRenewal(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(r)
    .where(eq(r.id, id));
  return found.length > 0;
}
