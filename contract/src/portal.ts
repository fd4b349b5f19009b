import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, line, page } from './fields.ts';

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

/** `search` is part of a domain or of the name of a SKU. */
const asked = body({
  search: z.optional(line(253)),
  page,
});
const reply = z.object({ customer: z.array(PortalRow), total: z.number() });

/** The provider's list, ten on a page by domain. */
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
