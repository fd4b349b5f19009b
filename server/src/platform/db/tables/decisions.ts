import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf } from '../columns.ts';
import { accountsTable } from './accounts.ts';

/** Decisions of staff about a domain or a person, with the values before, so that they can be undone. */
export const decisionsTable = pgTable(
  'decisions',
  {
    id: identityKey(),
    subject: oneOf({ options: ['domain', 'account'] }).notNull(),
    subjectId: integer('subject_id').notNull(),
    /** As the audit log calls it. */
    action: text().notNull(),
    /** The subject as a list shows it: the domain or the person's e-mail; and who asked, or had it. */
    name: text().notNull(),
    person: text(),
    /** The values before and after it, by column. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The messages about it. */
    messageIds: integer('message_ids').array().notNull().default([]),
    decidedById: integer('decided_by_id')
      .notNull()
      .references(() => accountsTable.id),
    createdAt: createdAt(),
    undoneAt: timestamp('undone_at', { withTimezone: true, mode: 'date' }),
    undoneById: integer('undone_by_id').references(() => accountsTable.id),
  },
  (t) => [
    index('decisions_newest').on(t.subject, t.createdAt.desc(), t.id.desc()),
    index('decisions_of').on(t.subject, t.subjectId, t.id.desc()),
  ],
);
