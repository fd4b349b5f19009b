import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, day, done, emailAddress, line, month, page } from './fields.ts';
import { InstructionState, Outcome } from './rules/instruction.ts';
import { RenewalStatus } from './words/lists.ts';
import { SentNotification } from './notifications.ts';

/** A reseller with how many renewals of its customers the month has. */
export const RenewalReseller = z.object({
  company_name: z.string(),
  email: z.string(),
  /** The members that have them, joined by commas; null: nobody. */
  assigned_to: z.nullable(z.string()),
  count: z.number(),
});
export type RenewalReseller = z.infer<typeof RenewalReseller>;

export const ResellerRenewal = z.object({
  renewal_id: z.number(),
  customerDomain: z.string(),
  company_name: z.string(),
  plan: z.string(),
  status: z.string(),
  maxSeats: z.nullable(z.number()),
  usedSeats: z.nullable(z.number()),
  skuName: z.string(),
  provider_renewal_date: z.nullable(z.string()),
  Google_renewal_date: z.nullable(z.string()),
  renewal_date: z.string(),
  price: z.nullable(z.string()),
  currency: z.string(),
  subscriptionId: z.string(),
  state: z.enum(['open', 'closed']),
  /** The customer's answer. */
  confirmation_status: z.nullable(RenewalStatus),
  /** State of what is asked of the provider, and what is; null: nothing. */
  instruction: z.nullable(InstructionState),
  wanted: z.nullable(Outcome),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  assigned_to: z.nullable(z.string()),
  version: z.number(),
});
export type ResellerRenewal = z.infer<typeof ResellerRenewal>;

const screen = { audience: 'staff', screens: ['renewal_reseller'], rows: 'all' } as const;
const search = z.optional(line(200));
const MOST = 500;
/** A comma list, `MOST` at most. */
const listOf = (one: z.ZodMiniType<string, string>, missing: string) =>
  z.pipe(
    z.string().check(z.minLength(1, missing), z.maxLength(20_000, 'Choose fewer renewals')),
    z.pipe(
      z.transform((text: string) => text.split(',').map((one) => one.trim())),
      z.array(one).check(z.maxLength(MOST, 'Choose fewer renewals')),
    ),
  );
const MISSING = 'Choose at least one renewal';
/** `domain_name` is not read: the domains are those of the renewals. All of them must be of one reseller. */
const about = body({
  subscriptionIds: listOf(line(100, MISSING), MISSING),
  /** The renewal date of each; without them it is the open renewal, of `month` if there is one. */
  renewalDates: z.optional(listOf(day, MISSING)),
  domain_name: z.optional(line(20_000)),
  month: z.optional(month),
  reseller_email: z.optional(emailAddress('Choose a reseller')),
});
const NOT_ANNOUNCED = {
  400: 'Send one renewal date for each subscription.',
  404: 'No Data Present',
  410: 'Some of these renewals are closed or suspended, or their customers have left: they are not due any more.',
  422: 'Choose renewals of one reseller.',
} as const;

export const resellers = {
  /** Ten on a page by company; `search` is part of a company name. */
  ofMonth: call({
    path: 'adminpanel/get_renewal_resellers/',
    ...screen,
    body: body({ month, search, page }),
    reply: z.object({ domain: z.array(RenewalReseller), total: z.number() }),
  }),
  /** The same as data.csv, all pages. */
  exportMonth: call({
    path: 'adminpanel/export_renewal_resellers/',
    ...screen,
    body: body({ month, search }),
    reply: done,
    download: 'data.csv',
  }),
  /** Renewals of a reseller's customers in a month, by date. `tag`: what `reseller_email` names, its e-mail or its company. */
  customers: call({
    path: 'adminpanel/get_renewal_reseller_customers/',
    ...screen,
    body: body({
      month,
      reseller_email: line(254, 'Choose a reseller'),
      tag: z._default(z.enum(['email', 'company']), 'email'),
      /** E-mails of members, joined by commas as `ofMonth` answers them: only what one of them has. Empty: what nobody has. */
      assigned_to: z.optional(z.nullable(line(5_000))),
    }),
    reply: z.object({ domain: z.array(ResellerRenewal) }),
  }),
  /** The mail of `notify` exactly as it will be sent, made from the renewals as they stand. */
  preview: call({
    path: 'adminpanel/preview_reseller_notification/',
    ...screen,
    body: about,
    reply: z.object({ recipient: z.string(), subject: z.string(), text: z.string() }),
    refusals: NOT_ANNOUNCED,
  }),
  /** Notifications about the renewals of a reseller's customers in a month: recipient, channel and result; newest first. */
  results: call({
    path: 'adminpanel/get_reseller_notifications/',
    ...screen,
    body: body({ month, reseller_email: line(254, 'Choose a reseller') }),
    reply: z.object({
      notifications: z.array(
        z.extend(SentNotification, {
          /** How many renewals of the month it is about, and the domain of the first. */
          renewals: z.number(),
          domain_name: z.string(),
        }),
      ),
    }),
  }),
  /** One mail to the reseller about several renewals of its customers. */
  notify: call({
    path: 'adminpanel/send_reseller_notification/',
    ...screen,
    body: about,
    reply: z.object({ queued: z.number() }),
    refusals: { ...NOT_ANNOUNCED, 409: 'This notification was already sent to this reseller today.' },
    writes: true,
  }),
};
