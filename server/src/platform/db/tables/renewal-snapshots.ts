import { Stage } from '@desk/contract/rules/standing';
import { date, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, oneOf } from '../columns.ts';

const money = (name: string) => numeric(name, { precision: 12, scale: 2 });

/** How open renewals of licences stood when a week began. Only added to: a past week never changes. */
export const renewalSnapshotsTable = pgTable(
  'renewal_snapshots',
  {
    /** The Monday of the week. */
    week: date().notNull(),
    /** No foreign key: to add one would keep everybody from writing on renewals for a moment, and none is ever deleted. */
    renewalId: integer('renewal_id').notNull(),
    stage: oneOf(Stage).notNull(),

    // What its value follows from.
    price: money('price'),
    pricePerUser: money('price_per_user'),
    numberOfSeats: integer('number_of_seats'),
    licensedSeats: integer('licensed_seats'),
    termMonths: integer('term_months'),
    currency: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.week, t.renewalId] })],
);
