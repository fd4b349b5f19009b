import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, numeric, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { citext } from '../columns.ts';
import { customersTable } from './customers.ts';

/** Customers as the books have them. */
export const booksContactsTable = pgTable(
  'books_contacts',
  {
    zohoId: text('zoho_id').primaryKey(),
    name: text().notNull(),
    companyName: text('company_name'),
    email: citext(),
    phone: text(),
    mobile: text(),
    gstNumber: text('gst_number'),
    modifiedAt: timestamp('modified_at', { withTimezone: true, mode: 'date' }),
    /** The GST number is known: a list may not tell it, and the contact itself is read after the list. */
    isRead: boolean('is_read').notNull().default(false),
    /** How often it was asked for by itself and could not be read: such ones come last. */
    tries: smallint().notNull().default(0),
    /** The person in the CRM. */
    crmContactId: text('crm_contact_id'),
    /** Ours; null: none that we could find. */
    customerId: integer('customer_id').references(() => customersTable.id),
  },
  (t) => [
    index().on(t.customerId),
    index('books_contacts_by_gstin').on(sql`(upper(gst_number) collate "C")`),
    index('books_contacts_unread')
      .on(t.zohoId)
      .where(sql`not is_read`),
  ],
);

/** An invoice on which something is owed, the only definition of it: drafts and void ones are owed by nobody. */
export const UNPAID = `balance > 0 and status not in ('draft', 'void', 'paid')`;

export const booksInvoicesTable = pgTable(
  'books_invoices',
  {
    zohoId: text('zoho_id').primaryKey(),
    booksContactId: text('books_contact_id').notNull(),
    customerId: integer('customer_id').references(() => customersTable.id),
    number: text().notNull(),
    status: text().notNull(),
    date: date().notNull(),
    dueOn: date('due_on'),
    currency: text().notNull(),
    /** To rupees; null: nobody has told it yet, and the invoice is in no sum. */
    exchangeRate: numeric('exchange_rate', { precision: 18, scale: 6 }),
    total: numeric({ precision: 14, scale: 2 }).notNull(),
    balance: numeric({ precision: 14, scale: 2 }).notNull(),
    /** Of its first line, and a field of its own: only the invoice itself tells them, read after the list. */
    planName: text('plan_name'),
    productType: text('product_type'),
    isRead: boolean('is_read').notNull().default(false),
    /** How often it was asked for by itself and could not be read: such ones come last. */
    tries: smallint().notNull().default(0),
    modifiedAt: timestamp('modified_at', { withTimezone: true, mode: 'date' }),
    /** The sync run that saw it last. */
    runId: integer('run_id').notNull().default(0),
  },
  (t) => [
    index('books_invoices_of_customer').on(t.customerId, t.date.desc()),
    index('books_invoices_of_contact').on(t.booksContactId),
    index('books_invoices_number_trigram').using('gin', sql`number gin_trgm_ops`),
    // All that the outstanding amounts need, without the rows themselves.
    index('books_invoices_unpaid').on(t.customerId, t.balance, t.exchangeRate, t.booksContactId).where(sql.raw(UNPAID)),
    index('books_invoices_unread')
      .on(t.date.desc())
      .where(sql`not is_read`),
  ],
);
