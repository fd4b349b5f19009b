import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accountsTable } from './accounts.ts';

/** Tags and manager of a member of the renewal team. No tags: no row. */
export const memberTagsTable = pgTable(
  'member_tags',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    /** Words of Segment and Zone; empty: all. */
    segments: text().array().notNull().default([]),
    zones: text().array().notNull().default([]),
    managerId: integer('manager_id').references(() => accountsTable.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.managerId)],
);
