import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, line, page, sorting } from './fields.ts';

export const PortalRow = z.object({
  subscription_id: z.string(),
  customer_domain: z.string(),
  sku_name: z.string(),
  licensed_seats: z.nullable(z.number()),
  number_of_seats: z.nullable(z.number()),
  plan_name: z.string(),
  /** Decimal text, in `currency`. */
  price: z.nullable(z.string()),
  /** ISO 4217. */
  currency: z.string(),
  status: z.string(),
  /** The day on which the reseller renews and bills. */
  provider_renewal_date: z.nullable(z.string()),
  /** The end of Google's commitment. */
  google_renewal_date: z.nullable(z.string()),
});
export type PortalRow = z.infer<typeof PortalRow>;

export const PORTAL_SORTS = [
  'customer_domain',
  'sku_name',
  'plan_name',
  'status',
  'provider_renewal_date',
  'google_renewal_date',
] as const;
/** How a subscription stands at Google. */
export const PORTAL_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;

/** `search` is part of a domain or of the name of a SKU, `company` of the customer's name. */
const asked = body({
  search: z.optional(line(253)),
  company: z.optional(line(200)),
  status: z.optional(z.enum(PORTAL_STATUSES)),
  page,
  ...sorting(PORTAL_SORTS),
});
const reply = z.object({ customer: z.array(PortalRow), total: z.number() });

/** The provider's list, ten on a page, by domain unless sorted otherwise. */
export const portal = {
  list: call({
    path: 'adminpanel/get_{provider}_portal/',
    audience: 'staff',
    screens: ['{provider}_portal'],
    rows: 'all',
    body: asked,
    reply,
  }),
  /** Of these the subscriptions that are sold in US dollars. */
  usList: call({
    path: 'adminpanel/get_us_{provider}_portal/',
    audience: 'staff',
    screens: ['us_{provider}_portal'],
    rows: 'all',
    body: asked,
    reply,
  }),
};
