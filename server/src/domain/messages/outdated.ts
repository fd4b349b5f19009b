import { DECIDING_STATES } from '@desk/contract/rules/instruction';
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
/** Actions that record something else of a renewal, or take back what was. */
const RECORDS = sql.raw(
  [
    'status_saved',
    'comment_added',
    'customer_decided',
    'wish_refused',
    'wish_cancelled',
    'provider_changed',
    'term_moved',
  ]
    .map((action) => `'${action}'`)
    .join(', '),
);
const FIELDS = `$[*] ? (${SHOWN_FIELDS.map((field) => `@.field == "${field}"`).join(' || ')})`;

const decidesIn = (which: 'old' | 'new') =>
  `(${DECIDING_STATES.map((state) => `@.${which} == "${state}"`).join(' || ')})`;
/** From here on its instruction decides a renewal, or does so no more; what is placed as it was approved goes on deciding it. */
const IS_TURNED = `$[*] ? (@.field == "state" && (${decidesIn('old')} && !${decidesIn('new')} || !${decidesIn('old')} && ${decidesIn('new')}))`;

/** Whether a message about renewals that was written then is not true any more: one is closed, or other things were recorded for it, or
 * came from the provider or a file, or were approved or taken back, since. */
export async function isOutdated(db: Db, renewalIds: readonly number[], writtenAt: Date): Promise<boolean> {
  const ids = sql`${sql.param([...renewalIds])}::int[]`;
  const { rows } = await db.execute<{ overtaken: boolean }>(sql`
    select exists (select from renewals where id = any(${ids}) and (state = 'closed' or closed_because is not null)) or exists (
      select from audit_log where subject = 'renewal' and subject_id = any(${ids}) and at >= ${writtenAt.toISOString()}
        and (action in (${RECORDS}) and changes @? ${FIELDS}::jsonpath
          or action like 'instruction!_%' escape '!' and changes @? ${IS_TURNED}::jsonpath)) as overtaken`);
  return rows[0]?.overtaken ?? false;
}
