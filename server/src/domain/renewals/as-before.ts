import { NO_STATUS_FIELDS } from '@desk/contract/rules/status-fields';
import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Change } from '../../platform/db/tables/audit.ts';
import { isStatusAloneSql } from '../../platform/db/tables/open-mail.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import type { Renewal } from './comments.ts';

type Field = keyof Renewal;
/** What a saved status sets. */
const FIELDS = [
  ...(Object.keys(NO_STATUS_FIELDS) as Field[]),
  ...(['confirmationStatus', 'highlightCase', 'taskStatus', 'specialComments'] as const),
];
const COLUMNS = getTableColumns(r);

const asText = (value: Renewal[Field]): string | null => (value === null ? null : String(value));

/**
 * Fields that were set with a status at an instant, and that nobody has changed since, as they stood before: the audit log knows both. What
 * was said with it stays what was said. None where no status was saved then.
 */
export async function asBefore(tx: Db, renewal: Renewal, at: Date): Promise<Partial<Renewal>> {
  const { rows } = await tx.execute<{ changes: Change[]; isStatusAlone: boolean }>(sql`
    select l.changes, exists (select from renewal_comments line where line.renewal_id = l.subject_id and line.updated_on = l.at
      and ${sql.raw(isStatusAloneSql('line'))}) as "isStatusAlone"
    from audit_log l where l.subject = 'renewal' and l.subject_id = ${renewal.id} and l.at = ${at.toISOString()}::timestamptz
      and l.action in ('status_saved', 'comment_added') order by l.id desc limit 1`);
  const [saved] = rows;
  if (!saved) return {};
  const changes = new Map(saved.changes.map((change) => [change.field, change]));
  return Object.fromEntries(
    [...FIELDS, ...(saved.isStatusAlone ? (['followupComment'] as const) : [])].flatMap((field) => {
      const column = COLUMNS[field];
      const change = changes.get(column.name);
      if (!change || change.new !== asText(renewal[field])) return [];
      return [[field, change.old === null ? null : column.mapFromDriverValue(change.old)]];
    }),
  );
}
