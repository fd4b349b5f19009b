import { Decision, LeavingReason } from '@desk/contract/words/lists';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { instructionsTable } from './instructions.ts';
import { decisionLinksTable } from './offers.ts';
import { renewalsTable } from './renewals.ts';

/** The customer's decision about the next term, made in the portal or by a link; the newest counts. Never changed once it is committed. */
export const renewalDecisionsTable = pgTable(
  'renewal_decisions',
  {
    id: identityKey(),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
    /** Who decided: an account, or whoever has a link; one of both. */
    accountId: integer('account_id').references(() => accountsTable.id),
    linkId: integer('link_id').references(() => decisionLinksTable.id),
    /** Of a decision by link: the name that was typed, and from where it came. */
    name: text(),
    ip: text(),
    userAgent: text('user_agent'),
    decision: oneOf(Decision).notNull(),
    /** Of a change: what is wanted from the renewal on. */
    seats: integer(),
    planName: text('plan_name'),
    reason: oneOf(LeavingReason),
    comment: text().notNull().default(''),
    /** What is to be set at the provider for it, whoever asked for that first; null: nothing follows from it. */
    instructionId: integer('instruction_id').references(() => instructionsTable.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.renewalId, t.id.desc()),
    index('renewal_decisions_by_link').on(t.linkId),
    check('renewal_decisions_by', sql`(account_id is null) <> (link_id is null)`),
  ],
);
