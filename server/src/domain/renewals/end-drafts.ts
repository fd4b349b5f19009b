import { sql } from 'drizzle-orm';
import type { Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';

const REASON = 'The term ended before anybody approved it.';

/**
 * Ends wishes about terms that are over and were never approved: placed later they would act on the next term, which nobody decided.
 * @param ids of renewals that have just been closed
 */
export async function endDrafts(tx: Db, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ renewalId: number }>(sql`
    update instructions set state = 'cancelled', reason = ${REASON}, finished_at = ${NOW}, changed_at = ${NOW},
      leased_until = null, next_try_at = null
    where renewal_id = any(${sql.param([...ids])}::int[]) and state = 'draft' returning renewal_id as "renewalId"`);
  const changes = [
    { field: 'state', old: 'draft', new: 'cancelled' },
    { field: 'reason', old: null, new: REASON },
  ];
  return rows.map(({ renewalId }) => ({
    ...{ action: 'instruction_cancelled', subject: 'renewal', subjectId: renewalId, changes },
  }));
}
