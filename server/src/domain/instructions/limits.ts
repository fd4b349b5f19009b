import { STANDARD_LIMITS, type ApprovalLimits } from '@desk/contract/rules/approval';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';

/** From where on a second person approves: as somebody has set it, else as it comes. */
export async function approvalLimitsOf(db: Db): Promise<ApprovalLimits> {
  const { rows } = await db.execute<{ set: Partial<ApprovalLimits> }>(
    sql`select value::json as set from installation where name = 'approval_limits'`,
  );
  return { ...STANDARD_LIMITS, ...rows[0]?.set };
}
