import { sql } from 'drizzle-orm';
import type { Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { NOT_LISTED, OVER } from '../../platform/db/tables/instructions.ts';

const entryOf = (action: string, renewalId: number, from: (string | null)[], to: (string | null)[]): Entry => ({
  ...{ action, subject: 'renewal', subjectId: renewalId },
  changes: ['state', 'reason'].map((field, at) => ({ field, old: from[at] ?? null, new: to[at] ?? null })),
});

/**
 * Ends wishes of renewals that have just been closed and were never approved: placed later they would act on the next term, which nobody
 * decided. Of a subscription that is gone in the middle of its term they come back with it.
 * @param ids of renewals
 * @param today `yyyy-mm-dd`
 */
export async function endDrafts(tx: Db, ids: readonly number[], today: string): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ renewalId: number; reason: string }>(sql`
    update instructions i set state = 'cancelled', finished_at = ${NOW}, changed_at = ${NOW}, leased_until = null, next_try_at = null,
      reason = case when r.closed_because = 'ended' and r.term_end > ${today}::date then ${NOT_LISTED} else ${OVER} end
    from renewals r
    where r.id = i.renewal_id and i.renewal_id = any(${sql.param([...ids])}::int[]) and i.state = 'draft'
    returning i.renewal_id as "renewalId", i.reason`);
  return rows.map(({ renewalId, reason }) =>
    entryOf('instruction_cancelled', renewalId, ['draft'], ['cancelled', reason]),
  );
}

/**
 * The wishes of renewals whose subscription is listed again wait for approval again, unless something else was asked for.
 * @param ids of renewals that are open again
 */
export async function restoreDrafts(tx: Db, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ renewalId: number }>(sql`
    update instructions i set state = 'draft', reason = null, finished_at = null, changed_at = ${NOW}
    where i.renewal_id = any(${sql.param([...ids])}::int[]) and i.state = 'cancelled' and i.reason = ${NOT_LISTED}
      and i.id = (select max(newest.id) from instructions newest where newest.renewal_id = i.renewal_id)
    returning i.renewal_id as "renewalId"`);
  return rows.map(({ renewalId }) =>
    entryOf('instruction_restored', renewalId, ['cancelled', NOT_LISTED], ['draft', null]),
  );
}
