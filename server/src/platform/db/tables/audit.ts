import { stamped } from '../columns.ts';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export interface Change {
  field: string;
  old: string | null;
  new: string | null;
}

/**
 * Append-only: a trigger refuses update, delete and truncate. Partitioned by the year of `at`, so that an entry's indexes are those of its
 * year, however many years there are; `make_audit_years` makes them ahead.
 */
export const auditLogTable = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: stamped('at'),
    /** Null: the system itself (a sync, a job). */
    actorId: integer('actor_id'),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: integer('subject_id'),
    changes: jsonb().$type<Change[]>().notNull(),
    ip: text(),
    requestId: text('request_id'),
  },
  // The history of one thing, and the newest entries of all, of a thing, of a person.
  (t) => [
    primaryKey({ columns: [t.at, t.id] }),
    index().on(t.subject, t.subjectId, t.id.desc()),
    index().on(t.subject, t.at, t.id),
    index().on(t.actor, t.at, t.id),
  ],
);
