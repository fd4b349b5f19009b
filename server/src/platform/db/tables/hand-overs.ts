import { HandOverReason } from '@desk/contract/renewal-work/hand-over';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { renewalsTable } from './renewals.ts';

/** Renewals that went from somebody to others at once. */
export const handOversTable = pgTable(
  'hand_overs',
  {
    id: identityKey(),
    /** Whose work it was; null: nobody's. */
    fromAccountId: integer('from_account_id').references(() => accountsTable.id),
    byId: integer('by_id')
      .notNull()
      .references(() => accountsTable.id),
    at: stamped('at'),
    why: oneOf(HandOverReason).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true, mode: 'date' }),
    undoneById: integer('undone_by_id').references(() => accountsTable.id),
  },
  (t) => [index('hand_overs_by_time').on(t.at, t.id)],
);

export const handOverRowsTable = pgTable(
  'hand_over_rows',
  {
    handOverId: integer('hand_over_id')
      .notNull()
      .references(() => handOversTable.id, { onDelete: 'cascade' }),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id, { onDelete: 'cascade' }),
    fromAccountId: integer('from_account_id').references(() => accountsTable.id),
    toAccountId: integer('to_account_id').references(() => accountsTable.id),
    /** Nobody has assigned the renewal since, not even to the same person: a trigger of the renewals says when somebody has. */
    isCurrent: boolean('is_current').notNull().default(true),
    /** The hand-over that was current before: it is again once this one is undone. */
    previousId: integer('previous_id').references(() => handOversTable.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.handOverId, t.renewalId] }),
    uniqueIndex('hand_over_rows_current')
      .on(t.renewalId)
      .where(sql`is_current`),
    index('hand_over_rows_by_renewal').on(t.renewalId),
  ],
);
