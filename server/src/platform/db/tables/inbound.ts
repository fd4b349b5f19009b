import { InboundKind, ReminderChannel } from '@desk/contract/words/reach';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf } from '../columns.ts';
import { accountsTable } from './accounts.ts';
import { customersTable } from './customers.ts';
import { outboxTable } from './outbox.ts';

/** A mail that came to one of our addresses, or what came by WhatsApp. Its text is kept; its attachments are not opened. */
export const inboundMessagesTable = pgTable(
  'inbound_messages',
  {
    id: identityKey(),
    channel: oneOf(ReminderChannel).notNull().default('Email'),
    /** Its `Message-ID`, of a mail without one a hash of it, by WhatsApp `wamid.…`: it is taken once, however often it is read. */
    messageId: text('message_id').notNull().unique(),
    inReplyTo: text('in_reply_to'),
    kind: oneOf(InboundKind).notNull(),
    from: text('from_address').notNull(),
    to: text('to_address').notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Of a bounce: the address that could not be reached, and what its server said. */
    bouncedAddress: text('bounced_address'),
    /** What it answers; null: nothing that we sent. */
    outboxId: integer('outbox_id').references(() => outboxTable.id, { onDelete: 'set null' }),
    /** Whose it is, by what it answers or as somebody said; null: nobody knows yet. */
    customerId: integer('customer_id').references(() => customersTable.id),
    receivedAt: timestamp('received_at', { withTimezone: true, mode: 'date' }).notNull(),
    createdAt: createdAt(),
    /** Somebody has seen to it; what asks for nobody is settled when it comes. */
    settledAt: timestamp('settled_at', { withTimezone: true, mode: 'date' }),
    settledById: integer('settled_by_id').references(() => accountsTable.id),
    /** Somebody has opened it again: what was said before that is no answer to it. */
    reopenedAt: timestamp('reopened_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    index('inbound_messages_of').on(t.customerId, t.receivedAt.desc()),
    index('inbound_messages_open')
      .on(t.receivedAt)
      .where(sql`settled_at is null`),
    index('inbound_messages_by_outbox').on(t.outboxId),
  ],
);

/** Mails of the mailbox that could not be taken in yet; what is taken in, or is there no more, has no row. */
export const unreadMailsTable = pgTable('unread_mails', {
  /** As the mailbox calls it. */
  key: text().primaryKey(),
  /** How often it has failed, and why it last did. */
  failures: integer().notNull(),
  reason: text().notNull(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true, mode: 'date' }).notNull(),
});
