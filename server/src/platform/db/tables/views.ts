import { ViewScope } from '@desk/contract/views';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, identityKey, oneOf } from '../columns.ts';
import { accountsTable } from './accounts.ts';

/** Named filters, columns, sort and page size of a list. */
export const viewsTable = pgTable(
  'views',
  {
    id: identityKey(),
    /** The route of the menu, with the slugs of the installation still open. */
    screen: text().notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    name: citext().notNull(),
    scope: oneOf(ViewScope).notNull(),
    /** The query string of the screen's address. */
    search: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('views_one_of_a_name').on(t.screen, t.ownerId, t.name), index().on(t.ownerId)],
);

/** The view with which a person's screen opens. */
export const defaultViewsTable = pgTable(
  'default_views',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    screen: text().notNull(),
    viewId: integer('view_id')
      .notNull()
      .references(() => viewsTable.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.screen] }), index().on(t.viewId)],
);
