import { MessageChannel } from '@desk/contract/words/lists';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea, createdAt, identityKey, oneOf, leaseColumns } from '../columns.ts';
import { offersTable } from './offers.ts';
import { renewalsTable } from './renewals.ts';

/** Messages to send, written in the transaction that decided them and sent by a job that may run twice. */
export const outboxTable = pgTable(
  'outbox',
  {
    id: identityKey(),
    channel: oneOf(MessageChannel).notNull(),
    purpose: oneOf({ options: ['otp', 'notice', 'renewal'] }).notNull(),
    recipient: text().notNull(),
    subject: text(),
    /** The text to send; null where it is secret and stands sealed in `sealed`. */
    body: text(),
    sealed: bytea(),
    /** Source of the mail's HTML, rendered when it is sent (`MailContent`); null: the paragraphs of its text. */
    letter: jsonb().$type<object>(),
    /** The same of a mail whose text is sealed. */
    sealedLetter: bytea('sealed_letter'),
    /** The mail's `Reply-To`; null: MAIL_REPLY_TO. */
    replyTo: text('reply_to'),
    /** What makes the answer's address of the message: `renew+<token>@…`; null: nobody reads what is answered. */
    replyToken: text('reply_token').unique(),
    /** The offer whose document goes with the mail. */
    offerId: integer('offer_id').references(() => offersTable.id),
    /** The name of the message's template, and its values, for channels that send templates. */
    template: text(),
    parameters: text().array(),
    /** Two rows with the same key are the same message. */
    dedupeKey: text('dedupe_key').unique(),
    state: oneOf({ options: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    ...leaseColumns(),
    /** So many of its tries surely reached nobody; of each other one that is over, and of one whose worker died, nobody knows. */
    surelyUnsent: integer('surely_unsent').notNull().default(0),
    /** It failed because this recipient takes no messages: somebody else may be asked in their place. */
    isRecipientRefused: boolean('recipient_refused').notNull().default(false),
    providerId: text('provider_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [
    index().on(t.state, t.nextTryAt),
    // The newest, and how many of each state there are, without the rows themselves.
    index('outbox_newest').on(t.createdAt.desc(), t.id.desc(), t.state, t.purpose, t.channel),
    // The newest that went to a number.
    index('outbox_by_whatsapp')
      .on(t.recipient, t.id.desc())
      .where(sql`channel = 'WhatsApp'`),
    // What is told later of a message bears the service's own id.
    index('outbox_by_provider_id')
      .on(t.providerId)
      .where(sql`channel = 'WhatsApp'`),
    // Whether somebody was written to by hand today.
    index('outbox_by_hand')
      .on(t.recipient, t.createdAt)
      .where(sql`purpose = 'renewal' and created_by <> 'system'`),
    index('outbox_trigram').using('gin', sql`recipient gin_trgm_ops`, sql`subject gin_trgm_ops`),
  ],
);

/** The renewals that a message of the purpose `renewal` is about: one, or several of a reseller's customers. */
export const outboxRenewalsTable = pgTable(
  'outbox_renewals',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => outboxTable.id),
    renewalId: integer('renewal_id')
      .notNull()
      .references(() => renewalsTable.id),
    /** The first of the messages that were written together with it; null where it was written alone; 0 where it is no notification. */
    batch: integer(),
  },
  (t) => [primaryKey({ columns: [t.renewalId, t.messageId] }), index().on(t.messageId)],
);
