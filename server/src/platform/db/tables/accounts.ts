import { ROLES } from '@desk/contract/call';
import { IndustryType } from '@desk/contract/words/lists';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea, citext, createdAt, identityKey, oneOf, stamped } from '../columns.ts';

export const departmentsTable = pgTable('departments', {
  id: identityKey(),
  name: citext().notNull().unique(),
  role: oneOf({ options: ROLES }).notNull(),
});

/** Everybody who can sign in: staff and customers. */
export const accountsTable = pgTable(
  'accounts',
  {
    id: identityKey(),
    kind: oneOf({ options: ['staff', 'customer'] }).notNull(),
    email: citext().notNull().unique(),
    name: text().notNull().default(''),
    phone: text().notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    status: oneOf({ options: ['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'] }).notNull(),
    role: oneOf({ options: ROLES }).notNull(),
    departmentId: integer('department_id').references(() => departmentsTable.id),
    /** The password was given out by somebody else and must be changed at the next login. */
    firstLogin: boolean('first_login').notNull().default(false),
    /** Until when an issued one-time password is valid for sign-in. */
    passwordEndsAt: timestamp('password_ends_at', { withTimezone: true, mode: 'date' }),
    /** May take the long list of the directory product away as a file. */
    mayExport: boolean('may_export').notNull().default(false),
    /** Grows when all sessions are ended: which browsers logged in before counts for nothing then. */
    deviceEpoch: integer('device_epoch').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.kind, t.role), index('accounts_by_kind_and_status').on(t.kind, t.status, t.id)],
);

/** Details that a customer's person gave at registration. */
export const customerProfilesTable = pgTable('customer_profiles', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accountsTable.id, { onDelete: 'cascade' }),
  companyName: text('company_name').notNull(),
  designation: text().notNull().default(''),
  industryType: oneOf(IndustryType, 'industry_type'),
  otherContactName: text('other_contact_name').notNull().default(''),
  otherContactPhone: text('other_contact_phone').notNull().default(''),
});

/** Lets one person register as staff; only the code's hash is kept. */
export const vouchersTable = pgTable(
  'vouchers',
  {
    id: identityKey(),
    email: citext().notNull(),
    codeHash: bytea('code_hash').notNull(),
    createdAt: createdAt(),
    endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [index().on(t.email, t.id.desc())],
);

export const menusTable = pgTable('menus', {
  id: identityKey(),
  name: text().notNull(),
  toRoute: text('to_route').notNull().unique(),
  audience: oneOf({ options: ['staff', 'customer'] }).notNull(),
  position: integer().notNull(),
});

export const accountMenusTable = pgTable(
  'account_menus',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    menuId: integer('menu_id')
      .notNull()
      .references(() => menusTable.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.menuId] })],
);

/** A session ends at its absolute or idle end, or when its row is deleted; the token itself is never stored. */
export const sessionsTable = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    firstLogin: boolean('first_login').notNull().default(false),
    createdAt: createdAt(),
    seenAt: stamped('seen_at'),
    endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    ip: text().notNull(),
  },
  (t) => [index().on(t.accountId)],
);

/** One code that was sent, bound to address, purpose and client. */
export const otpChallengesTable = pgTable(
  'otp_challenges',
  {
    id: identityKey(),
    email: citext().notNull(),
    purpose: oneOf({ options: ['admin-login', 'reset', 'register', 'approve'] }).notNull(),
    /** `cookie:<hash>` of the challenge cookie. */
    client: text().notNull(),
    codeHash: bytea('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    verifiedAt: timestamp('verified_at', { withTimezone: true, mode: 'date' }),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [index().on(t.email, t.purpose, t.client, t.id.desc())],
);

/** Counters of attempts, shared by all nodes. */
export const throttlesTable = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    blockedUntil: timestamp('blocked_until', { withTimezone: true, mode: 'date' }),
  },
  // The second serves `like 'prefix%'`, whatever the collation.
  (t) => [index().on(t.windowEndsAt), index('throttles_by_prefix').on(t.key.op('text_pattern_ops'))],
);

/** The stored answer of a write that carried an idempotency key. */
export const idempotencyKeysTable = pgTable(
  'idempotency_keys',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    path: text().notNull(),
    fingerprint: bytea().notNull(),
    status: integer(),
    reply: text(),
    createdAt: createdAt(),
    /** Which of the claims of the key it is: one that was given up may be claimed anew. */
    claim: uuid().notNull().defaultRandom(),
    /** When a node last said that it works on it. */
    heldAt: stamped('held_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index().on(t.createdAt)],
);

/** Facts about this installation, such as the fingerprint of its SECRET_KEY. */
export const installationTable = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});
