import {
  AgreementStatus,
  ChurnReason,
  ChurnSubReason,
  DeploymentStatus,
  Flag,
  LossReason,
  PriceType,
  RenewalStatus,
  RenewalType,
  Segment,
  Zone,
} from '@desk/contract/words/lists';
import { ClosedBecause } from '@desk/contract/rules/standing';
import { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { InstructionState, Outcome } from '@desk/contract/rules/instruction';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { citext, createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { customersTable } from './customers.ts';
import { undecidedSql } from './standing.ts';
import { subscriptionsTable } from './subscriptions.ts';

const money = (name?: string) =>
  name === undefined ? numeric({ precision: 12, scale: 2 }) : numeric(name, { precision: 12, scale: 2 });

/**
 * One commitment term that ends. The engine keeps the term and the snapshot of the subscription (frozen when the term
 * closes); staff own the rest.
 */
export const renewalsTable = pgTable(
  'renewals',
  {
    id: identityKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptionsTable.id),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id),
    termStart: date('term_start'),
    /** The renewal date; its month is the month of the renewal. */
    termEnd: date('term_end').notNull(),
    state: oneOf({ options: ['open', 'closed'] })
      .notNull()
      .default('open'),
    closedBecause: oneOf(ClosedBecause, 'closed_because'),

    /** Lists of licences leave the directory product out; it has a list of its own. */
    product: oneOf({ options: ['licence', 'directory'] })
      .notNull()
      .default('licence'),

    // Snapshot of the subscription, kept by the engine while the term is open.
    externalId: text('external_id').notNull(),
    domainName: citext('domain_name').notNull(),
    resellerType: oneOf({ options: ['Y', 'N'] }, 'reseller_type').notNull(),
    planName: text('plan_name').notNull(),
    status: text().notNull(),
    licensedSeats: integer('licensed_seats'),
    numberOfSeats: integer('number_of_seats'),
    maximumSeats: integer('maximum_seats'),
    skuName: text('sku_name').notNull(),
    margin: numeric({ precision: 5, scale: 2 }),
    price: money(),
    currency: text().notNull().default('INR'),
    providerRenewalDate: date('provider_renewal_date'),
    googleRenewalDate: date('google_renewal_date'),
    ifNobodyActs: oneOf(IfNobodyActs, 'if_nobody_acts'),
    /** Null where nobody can know. */
    seatsIfNobodyActs: integer('seats_if_nobody_acts'),

    // Kept beside what they are of, so that a list tells them without asking for each row.
    /** Of the open deadline of its term. */
    lastSafeDay: date('last_safe_day'),
    /** Of its live instruction: a trigger keeps these. */
    instructionState: oneOf(InstructionState, 'instruction_state'),
    wantedOutcome: oneOf(Outcome, 'wanted_outcome'),
    wantedSeats: integer('wanted_seats'),

    // Staff's work.
    zone: oneOf(Zone),
    segment: oneOf(Segment),
    assignedToId: integer('assigned_to_id').references(() => accountsTable.id),
    followupComment: text('followup_comment'),
    highlightCase: oneOf(Flag, 'highlight_case'),
    confirmationStatus: oneOf(RenewalStatus, 'confirmation_status'),
    agreementStatus: oneOf(AgreementStatus, 'agreement_status'),
    priceType: oneOf(PriceType, 'price_type'),
    upto20: money(),
    above20: money(),
    pricePerUser: money('price_per_user'),
    specialComments: text('special_comments'),
    taskStatus: oneOf(DeploymentStatus, 'task_status'),
    reason: oneOf(ChurnReason),
    subReason: oneOf(ChurnSubReason, 'sub_reason'),
    renewedLicences: integer('renewed_lic'),
    addedLicences: integer('add_lic'),
    plannedSku: text('planned_sku'),
    nextRenewalDate: date('next_renewal_date'),
    renewalType: oneOf(RenewalType, 'renewal_type'),
    extensionDate: date('extension_date'),
    /** An amount, or Paid / Un Paid for a managed service. */
    supportCharge: text('support_charge'),
    suspensionReason: oneOf(LossReason, 'suspension_reason'),
    suspensionText: text('suspension_text'),
    /** The last notification: queued, sent, failed. */
    notification: oneOf({ options: ['queued', 'sent', 'failed'] }),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('renewals_one_per_term').on(t.subscriptionId, t.termEnd),
    uniqueIndex('renewals_one_open')
      .on(t.subscriptionId)
      .where(sql`state = 'open'`),
    // In the order of the lists, with every column that they filter by: a total is counted without the rows themselves.
    index('renewals_in_order')
      .on(t.termEnd, t.id, t.assignedToId, t.segment, t.numberOfSeats, t.licensedSeats, t.domainName, t.customerId)
      .where(sql`product = 'licence'`),
    // The undecided ones, in the same order: few of all renewals, however many years there are.
    index('renewals_to_decide')
      .on(t.termEnd, t.id, t.assignedToId, t.segment, t.numberOfSeats, t.licensedSeats, t.domainName)
      .where(sql.raw(`product = 'licence' and ${undecidedSql()}`)),
    index('renewals_to_decide_of_assignee')
      .on(t.assignedToId, t.termEnd, t.id)
      .where(sql.raw(`product = 'licence' and ${undecidedSql()}`)),
    index('renewals_of_directory')
      .on(t.termEnd, t.id)
      .where(sql`product = 'directory'`),
    // A search then compares without case folding, twice as fast.
    check('renewals_domain_is_lower_case', sql`domain_name::text = lower(domain_name::text)`),
    index('renewals_by_domain').on(t.domainName, t.id),
    index('renewals_by_seats').on(t.numberOfSeats.asc().nullsFirst(), t.id),
    // Amounts of one currency stand together: dollars do not compare with rupees.
    index('renewals_by_price').on(t.currency, t.price.asc().nullsFirst(), t.id),
    index('renewals_by_assignee').on(t.assignedToId, t.termEnd),
    // What is somebody's work: open, or over while what was asked for is not in place.
    index('renewals_at_work')
      .on(t.assignedToId, t.id)
      .where(sql`state = 'open' or instruction_state is not null`),
    index('renewals_by_customer').on(t.customerId),
    index('renewals_by_external_id').on(t.externalId),
    index('renewals_domain_trigram').using('gin', sql`(domain_name::text) gin_trgm_ops`),
  ],
);

/** Comments of staff on a renewal: free text, or the comment form with its fields. Never changed. */
export const renewalCommentsTable = pgTable(
  'renewal_comments',
  {
    id: identityKey(),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
    comment: text().notNull(),
    form: jsonb().$type<Record<string, unknown>>(),
    updatedBy: text('updated_by').notNull(),
    updatedOn: stamped('updated_on'),
  },
  (t) => [index().on(t.renewalId, t.id.desc())],
);

/**
 * Grows with every write that touches a month (a trigger keeps it). Split in shards so that writers of one month do
 * not wait for each other; the revision of a month is the sum.
 */
export const monthRevisionsTable = pgTable(
  'month_revisions',
  {
    month: date().notNull(),
    shard: integer().notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.shard] })],
);
