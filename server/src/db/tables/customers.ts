import { Segment, Zone } from '@desk/contract/lists';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { citext, createdAt, key, oneOf } from '../columns.ts';

export const resellersTable = pgTable('resellers', {
  id: key(),
  name: text().notNull(),
  companyName: text('company_name').notNull(),
  email: citext().notNull().unique(),
  phone: text(),
  gstNumber: text('gst_number'),
});

/** A company that has domains; through one of our resellers, or directly. */
export const customersTable = pgTable(
  'customers',
  {
    id: key(),
    companyName: text('company_name').notNull(),
    email: citext(),
    phone: text(),
    gstNumber: text('gst_number'),
    resellerId: integer('reseller_id').references(() => resellersTable.id),
    segment: oneOf(Segment),
    zone: oneOf(Zone),
    googleCustomerId: text('google_customer_id').unique(),
    /** Books contact id and CRM contact id. */
    zohoCustomerId: text('zoho_customer_id'),
    zohoContactId: text('zoho_contact_id'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.resellerId), index('customers_by_company').on(t.companyName)],
);

export const domainsTable = pgTable(
  'domains',
  {
    id: key(),
    name: citext().notNull().unique(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id),
    status: oneOf({ options: ['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'] })
      .notNull()
      .default('ACTIVE'),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.customerId)],
);

/** People of a customer: the only ones a notification may go to. */
export const contactsTable = pgTable(
  'contacts',
  {
    id: key(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    role: text(),
    email: citext(),
    phone: text(),
    mobile: text(),
  },
  (t) => [index().on(t.customerId)],
);
