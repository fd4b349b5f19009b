import {
  ReminderChannel,
  ReminderPurpose,
  ReminderState,
  StopCause,
  type ReminderRecipient,
} from '@desk/contract/words/reach';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { citext, createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { contactsTable } from './customers.ts';
import { offersTable } from './offers.ts';
import { outboxTable } from './outbox.ts';
import { renewalsTable } from './renewals.ts';

/** A step of the policy. Steps keep their key from version to version, so that nothing is sent twice. */
export interface PolicyStep {
  readonly key: string;
  /** Calendar days before the last safe day. */
  readonly daysBefore: number;
  readonly purpose: ReminderPurpose;
  /** For terms that come to this if nobody acts; empty: for all. */
  readonly outcomes: readonly IfNobodyActs[];
  readonly segments: readonly string[];
  readonly channel: ReminderChannel;
  readonly to: ReminderRecipient;
  readonly subject: string;
  readonly text: string;
}

/** How customers are reminded. The newest version counts; a version is never changed. */
export const reminderPoliciesTable = pgTable('reminder_policies', {
  id: identityKey(),
  steps: jsonb().$type<readonly PolicyStep[]>().notNull(),
  /** Nothing is sent of a policy that is switched off. */
  isOn: boolean('is_on').notNull(),
  /** Null: the policy that an installation begins with. */
  savedById: integer('saved_by_id').references(() => accountsTable.id),
  createdAt: createdAt(),
});

/** A reminder that is planned, or what became of it: one of a step, a term and a recipient. */
export const reminderStepsTable = pgTable(
  'reminder_steps',
  {
    id: identityKey(),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
    policyId: integer('policy_id')
      .notNull()
      .references(() => reminderPoliciesTable.id),
    stepKey: text('step_key').notNull(),
    purpose: oneOf(ReminderPurpose).notNull().default('decision'),
    recipient: citext().notNull(),
    contactId: integer('contact_id').references(() => contactsTable.id, { onDelete: 'set null' }),
    channel: oneOf(ReminderChannel).notNull(),
    dueOn: date('due_on').notNull(),
    state: oneOf(ReminderState).notNull().default('planned'),
    stoppedBy: oneOf(StopCause, 'stopped_by'),
    /** Of what was stopped or skipped, in words. */
    reason: text(),
    offerId: integer('offer_id').references(() => offersTable.id),
    messageId: integer('message_id').references(() => outboxTable.id, { onDelete: 'set null' }),
    changedAt: stamped('changed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reminder_steps_once').on(t.renewalId, t.stepKey, t.recipient),
    index('reminder_steps_due')
      .on(t.dueOn, t.recipient)
      .where(sql`state = 'planned'`),
    index('reminder_steps_over')
      .on(t.dueOn)
      .where(sql`state in ('sent', 'stopped')`),
    index('reminder_steps_by_message').on(t.messageId),
  ],
);

/** A renewal whose customer is reminded again, whatever they answered before. */
export const reminderResumptionsTable = pgTable('reminder_resumptions', {
  renewalId: integer('renewal_id')
    .primaryKey()
    .references(() => renewalsTable.id, { onDelete: 'cascade' }),
  resumedById: integer('resumed_by_id')
    .notNull()
    .references(() => accountsTable.id),
  createdAt: createdAt(),
});

/** A renewal whose customer is not reminded, until a day or until somebody goes on. */
export const reminderPausesTable = pgTable('reminder_pauses', {
  renewalId: integer('renewal_id')
    .primaryKey()
    .references(() => renewalsTable.id, { onDelete: 'cascade' }),
  reason: text().notNull(),
  /** The last day; null: until somebody goes on. */
  until: date('until_day'),
  pausedById: integer('paused_by_id')
    .notNull()
    .references(() => accountsTable.id),
  createdAt: createdAt(),
});
