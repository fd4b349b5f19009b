import * as z from 'zod/mini';

/** What somebody is to a customer's renewals. Buyer, payer and technician are asked, in this order; a viewer never. */
export const ContactRole = z.enum(['buyer', 'payer', 'technician', 'viewer']);
export type ContactRole = z.infer<typeof ContactRole>;

/** Why an address is not written to any more. */
export const SilencedCause = z.enum(['bounced', 'unsubscribed']);
export type SilencedCause = z.infer<typeof SilencedCause>;

/** What an inbound message is, by its headers alone. */
export const InboundKind = z.enum(['reply', 'bounce', 'auto-reply', 'unsubscribe']);
export type InboundKind = z.infer<typeof InboundKind>;

/** Channels of reminders to customers. */
export const ReminderChannel = z.enum(['Email', 'WhatsApp']);
export type ReminderChannel = z.infer<typeof ReminderChannel>;

/** What a reminder asks a customer for: to decide what follows, until they have; or to pay, once they have decided and owe something. */
export const ReminderPurpose = z.enum(['decision', 'payment']);
export type ReminderPurpose = z.infer<typeof ReminderPurpose>;

/** Whom a step asks: the first who can be reached, everybody, or who has a role, and the first where nobody has it. */
export const ReminderRecipient = z.enum(['first', 'everybody', 'buyer', 'payer', 'technician']);
export type ReminderRecipient = z.infer<typeof ReminderRecipient>;

/** `planned`, until it is `sent`, or a rule has `stopped` it, or it was `skipped` because its day had passed. */
export const ReminderState = z.enum(['planned', 'sent', 'stopped', 'skipped']);
export type ReminderState = z.infer<typeof ReminderState>;

/** Why no reminder goes out. */
export const StopCause = z.enum([
  'decided',
  'replied',
  'urgent_ticket',
  'paused',
  'left',
  'bounced',
  'sent_by_hand',
  'nothing_owed',
]);
export type StopCause = z.infer<typeof StopCause>;
