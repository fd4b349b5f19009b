import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, line, page } from './fields.ts';
import { OrderState } from './licences.ts';
import { OwnRenewal } from './own-renewals.ts';
import { AccountStatus } from './words/lists.ts';

/** The newest order of seats: one under way, or one of the caller's that was decided since yesterday. */
export const OwnOrder = z.object({
  order_id: z.number(),
  state: OrderState,
  added_seats: z.number(),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

/** A subscription as its customer sees it. */
export const OwnSubscription = z.object({
  subscription_id: z.string(),
  sku_name: z.string(),
  plan_name: z.string(),
  status: z.string(),
  /** What is bought by the seat: the committed number, or the ceiling; null where nothing is. */
  bought_seats: z.nullable(z.number()),
  used_seats: z.nullable(z.number()),
  /** Of the whole subscription, decimal text in `currency`. */
  price: z.nullable(z.string()),
  currency: z.string(),
  /** The end of the term, or the day on which we renew and bill. */
  renewal_date: z.nullable(z.string()),
  /** Days of the calendar until then; negative: it has passed. */
  days_left: z.nullable(z.number()),
  /** Whether seats can be added as far as the desk knows; the order asks Google. */
  can_add: z.boolean(),
  /** Its open renewal. */
  renewal: z.nullable(OwnRenewal),
  order: z.nullable(OwnOrder),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const OwnDomainCard = z.object({
  domain_name: z.string(),
  domain_status: AccountStatus,
  /** When it was asked for, an instant. */
  timestamp: z.string(),
  /** Of an active domain, the one that ends first at the beginning. */
  subscriptions: z.array(OwnSubscription),
});
export type OwnDomainCard = z.infer<typeof OwnDomainCard>;

/** So many domains are on a page. */
export const OWN_DOMAINS_PAGE = 12;

export const ownDomains = {
  /** All domains of the caller with what they have: active ones first, the next renewal first, then those that wait. */
  list: call({
    path: 'get_own_domains/',
    audience: 'customer',
    screens: ['my_domains'],
    rows: 'own',
    body: body({ search: z.optional(line(253)), page }),
    reply: z.object({ domains: z.array(OwnDomainCard), total: z.number() }),
  }),
};
