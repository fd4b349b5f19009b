import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { bytea, citext, createdAt, identityKey } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { contactsTable, customersTable } from './customers.ts';
import { renewalsTable } from './renewals.ts';

/** What staff offer in place of what a subscription has; null: that stays as it is. The price is decimal text, of a seat for the whole term. */
export interface Proposal {
  readonly seats: number | null;
  readonly plan: string | null;
  readonly unitPrice: string | null;
}

/** The business that makes an offer, as it was called then. */
export interface Issuer {
  readonly brand: string;
  /** Null: nobody has entered it. */
  readonly legalName: string | null;
  readonly gstin: string | null;
  readonly address: string | null;
  /** In which an offer has its date. */
  readonly timeZone: string;
}

/** A subscription of an offer as it was shown: amounts are decimal text in the offer's currency, computed once. */
export interface OfferLine {
  readonly renewalId: number;
  readonly domain: string;
  readonly product: string;
  /** The provider's id of the product; absent in offers that were made before it was kept. */
  readonly skuId?: string;
  readonly plan: string;
  /** The term that is offered, first and last day. */
  readonly from: string;
  readonly to: string;
  readonly seats: number;
  readonly usedSeats: number | null;
  /** Of a seat for the whole term; null: no price is known, and the offer says that we call. */
  readonly unitPrice: string | null;
  readonly amount: string | null;
  /** Absent: the next term is offered as the present one is. */
  readonly proposed?: Proposal & { readonly present: Pick<OfferLine, 'seats' | 'plan' | 'unitPrice' | 'amount'> };
}

/** What a customer is offered for terms that end together. Never changed: another version takes its place. */
export const offersTable = pgTable(
  'offers',
  {
    id: identityKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customersTable.id),
    version: integer().notNull(),
    lines: jsonb().$type<readonly OfferLine[]>().notNull(),
    currency: text().notNull(),
    total: text(),
    /** To whom it is addressed, as it was then: company, GSTIN, address. */
    addressee: jsonb().$type<{ readonly company: string; readonly gstin: string | null }>().notNull(),
    /** Null: it was made before this was kept, by a business that is called as it is now. */
    issuer: jsonb().$type<Issuer>(),
    /** The last day on which it can be decided. */
    validUntil: date('valid_until').notNull(),
    /** SHA-256 of the document that is made of these columns alone. */
    documentHash: text('document_hash').notNull(),
    /** Null: made by the reminders. */
    createdById: integer('created_by_id').references(() => accountsTable.id),
    createdAt: createdAt(),
    /** When another version took its place. */
    replacedAt: timestamp('replaced_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [unique('offers_versions').on(t.customerId, t.version)],
);

/** The renewals that an offer has a line for. */
export const offerRenewalsTable = pgTable(
  'offer_renewals',
  {
    offerId: integer('offer_id')
      .notNull()
      .references(() => offersTable.id, { onDelete: 'cascade' }),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
  },
  (t) => [primaryKey({ columns: [t.renewalId, t.offerId] }), index().on(t.offerId)],
);

/** A key to one offer for one person. The token itself is nowhere but in their mail. */
export const decisionLinksTable = pgTable(
  'decision_links',
  {
    id: identityKey(),
    /** SHA-256 of 256 random bits. */
    tokenHash: bytea('token_hash').notNull().unique(),
    offerId: integer('offer_id')
      .notNull()
      .references(() => offersTable.id),
    recipient: citext().notNull(),
    name: text().notNull(),
    /** Null: the customer's own address, its reseller's, or a colleague's to whom it was forwarded. */
    contactId: integer('contact_id').references(() => contactsTable.id, { onDelete: 'set null' }),
    forwardedFromId: integer('forwarded_from_id').references((): AnyPgColumn => decisionLinksTable.id),
    createdAt: createdAt(),
    openedAt: timestamp('opened_at', { withTimezone: true, mode: 'date' }),
    openings: integer().notNull().default(0),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
    revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    index().on(t.offerId),
    index('decision_links_live')
      .on(t.recipient)
      .where(sql`revoked_at is null`),
  ],
);
