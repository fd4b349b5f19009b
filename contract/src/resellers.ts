import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, emailAddress, line, month } from './fields.ts';

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
  subscriptionId: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  assigned_to: z.nullable(z.string()),
  version: z.number(),
});
export type ResellerRenewal = z.infer<typeof ResellerRenewal>;

const screen = { audience: 'staff', screens: ['renewal_reseller'], rows: 'all' } as const;
const page = z.optional(z.int().check(z.positive(), z.lte(1_000_000)));
const search = z.optional(line(200));
/** A comma list, `most` at most. */
const listOf = (most: number, missing: string) =>
  z.pipe(
    z.string().check(z.minLength(1, missing), z.maxLength(20_000, 'Choose fewer renewals')),
    z.pipe(
      z.transform((text: string) => text.split(',').map((one) => one.trim())),
      z
        .array(z.string().check(z.minLength(1, missing), z.maxLength(100)))
        .check(z.maxLength(most, 'Choose fewer renewals')),
    ),
  );

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
    screens: ['renewal_reseller', 'renewal_member_dashboard'],
    body: body({
      month,
      reseller_email: line(254, 'Choose a reseller'),
      tag: z._default(z.enum(['email', 'company']), 'email'),
      /** A member's e-mail: only what is assigned to that member. */
      assigned_to: z.optional(z.nullable(line(254))),
    }),
    reply: z.object({ domain: z.array(ResellerRenewal) }),
  }),
  /**
   * One mail to the reseller about several renewals of its customers. `domain_name` and the dates are not read: they are
   * those of the subscriptions. All of them must be of one reseller.
   */
  notify: call({
    path: 'adminpanel/send_reseller_notification/',
    ...screen,
    body: body({
      subscriptionIds: listOf(500, 'Choose at least one renewal'),
      renewalDates: z.optional(line(8_000)),
      domain_name: z.optional(line(20_000)),
      month: z.optional(month),
      reseller_email: z.optional(emailAddress('Choose a reseller')),
    }),
    reply: z.object({ queued: z.number() }),
    refusals: {
      404: 'No Data Present',
      409: 'This notification was already sent to this reseller today.',
      422: 'Choose renewals of one reseller.',
    },
    writes: true,
  }),
};
