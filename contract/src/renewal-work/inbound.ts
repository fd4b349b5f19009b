import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, done, id, line, page } from '../fields.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { InboundKind, ReminderChannel } from '../words/reach.ts';

const text = z.nullable(z.string());

/**
 * `to_do`: nobody has seen to it; what is nobody's is there for who sees what is unassigned. `unmatched`: of these what nobody knows
 * whose it is, or answers about nothing that is still to be done, so that it is in nobody's day.
 */
export const InboundShown = z.enum(['to_do', 'unmatched', 'all']);
export type InboundShown = z.infer<typeof InboundShown>;

/**
 * `mine`: about renewals of the caller, or of whom the caller covers for, and what is nobody's, for who sees what is unassigned; what
 * of it is to do is counted beside the menu. `team`: everybody's.
 */
export const InboundOf = z.enum(['mine', 'team']);
export type InboundOf = z.infer<typeof InboundOf>;

/** A mail that came in, or an answer by WhatsApp: its sender is a number, and it has no subject. */
export const InboundMessage = z.object({
  inbound_id: z.number(),
  channel: ReminderChannel,
  kind: InboundKind,
  /** The sender's address; empty: it has none. */
  from: z.string(),
  subject: z.string(),
  /** What they wrote themselves, above what they quote; the beginning of it. */
  top: z.string(),
  /** An instant. */
  received_at: z.string(),
  /** Of a bounce: who could not be reached. */
  bounced_address: text,
  company_name: text,
  /** The renewals that it is about, some of many. */
  renewals: z.array(z.object({ renewal_id: z.number(), domain_name: z.string(), renewal_date: z.string() })),
  /** When somebody has seen to it, an instant, and who; nobody where nobody had to. */
  settled_at: text,
  settled_by: text,
});
export type InboundMessage = z.infer<typeof InboundMessage>;

/** So many come at once. */
export const INBOUND_PAGE = 25;

const staff = { audience: 'staff', screens: RENEWAL_SCREENS, rows: 'all' } as const;
const NOT_YOURS = 'Only who sees what is unassigned sees mail that is nobody’s.';
const NO_MAIL = 'This mail is not there any more.';

/** Mail that came to our addresses: what customers answer, what bounces, and what nobody could match. Told to browsers as `mail`. */
export const inbound = {
  /** Newest first; what is to be done oldest first. `counts.unmatched` is null for who does not see what is unassigned. */
  list: call({
    path: 'adminpanel/list_inbound_messages/',
    ...staff,
    body: body({ of: z._default(InboundOf, 'team'), show: z._default(InboundShown, 'to_do'), page }),
    reply: z.object({
      messages: z.array(InboundMessage),
      total: z.number(),
      counts: z.object({ to_do: z.number(), unmatched: z.nullable(z.number()) }),
    }),
    refusals: { 403: NOT_YOURS },
  }),
  /** A mail with its whole text, whom it was for, and the message that it answers; null: none of ours. */
  message: call({
    path: 'adminpanel/get_inbound_message/',
    ...staff,
    body: body({ inbound_id: id }),
    reply: z.object({
      message: InboundMessage,
      to: z.string(),
      text: z.string(),
      answers: z.nullable(z.object({ recipient: z.string(), subject: text, sent_at: z.string() })),
    }),
    refusals: { 403: NOT_YOURS, 404: NO_MAIL },
  }),
  /**
   * Somebody has seen to it. With a domain, or one of its renewals, it is said whose an unmatched one is: it then asks whoever has that
   * renewal. `silence`: its sender, of a bounce whom it names, is not written to any more.
   */
  settle: call({
    path: 'adminpanel/settle_inbound_message/',
    ...staff,
    body: body({
      inbound_id: id,
      domain_name: z.optional(line(253, 'Choose a domain')),
      renewal_id: z.optional(id),
      silence: z._default(z.boolean(), false),
    }),
    reply: done,
    refusals: {
      403: NOT_YOURS,
      404: NO_MAIL,
      409: 'Somebody has seen to this mail already.',
      422: 'This mail has its customer, or there is no such domain or renewal. Look again.',
    },
    writes: true,
  }),
  /** It waits for somebody again, as before it was seen to. A sender who is not written to any more stays so. */
  reopen: call({
    path: 'adminpanel/reopen_inbound_message/',
    ...staff,
    body: body({ inbound_id: id }),
    reply: done,
    refusals: { 403: NOT_YOURS, 404: NO_MAIL, 409: 'This mail is open already.' },
    writes: true,
  }),
};
