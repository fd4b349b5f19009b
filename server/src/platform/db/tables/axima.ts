import { BillingFrequency, DeploymentStatus } from '@desk/contract/words/lists';
import { sql } from 'drizzle-orm';
import { date, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { citext, createdAt, identityKey, oneOf } from '../columns.ts';

export const aximaProductsTable = pgTable('axima_products', { id: identityKey(), name: text().notNull().unique() });

/** A domain that has the add-on product, and whose it is; a registry of its own beside `domains`. */
export const aximaDomainsTable = pgTable('axima_domains', {
  id: identityKey(),
  name: citext().notNull().unique(),
  companyName: text('company_name').notNull().default(''),
  customerName: text('customer_name').notNull(),
  customerEmail: citext('customer_email').notNull(),
  phone: text().notNull().default(''),
  tenantName: text('tenant_name').notNull().default(''),
  /** Grows with every change of the domain or of one of its subscriptions. */
  version: integer().notNull().default(1),
  createdAt: createdAt(),
});

export const aximaSubscriptionsTable = pgTable(
  'axima_subscriptions',
  {
    id: identityKey(),
    domainId: integer('domain_id')
      .notNull()
      .references(() => aximaDomainsTable.id),
    productId: integer('product_id')
      .notNull()
      .references(() => aximaProductsTable.id),
    userCount: integer('user_count').notNull(),
    billingFrequency: oneOf(BillingFrequency, 'billing_frequency').notNull(),
    startDate: date('start_date'),
    renewalDate: date('renewal_date').notNull(),
    /** Null until somebody deploys it. */
    status: oneOf(DeploymentStatus),
    ticketNumber: text('ticket_number').notNull().default(''),
    orderId: text('order_id').notNull().default(''),
    sellingPrice: numeric('selling_price', { precision: 12, scale: 2 }),
    buyingPrice: numeric('buying_price', { precision: 12, scale: 2 }),
    currency: text().notNull().default('INR'),
    marginPercent: numeric('margin_percent', { precision: 5, scale: 2 }),
    requestedBy: text('requested_by').notNull().default(''),
    fieldDistributor: text('field_distributor').notNull().default(''),
    comments: text().notNull().default(''),
    createdAt: createdAt(),
  },
  // More of a product is more licences of one subscription, not a second subscription.
  (t) => [
    index('axima_subscriptions_by_domain').on(t.domainId, t.id),
    uniqueIndex('axima_subscriptions_one_of_a_product')
      .on(t.domainId, t.productId)
      .where(sql`status is distinct from 'Cancelled'`),
  ],
);
