import { sql } from 'drizzle-orm';
import { DeadlineKind, DeadlineState, AlertStep } from '@desk/contract/rules/deadline';
import { check, date, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
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
    kind: oneOf(DeadlineKind).notNull(),
    /** When the provider acts. */
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** The earlier of that instant's days in UTC and in the business's time zone. */
    day: date().notNull(),
    lastSafeDay: date('last_safe_day').notNull(),
    state: oneOf(DeadlineState).notNull().default('open'),
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
    index('deadlines_over')
      .on(t.state, t.day)
      .where(sql`state <> 'open'`),
    check('deadlines_cause', sql`(state = 'open') = (cause is null)`),
  ],
);

/** Who was told of a deadline, and on which alert step: each of them once. */
export const deadlineAlertsTable = pgTable(
  'deadline_alerts',
  {
    id: identityKey(),
    deadlineId: integer('deadline_id')
      .notNull()
      .references(() => deadlinesTable.id, { onDelete: 'cascade' }),
    alertStep: oneOf(AlertStep, 'rung').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** The date moved, or nothing was to be done any more, before it was read. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    uniqueIndex('deadline_alerts_once').on(t.deadlineId, t.alertStep, t.accountId),
    index('deadline_alerts_of').on(t.accountId, t.createdAt.desc()),
    index('deadline_alerts_withdrawn')
      .on(t.accountId)
      .where(sql`withdrawn_at is not null`),
  ],
);

/** The address under which somebody's calendar reads the own deadlines; only the hash of its token is kept. */
export const calendarFeedsTable = pgTable('calendar_feeds', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accountsTable.id, { onDelete: 'cascade' }),
  tokenHash: bytea('token_hash').notNull().unique(),
  createdAt: createdAt(),
});
