import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { subscriptionsTable } from './subscriptions.ts';

/** Days on which nobody works. */
export const holidaysTable = pgTable('holidays', {
  day: date().primaryKey(),
  name: text().notNull(),
  createdAt: createdAt(),
});

/** What can be done only until a day. Derived from what the provider says, never typed. */
export const deadlinesTable = pgTable(
  'deadlines',
  {
    id: identityKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptionsTable.id, { onDelete: 'cascade' }),
    /** `change`: of the term that ends; `trial_end`: of a trial that ends without a plan. */
    kind: oneOf({ options: ['change', 'trial_end'] }).notNull(),
    /** When the provider acts. */
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** The earlier of that instant's days in UTC and in the business's time zone. */
    day: date().notNull(),
    lastSafeDay: date('last_safe_day').notNull(),
    /** `void`: the provider's date is another one by now. */
    state: oneOf({ options: ['open', 'met', 'missed', 'void'] })
      .notNull()
      .default('open'),
    /** Why it is no longer open, in words. */
    cause: text(),
    createdAt: createdAt(),
    changedAt: stamped('changed_at'),
  },
  (t) => [
    uniqueIndex('deadlines_once').on(t.subscriptionId, t.kind, t.at),
    uniqueIndex('deadlines_one_open')
      .on(t.subscriptionId, t.kind)
      .where(sql`state = 'open'`),
    index('deadlines_open')
      .on(t.lastSafeDay, t.id)
      .where(sql`state = 'open'`),
    check('deadlines_cause', sql`(state = 'open') = (cause is null)`),
  ],
);
