import { AssignmentChoice, CoverageFinding, NextActionKind } from '@desk/contract/rules/next-action';
import { Segment, Zone } from '@desk/contract/words/lists';
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, time } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { customersTable, resellersTable } from './customers.ts';
import { renewalsTable } from './renewals.ts';
import { subscriptionsTable } from './subscriptions.ts';

/** What is done next about a renewal, as somebody said; without a row the policy says it. */
export const nextActionsTable = pgTable(
  'next_actions',
  {
    renewalId: integer('renewal_id')
      .primaryKey()
      .references(() => renewalsTable.id, { onDelete: 'cascade' }),
    kind: oneOf(NextActionKind).notNull(),
    /** A business day, and the time of it where one was agreed. */
    day: date().notNull(),
    time: time({ precision: 0 }),
    /** Why it was put off, or what is to be done, in words. */
    reason: text().notNull().default(''),
    /** Null: it was left open by the term before. */
    setById: integer('set_by_id').references(() => accountsTable.id),
    changedAt: stamped('changed_at'),
  },
  (t) => [index('next_actions_by_day').on(t.day)],
);

/** Business days on which somebody is away, first and last, and who sees the work meanwhile. */
export const leavesTable = pgTable(
  'leaves',
  {
    id: identityKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    from: date('from_day').notNull(),
    to: date('to_day').notNull(),
    coverId: integer('cover_id')
      .notNull()
      .references(() => accountsTable.id),
    createdById: integer('created_by_id')
      .notNull()
      .references(() => accountsTable.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('leaves_of').on(t.accountId, t.to),
    index('leaves_of_cover').on(t.coverId, t.to),
    check('leaves_days', sql`from_day <= to_day`),
    check('leaves_cover', sql`cover_id <> account_id`),
  ],
);

/** Who gets a new renewal: the first rule, by its position, that matches. An empty condition matches all. */
export const assignmentRulesTable = pgTable(
  'assignment_rules',
  {
    id: identityKey(),
    position: integer().notNull(),
    zone: oneOf(Zone),
    segment: oneOf(Segment),
    /** Both ends are inside. */
    seatsFrom: integer('seats_from'),
    seatsTo: integer('seats_to'),
    resellerId: integer('reseller_id').references(() => resellersTable.id, { onDelete: 'cascade' }),
    /** The SKU's name. */
    product: text(),
    choice: oneOf(AssignmentChoice).notNull(),
    /** Whom it chooses from; of `person` one. */
    people: integer().array().notNull(),
    /** Whom `round_robin` chose last. */
    lastChosenId: integer('last_chosen_id').references(() => accountsTable.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('assignment_rules_in_order').on(t.position, t.id),
    check('assignment_rules_people', sql`cardinality(people) > 0`),
  ],
);

/** Grows with every write on what is next, instructed or decided of a renewal (triggers keep it); its sum counts. In shards, as months are. */
export const workRevisionsTable = pgTable('work_revisions', {
  shard: integer().primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
});

/** What the last nightly look found: written anew each time. */
export const coverageFindingsTable = pgTable(
  'coverage_findings',
  {
    id: identityKey(),
    kind: oneOf(CoverageFinding).notNull(),
    subscriptionId: integer('subscription_id').references(() => subscriptionsTable.id, { onDelete: 'cascade' }),
    renewalId: integer('renewal_id').references(() => renewalsTable.id, { onDelete: 'cascade' }),
    customerId: integer('customer_id').references(() => customersTable.id, { onDelete: 'cascade' }),
    /** The domain or company, as a list shows it. */
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('coverage_findings_by_kind').on(t.kind, t.name)],
);
