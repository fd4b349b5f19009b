import { Service } from '@desk/contract/connections';
import { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { citext, createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { customersTable, domainsTable } from './customers.ts';

/** When the provider ends a term or a trial, beside the business day, and what it does then if nobody acts. */
const endColumns = () => ({
  termEndAt: timestamp('term_end_at', { withTimezone: true, mode: 'date' }),
  trialEndAt: timestamp('trial_end_at', { withTimezone: true, mode: 'date' }),
  ifNobodyActs: oneOf(IfNobodyActs, 'if_nobody_acts').notNull().default('unknown'),
  /** Null where nobody can know. */
  seatsIfNobodyActs: integer('seats_if_nobody_acts'),
});

/**
 * A subscription as we keep it. The provider's facts and the reseller's own (`own*`, price, margin) are different
 * columns, so that a sync never overwrites what staff entered.
 */
export const subscriptionsTable = pgTable(
  'subscriptions',
  {
    id: identityKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id),
    domainId: integer('domain_id')
      .notNull()
      .references(() => domainsTable.id),
    /** `directory`: of the directory product, all others are of Google's. */
    source: oneOf({ options: ['google', 'file', 'directory'] }).notNull(),
    /** The provider's current id; earlier ones are in `subscription_ids`. */
    externalId: text('external_id').notNull().unique(),
    skuId: text('sku_id').notNull(),
    skuName: text('sku_name').notNull(),
    planName: text('plan_name').notNull(),
    status: text().notNull(),
    billingMethod: text('billing_method'),
    numberOfSeats: integer('number_of_seats'),
    maximumSeats: integer('maximum_seats'),
    licensedSeats: integer('licensed_seats'),
    termStart: date('term_start'),
    /** Google's commitment end, a business day. Null: offline billing, flexible, trial, free, or imported. */
    termEnd: date('term_end'),
    renewalType: text('renewal_type'),
    suspensionReasons: text('suspension_reasons'),
    ...endColumns(),
    /** Since when it is suspended, where nobody saw that happen the earliest that it can be; null: it is not. */
    suspendedSince: timestamp('suspended_since', { withTimezone: true, mode: 'date' }),
    /** The day on which we renew and bill. */
    ownRenewalDate: date('own_renewal_date'),
    /** For all seats, as it was told for `pricedSeats`; what it is now says `currentPrice`. */
    price: numeric({ precision: 12, scale: 2 }),
    /** The seats that the price was told for; null: it stands whatever the seats are. */
    pricedSeats: integer('priced_seats'),
    currency: text().notNull().default('INR'),
    margin: numeric({ precision: 5, scale: 2 }),
    /** The provider lists it no longer; set by a complete sync. */
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
    /** When Google last answered an order of seats: a list that was asked for earlier tells nothing newer. */
    answeredAt: timestamp('answered_at', { withTimezone: true, mode: 'date' }),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId),
    index().on(t.domainId),
    // Which customers are active, without the rows themselves.
    index('subscriptions_active')
      .on(t.customerId)
      .where(sql`status = 'ACTIVE' and ended_at is null`),
  ],
);

/** Every id that a subscription ever had at its provider: ids change on upgrade and old ones must still match. */
export const subscriptionIdsTable = pgTable(
  'subscription_ids',
  {
    externalId: text('external_id').primaryKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptionsTable.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.subscriptionId), index('subscription_ids_begin').on(sql`(lower(external_id) collate "C")`)],
);

/** Staging area of a sync: Google's subscriptions as last read, by Google's ids. */
export const googleSubscriptionsTable = pgTable(
  'google_subscriptions',
  {
    externalId: text('external_id').primaryKey(),
    googleCustomerId: text('google_customer_id').notNull(),
    domain: citext().notNull(),
    skuId: text('sku_id').notNull(),
    skuName: text('sku_name').notNull(),
    planName: text('plan_name').notNull(),
    status: text().notNull(),
    billingMethod: text('billing_method'),
    numberOfSeats: integer('number_of_seats'),
    maximumSeats: integer('maximum_seats'),
    licensedSeats: integer('licensed_seats'),
    termStart: date('term_start'),
    termEnd: date('term_end'),
    renewalType: text('renewal_type'),
    suspensionReasons: text('suspension_reasons'),
    ...endColumns(),
    /** The sync run that saw it last. */
    runId: integer('run_id').notNull(),
    /** When Google was asked. */
    askedAt: stamped('asked_at'),
  },
  (t) => [index().on(t.googleCustomerId), index().on(t.runId)],
);

export const syncRunsTable = pgTable(
  'sync_runs',
  {
    id: identityKey(),
    service: oneOf(Service).notNull(),
    state: oneOf({ options: ['queued', 'running', 'done', 'failed'] }).notNull(),
    startedById: integer('started_by_id').references(() => accountsTable.id),
    startedAt: stamped('started_at'),
    /** When its first page was asked for; of a run that goes on where a failed one stopped, that one's. */
    readFrom: stamped('read_from'),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
    /** The worker's sign of life; a running sync without one for 45 seconds is taken up by another. */
    heartbeatAt: timestamp('heartbeat_at', { withTimezone: true, mode: 'date' }),
    /** Where a failed run goes on: the provider's token of the next page. */
    pageToken: text('page_token'),
    /** All pages have been read. */
    complete: boolean().notNull().default(false),
    pages: integer().notNull().default(0),
    /** Number of rows listed: Google's subscriptions, the CRM's people, contacts and invoices of the books, tickets. */
    subscriptions: integer().notNull().default(0),
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    ended: integer().notNull().default(0),
    renewalsOpened: integer('renewals_opened').notNull().default(0),
    renewalsClosed: integer('renewals_closed').notNull().default(0),
    /** Rows that could not be understood, and single records that could not be read; the others were. */
    skipped: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    error: text(),
    /** Of a failed run: a later one may fare better. */
    mayPass: boolean('may_pass').notNull().default(false),
    /** It read everything there is, not only what had changed, and knows what is there no more. */
    isWhole: boolean('is_whole').notNull().default(false),
  },
  (t) => [
    uniqueIndex('sync_runs_one_at_a_time')
      .on(t.service)
      .where(sql`state in ('queued', 'running')`),
  ],
);

/** A file that was checked and may be confirmed once. */
export const importsTable = pgTable('imports', {
  id: identityKey(),
  kind: oneOf({ options: ['subscriptions', 'renewal_dates', 'prices', 'directory_contracts'] }).notNull(),
  fileName: text('file_name').notNull(),
  accountId: integer('account_id').references(() => accountsTable.id),
  /** The parsed rows, the result of each, and what the results were based on. */
  rows: jsonb().$type<unknown[]>().notNull(),
  verdicts: jsonb().$type<unknown[]>().notNull(),
  basis: text().notNull(),
  createdAt: createdAt(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, mode: 'date' }),
});
