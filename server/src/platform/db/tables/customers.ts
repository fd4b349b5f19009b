import { Segment, Zone } from '@desk/contract/words/lists';
import { ContactRole, SilencedCause } from '@desk/contract/words/reach';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { citext, createdAt, identityKey, oneOf, leaseColumns } from '../columns.ts';
import { accountsTable } from './accounts.ts';

export const resellersTable = pgTable('resellers', {
  id: identityKey(),
  name: text().notNull(),
  companyName: text('company_name').notNull(),
  email: citext().notNull().unique(),
  phone: text(),
  gstNumber: text('gst_number'),
});

/** The digits of phone numbers, those of each column apart: what people type is compared with them. */
export const PHONE_DIGITS = (columns: readonly string[]): string =>
  columns.map((column) => `regexp_replace(coalesce(${column}, ''), '[^0-9]', '', 'g')`).join(" || ' ' || ");

/** A company that has domains; through one of our resellers, or directly. */
export const customersTable = pgTable(
  'customers',
  {
    id: identityKey(),
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
  (t) => [
    index().on(t.resellerId),
    index('customers_by_company').on(t.companyName),
    index('customers_by_email').on(t.email),
    index('customers_by_zoho_contact').on(t.zohoContactId),
    index('customers_by_zoho_customer').on(t.zohoCustomerId),
    index('customers_company_trigram').using('gin', sql`company_name gin_trgm_ops`),
    index('customers_company_begins').on(sql`(lower(company_name) collate "C")`),
    index('customers_email_trigram').using('gin', sql`(email::text) gin_trgm_ops`),
    index('customers_phone_trigram').using('gin', sql.raw(`(${PHONE_DIGITS(['phone'])}) gin_trgm_ops`)),
    index('customers_by_gstin').on(sql`(upper(gst_number) collate "C")`),
  ],
);

export const domainsTable = pgTable(
  'domains',
  {
    id: identityKey(),
    name: citext().notNull().unique(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id),
    status: oneOf({ options: ['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'] })
      .notNull()
      .default('ACTIVE'),
    /** The customer's person who has it in the portal. */
    ownerId: integer('owner_id').references(() => accountsTable.id),
    /** The account that claims it; staff have yet to decide. The domain itself goes on as it is. */
    claimedById: integer('claimed_by_id').references(() => accountsTable.id),
    /** When the owner or the claimant asked for it. */
    askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId),
    index('domains_by_owner').on(t.ownerId),
    index('domains_to_decide')
      .on(t.askedAt)
      .where(sql`status = 'PENDING' or claimed_by_id is not null`),
    index('domains_name_trigram').using('gin', sql`(name::text) gin_trgm_ops`),
    // The directory's first letters, in an order independent of the database's locale, counted by an index-only scan.
    index('domains_directory')
      .on(sql`(lower(name::text) collate "C")`, t.id, t.customerId, t.name)
      .where(sql`status in ('ACTIVE', 'SUSPENDED')`),
  ],
);

/** People of a customer: the only ones a notification may go to. */
export const contactsTable = pgTable(
  'contacts',
  {
    id: identityKey(),
    /** Null: somebody in the CRM whose company is none of our customers. */
    customerId: integer('customer_id').references(() => customersTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As the CRM calls it: a suggestion for the roles. */
    role: text(),
    /** What they are to the customer's renewals, as staff said; null: nobody has said. */
    roles: text({ enum: [...ContactRole.options] as [ContactRole, ...ContactRole[]] }).array(),
    email: citext(),
    phone: text(),
    mobile: text(),
    /** The person's id in the CRM; null: not there yet. */
    zohoId: text('zoho_id').unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Company and website as the CRM has them. */
    companyName: text('company_name'),
    website: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId),
    index('contacts_by_email').on(t.email),
    index('contacts_trigram').using(
      'gin',
      sql`company_name gin_trgm_ops`,
      sql`name gin_trgm_ops`,
      sql`(email::text) gin_trgm_ops`,
    ),
    index('contacts_phone_trigram').using('gin', sql.raw(`(${PHONE_DIGITS(['phone', 'mobile'])}) gin_trgm_ops`)),
  ],
);

/** Addresses that are not written to until somebody has confirmed or changed them. */
export const silencedAddressesTable = pgTable('silenced_addresses', {
  address: citext().primaryKey(),
  cause: oneOf(SilencedCause).notNull(),
  /** What the mail server said, or how they asked for it. */
  reason: text().notNull(),
  createdAt: createdAt(),
});

/** A change of a person that is to be written to the CRM. Those of one person are written in the order of their ids. */
export const contactWritesTable = pgTable(
  'contact_writes',
  {
    id: identityKey(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contactsTable.id, { onDelete: 'cascade' }),
    state: oneOf({ options: ['queued', 'done', 'refused'] })
      .notNull()
      .default('queued'),
    /** The contact fields to be written; of a person who is not there yet, all are. */
    fields: text({ enum: ['email', 'phone', 'mobile'] })
      .array()
      .notNull()
      .default(['email', 'phone', 'mobile']),
    ...leaseColumns(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.contactId, t.id.desc()), index().on(t.state, t.nextTryAt)],
);
