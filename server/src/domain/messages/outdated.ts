import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';

/** Fields of a renewal that its messages quote, by the names of the audit log. */
const SHOWN_FIELDS = [
  'confirmation_status',
  'renewed_lic',
  'planned_sku',
  'price_per_user',
  'upto20',
  'above20',
  'extension_date',
  'price',
  'currency',
  'number_of_seats',
  'sku_name',
  'renewal_date',
];
const FIELDS = `$[*] ? (${SHOWN_FIELDS.map((field) => `@.field == "${field}"`).join(' || ')})`;

/** Whether a message about renewals that was written then is not true any more: one is closed, or other things were recorded for it, or
 * came from the provider or a file, since. */
export async function isOutdated(db: Db, renewalIds: readonly number[], writtenAt: Date): Promise<boolean> {
  const ids = sql`${sql.param([...renewalIds])}::int[]`;
  const { rows } = await db.execute<{ overtaken: boolean }>(sql`
    select exists (select from renewals where id = any(${ids}) and state = 'closed') or exists (
      select from audit_log where subject = 'renewal' and subject_id = any(${ids}) and at >= ${writtenAt.toISOString()}
        and action in ('status_saved', 'customer_decided', 'provider_changed', 'term_moved') and changes @? ${FIELDS}::jsonpath) as overtaken`);
  return rows[0]?.overtaken ?? false;
}
