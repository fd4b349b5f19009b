import { InstructionState, LIVE_STATES, Outcome, Pay, WishSource } from '@desk/contract/rules/instruction';
import { ApprovalReason } from '@desk/contract/rules/approval';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, leaseColumns, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { decisionLinksTable } from './offers.ts';
import { renewalsTable } from './renewals.ts';

/** The states of an instruction that is not over, within a statement: as constants, so that the index of those holds for any plan. */
export const LIVE = sql.raw(LIVE_STATES.map((state) => `'${state}'`).join(', '));

/** Why a wish was cancelled that nobody took back. */
export const OVER = 'The term ended before anybody approved it.';
export const NOT_LISTED = 'The provider lists the subscription no longer.';

/** What the provider said when it was last read for an instruction, in its own words where a sync compares them. */
export interface ReadBack {
  readonly planName: string;
  readonly status: string;
  readonly renewalType: string | null;
  readonly numberOfSeats: number | null;
  readonly licensedSeats: number | null;
  /** In neutral words: what follows the term, and the seats that are committed. */
  readonly atTermEnd: unknown;
  readonly committed: number | null;
}

/** One wish of one term: what somebody decided, who approved it, and what became of it at the provider. */
export const instructionsTable = pgTable(
  'instructions',
  {
    id: identityKey(),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
    /** The end of the term that it is about, as it was when it was decided. */
    termEndsAt: timestamp('term_ends_at', { withTimezone: true, mode: 'date' }),
    outcome: oneOf(Outcome).notNull(),
    /** Of `renew`: for the next term. */
    seats: integer(),
    /** Seats that were committed as far as whoever decided it knew; null: the plan had no commitment. */
    seatsWhenDecided: integer('seats_when_decided'),
    /** Of `renew`: how the next term is paid; kept because a flexible plan does not tell how the one before was. */
    pay: oneOf(Pay),
    source: oneOf(WishSource).notNull(),
    /** Who asked for it: an account, or whoever has a decision link; one of both. */
    requestedById: integer('requested_by_id').references(() => accountsTable.id),
    requestedByLinkId: integer('requested_by_link_id').references(() => decisionLinksTable.id),
    /** Why a second person has to approve it; none: whoever has the renewal may. */
    approvalReasons: text('approval_reasons', { enum: [...ApprovalReason.options] as [ApprovalReason] })
      .array()
      .notNull(),
    approvedById: integer('approved_by_id').references(() => accountsTable.id),
    approvedAt: timestamp('approved_at', { withTimezone: true, mode: 'date' }),
    state: oneOf(InstructionState).notNull().default('draft'),
    ...leaseColumns(),
    /** Tries in a row that the provider did not answer. */
    failures: integer().notNull().default(0),
    /** When the provider was last asked for a change, written before the question leaves. */
    askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }),
    readBack: jsonb('read_back').$type<ReadBack>(),
    readBackAt: timestamp('read_back_at', { withTimezone: true, mode: 'date' }),
    createdAt: createdAt(),
    changedAt: stamped('changed_at'),
  },
  (t) => [
    uniqueIndex('instructions_one_live')
      .on(t.renewalId)
      .where(sql`state in (${LIVE})`),
    index('instructions_of_renewal').on(t.renewalId, t.id.desc()),
    index('instructions_due').on(t.state, t.nextTryAt),
    check('instructions_seats', sql`(outcome = 'renew') = (seats is not null)`),
    check('instructions_requested_by', sql`(requested_by_id is null) <> (requested_by_link_id is null)`),
    check('instructions_approved', sql`(approved_by_id is null) = (approved_at is null)`),
  ],
);
