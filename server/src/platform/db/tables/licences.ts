import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf, leaseColumns } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { subscriptionsTable } from './subscriptions.ts';

/** Price of a seat per year; the provider's API has no prices. */
export const pricesTable = pgTable(
  'prices',
  {
    id: identityKey(),
    skuId: text('sku_id').notNull(),
    planName: text('plan_name').notNull(),
    currency: text().notNull(),
    yearly: numeric({ precision: 12, scale: 2 }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('prices_one_of_a_kind').on(t.skuId, t.planName, t.currency)],
);

/** Seats that somebody wants to have more; a job brings the subscription at Google to the total. */
export const seatOrdersTable = pgTable(
  'seat_orders',
  {
    id: identityKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptionsTable.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id),
    addedSeats: integer('added_seats').notNull(),
    /** Google's count when the order was first worked on, and the total that it is brought to. */
    seatsBefore: integer('seats_before'),
    seatsAfter: integer('seats_after'),
    /** When Google was last asked for the total, written before the question leaves; null: nothing can have been bought. */
    askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }),
    /** The estimate shown before the click; null: the price was not known. */
    estimate: numeric({ precision: 14, scale: 2 }),
    currency: text(),
    /** `unknown`: Google stopped answering and may have done it. */
    state: oneOf({ options: ['queued', 'unknown', 'done', 'refused'] })
      .notNull()
      .default('queued'),
    ...leaseColumns(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('seat_orders_one_at_a_time')
      .on(t.subscriptionId)
      .where(sql`state in ('queued', 'unknown')`),
    index().on(t.state, t.nextTryAt),
    index().on(t.subscriptionId, t.id.desc()),
  ],
);
