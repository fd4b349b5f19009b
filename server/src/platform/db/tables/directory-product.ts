import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, createdAt, identityKey } from '../columns.ts';
import { domainsTable } from './customers.ts';
import { subscriptionsTable } from './subscriptions.ts';

/**
 * Organisations at the provider of the directory product, as it listed them, and the link to what we sold: the provider
 * knows neither domain nor end of a contract. Both make a subscription, which has the contract's dates and price.
 */
export const organizationsTable = pgTable(
  'directory_organizations',
  {
    id: identityKey(),
    /** The provider's id; null: a contract that was entered before the provider listed it. */
    organizationId: text('organization_id').unique(),
    name: text().notNull(),
    email: citext(),
    planName: text('plan_name'),
    productCode: text('product_code'),
    licences: integer(),
    domainId: integer('domain_id').references(() => domainsTable.id),
    subscriptionId: integer('subscription_id').references(() => subscriptionsTable.id),
    /** As sold by us; the provider may count another number. */
    contractLicences: integer('contract_licences'),
    /** The sync run that saw it last. */
    runId: integer('run_id'),
    /** A complete sync listed it no longer. */
    goneAt: timestamp('gone_at', { withTimezone: true, mode: 'date' }),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('directory_organizations_one_per_domain').on(t.domainId),
    uniqueIndex('directory_organizations_by_subscription').on(t.subscriptionId),
    index('directory_organizations_by_name').on(sql`lower(name)`, t.id),
  ],
);
