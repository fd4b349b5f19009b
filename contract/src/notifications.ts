import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, day, done, id, line } from './fields.ts';
import { MessageChannel, NotificationType } from './words/lists.ts';

const staff = {
  audience: 'staff',
  screens: [
    'get_monthly_renewal',
    'get_renewal_data',
    'my_renewal_domain',
    'renewal_reseller',
    '{directory_product}_renewal_data',
  ],
} as const;

/** A company that a notification may go to, with its addresses: the customer of a renewal, or the reseller of that customer. */
export const NotifyCustomer = z.object({
  addressee: z.enum(['customer', 'reseller']),
  domain_name: z.string(),
  customer_name: z.string(),
  company_name: z.string(),
  email: z.array(z.string()),
  phone: z.array(z.string()),
});

const NOT_DUE = 'This renewal is closed or suspended, or its customer has left: it is not due any more.';

/** Refusal to resend a message to a recipient to whom no new one could be sent. */
export const NOT_REACHABLE = 'Its recipient is no contact and no reseller of this customer any more.';

/** Refusal to resend a message whose content is no longer true. */
export const OVERTAKEN =
  'What was recorded for the renewal has changed since: what this message says is not so any more. Send a new one.';

export const DeliveryState = z.enum(['queued', 'sent', 'failed']);

/** One message to one person, and what became of it. */
export const SentNotification = z.object({
  message_id: z.number(),
  notification_type: MessageChannel,
  recipient: z.string(),
  state: DeliveryState,
  reason: z.nullable(z.string()),
  attempts: z.number(),
  created_by: z.string(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
});
export type SentNotification = z.infer<typeof SentNotification>;

const request = {
  domain_name: z.optional(line(253)),
  customer_name: z.optional(line(200)),
  company_name: z.optional(line(200)),
  emails: z.array(line(254)).check(z.maxLength(50)),
  phones: z.array(line(20)).check(z.maxLength(50)),
  zoho_customer: z.optional(z.nullable(line(60))),
  subscriptionId: z.optional(z.nullable(line(100))),
  renewalDate: z.optional(z.nullable(day)),
  renewal_id: id,
  notification_type: NotificationType,
};

export const notifications = {
  /** Of a customer that buys through a reseller the reseller stands first: by default it is told, and not its customer. */
  customer: call({
    path: 'adminpanel/get_zoho_notify_customer/',
    ...staff,
    rows: 'all',
    body: body({
      renewal_id: id,
      subscription_id: z.optional(z.nullable(line(100))),
      domain_name: z.optional(line(253)),
      zoho_contact_id: z.optional(z.nullable(line(60))),
    }),
    reply: z.object({ zoho_customer: z.array(NotifyCustomer) }),
    refusals: { 404: 'No Data Present' },
  }),
  /**
   * The messages exactly as they will be sent, made from the renewal as it stands, and who of `recipients` gets which;
   * without any, the one that goes out by default.
   */
  preview: call({
    path: 'adminpanel/preview_renewal_notification/',
    ...staff,
    rows: 'all',
    body: body({
      renewal_id: id,
      notification_type: NotificationType,
      recipients: z.optional(z.array(line(254)).check(z.maxLength(50))),
    }),
    reply: z.object({
      /** Of the first message. */
      subject: z.nullable(z.string()),
      text: z.string(),
      messages: z.array(
        z.object({
          addressee: z.enum(['customer', 'reseller']),
          recipients: z.array(z.string()),
          subject: z.nullable(z.string()),
          text: z.string(),
          /** Shown before it is sent. */
          warning: z.nullable(z.string()),
        }),
      ),
    }),
    refusals: { 404: 'No Data Present', 410: NOT_DUE },
  }),
  /** One message per recipient, sent by a job; every recipient must be a contact of that customer. */
  send: call({
    path: 'adminpanel/send_renewal_notification/',
    ...staff,
    rows: 'all',
    body: body({ requestBody: z.strictObject(request) }),
    reply: z.object({ queued: z.number() }),
    refusals: {
      404: 'No Data Present',
      409: 'This notification was already sent to these recipients today.',
      410: NOT_DUE,
      422: 'Choose at least one recipient from the contacts of this customer.',
    },
    writes: true,
  }),
  /** Notifications of a renewal with their results, newest first. */
  results: call({
    path: 'adminpanel/get_renewal_notifications/',
    ...staff,
    rows: 'all',
    body: body({ renewal_id: id }),
    reply: z.object({ notifications: z.array(SentNotification) }),
    refusals: { 404: 'No Data Present' },
  }),
  /** Puts a failed message into the queue again. */
  resend: call({
    path: 'adminpanel/resend_renewal_notification/',
    ...staff,
    rows: 'all',
    body: body({ message_id: id }),
    reply: done,
    refusals: {
      404: 'No Data Present',
      409: 'Only a failed message that was not sent anew can be sent again.',
      410: NOT_DUE,
      412: OVERTAKEN,
      422: NOT_REACHABLE,
    },
    writes: true,
  }),
};
