import { sql } from 'drizzle-orm';
import type { Alert } from '../../domain/deadlines/ladder.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { deadlineAlertsTable } from '../../platform/db/tables/deadlines.ts';

const { deadlineId, rung, accountId } = deadlineAlertsTable;
const COLUMNS = { deadlineId, rung, accountId };

/** @returns those that nobody else has claimed: who writes their messages does it in this transaction. */
export async function claimAlerts(tx: Db, alerts: readonly Alert[]): Promise<Alert[]> {
  const claimed: Alert[] = [];
  for (const rows of chunked(alerts.map((one) => ({ ...one })))) {
    const { rows: written } = await tx.execute<Alert & Record<string, unknown>>(sql`
      insert into deadline_alerts (created_at, ${columnNames(COLUMNS)})
      select ${NOW}, ${columnNames(COLUMNS, 'n.')} from ${recordset(COLUMNS, rows)} on conflict do nothing
      returning deadline_id as "deadlineId", rung, account_id as "accountId"`);
    claimed.push(...written);
  }
  return claimed;
}

/** Those whose reader is told now that they are off. Should the date come back, it begins anew. */
export const forgetWithdrawn = (tx: Db, accountIds: readonly number[]) =>
  tx.execute(sql`delete from deadline_alerts
    where withdrawn_at is not null and account_id = any(${sql.param([...accountIds])}::int[])`);
