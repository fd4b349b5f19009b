import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, day, done, id, line, page } from './fields.ts';
import { MessageChannel } from './words/lists.ts';
import { NOT_REACHABLE } from './notifications.ts';

const text = z.nullable(z.string());

/** `held`: it waits because all outgoing messages are held. */
export const MessageState = z.enum(['queued', 'held', 'sent', 'failed']);
export type MessageState = z.infer<typeof MessageState>;
export const MessagePurpose = z.enum(['otp', 'notice', 'renewal']);
export type MessagePurpose = z.infer<typeof MessagePurpose>;

export const LoggedMessage = z.object({
  message_id: z.number(),
  notification_type: MessageChannel,
  purpose: MessagePurpose,
  recipient: z.string(),
  subject: text,
  state: MessageState,
  /** Why it has failed, or what the last try met. */
  reason: text,
  attempts: z.number(),
  created_by: z.string(),
  /** Instants. */
  created_at: z.string(),
  finished_at: text,
  /** Of a queued one that was tried before. */
  next_try_at: text,
  /** Its content is outdated: it is not sent, nor sent again. */
  expired: z.boolean(),
});
export type LoggedMessage = z.infer<typeof LoggedMessage>;

const administrators = { audience: 'staff', screens: ['mail_log'], roles: ['ADMIN'], rows: 'all' } as const;

const filter = {
  notification_type: z.optional(MessageChannel),
  purpose: z.optional(MessagePurpose),
  /** Part of the recipient or the subject. Of more than 10,000 messages that have it the newest 10,000 are found. */
  search: z.optional(line(254)),
  /** Days of the business on which it was written. */
  from: z.optional(day),
  to: z.optional(day),
};
const NO_MESSAGE = 'This message is not there any more.';

export const MailSwitch = z.object({
  held: z.boolean(),
  /** Since when, an instant, and by whom; null while messages leave. */
  since: text,
  by: text,
  /** Messages that would leave if they were not held; 0 while messages leave. */
  waiting: z.number(),
});
export type MailSwitch = z.infer<typeof MailSwitch>;

/** Everything that was or will be sent: mail, SMS, WhatsApp, and what is told in the chat of the team. */
export const mailLog = {
  /** Newest first, 50 a page; `counts` has the whole filter's messages by state, but for `state` itself. */
  list: call({
    path: 'adminpanel/get_mail_log/',
    ...administrators,
    body: body({ ...filter, state: z.optional(MessageState), page }),
    reply: z.object({
      messages: z.array(LoggedMessage),
      total: z.number(),
      counts: z.object({ queued: z.number(), held: z.number(), sent: z.number(), failed: z.number() }),
    }),
  }),
  /** A message's text, and the renewals that it is about. */
  message: call({
    path: 'adminpanel/get_mail/',
    ...administrators,
    body: body({ message_id: id }),
    reply: z.object({
      message: LoggedMessage,
      /** Null for a one-time code and for whatever else is kept sealed, a first password: nobody reads it but its recipient. */
      text,
      /** The external service's id of the message. */
      provider_id: text,
      renewals: z.array(z.object({ renewal_id: z.number(), domain_name: z.string() })),
    }),
    refusals: { 404: NO_MESSAGE },
  }),
  /** A failed message is put into the queue again; of one that was sent a copy is sent, one at a time. */
  resend: call({
    path: 'adminpanel/resend_mail/',
    ...administrators,
    body: body({ message_id: id }),
    reply: done,
    refusals: {
      404: NO_MESSAGE,
      409: 'This message has not left yet, or was sent anew.',
      410: 'This renewal is closed or suspended, or its customer has left: it is not due any more.',
      412: 'This message has expired: what it says does not hold any more.',
      422: NOT_REACHABLE,
      423: 'A one-time code is never sent again. Ask for a new one.',
    },
    writes: true,
  }),
  /** Messages that wait end without having been sent; `left` of those named, each counted once, do not wait any more or never end so. */
  withdraw: call({
    path: 'adminpanel/withdraw_mail/',
    ...administrators,
    body: body({ message_ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    reply: z.object({ withdrawn: z.number(), left: z.number() }),
    refusals: { 409: 'None of them waits any more.' },
    writes: true,
  }),
  /** For every screen of staff: a sender should know that messages are held. */
  state: call({
    path: 'adminpanel/get_mail_switch/',
    audience: 'staff',
    body: body({}),
    reply: MailSwitch,
  }),
  /**
   * Holds all outgoing messages but one-time codes, without which nobody could log in; or lets them go. Told to browsers as
   * `mail`, as is every message that has left or failed, is sent again or withdrawn.
   */
  hold: call({
    path: 'adminpanel/set_mail_switch/',
    ...administrators,
    body: body({ held: z.boolean() }),
    reply: done,
    writes: true,
  }),
};
