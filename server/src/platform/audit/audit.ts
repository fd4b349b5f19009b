import { getTableColumns, type Table } from 'drizzle-orm';
import type { ActorContext, Client } from '../context.ts';
import type { Db } from '../db/db.ts';
import { logSecurityEvent } from '../log/security-log.ts';
import { auditLogTable, type Change } from '../db/tables/audit.ts';

/** The author: a signed-in person, somebody without an account (no id), or the system itself. */
export interface Author {
  actor?: { id: number | null; email: string };
  client?: Pick<Client, 'ip' | 'requestId'>;
}

export interface Entry {
  action: string;
  subject: string;
  subjectId?: number | null;
  changes: Change[];
}

const rowOf = (author: Author, entry: Entry): typeof auditLogTable.$inferInsert => ({
  actorId: author.actor?.id ?? null,
  actor: author.actor?.email ?? 'system',
  ip: author.client?.ip ?? null,
  requestId: author.client?.requestId ?? null,
  action: entry.action,
  subject: entry.subject,
  subjectId: entry.subjectId ?? null,
  changes: entry.changes,
});

/** Fields of an account that decide its permissions. */
const RIGHTS: ReadonlySet<string> = new Set(['status', 'role', 'department', 'menus', 'may_export']);

/** A change of permissions goes to the security log too. */
function logRightsChange(ctx: ActorContext, { action, subject, subjectId, changes }: Entry): void {
  const fields = changes.map(({ field }) => field).filter((field) => RIGHTS.has(field));
  if (subject !== 'account' || fields.length === 0) return;
  logSecurityEvent(ctx, 'privilege_permissions_changed', {
    action,
    account: subjectId ?? 0,
    fields: fields.join(', '),
  });
}

/** Writes audit entries; `tx` must be the transaction of the change itself. */
export async function audit(tx: Db, author: Author | ActorContext, ...entries: Entry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(auditLogTable).values(entries.map((entry) => rowOf(author, entry)));
  if ('log' in author) for (const entry of entries) logRightsChange(author, entry);
}

const shown = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields in which two versions of a row differ, as old and new text. */
export const changesBetween = (old: Record<string, unknown>, now: Record<string, unknown>): Change[] =>
  Object.keys(now)
    .map((field) => ({ field, old: shown(old[field]), new: shown(now[field]) }))
    .filter((change) => change.old !== change.new);

/** Makes entries about rows of some tables, with each field by the name of its column; of two of one name the last counts. */
export function entryAbout(subject: string, ...tables: Table[]) {
  const columns = new Map(
    tables.flatMap((table) =>
      Object.entries(getTableColumns(table)).map(([field, { name }]) => [field, name] as const),
    ),
  );
  return (action: string, subjectId: number, now: object, old: object = {}): Entry => ({
    ...{ action, subject, subjectId },
    changes: changesBetween({ ...old }, { ...now }).map((change) => ({
      ...change,
      field: columns.get(change.field) ?? change.field,
    })),
  });
}
