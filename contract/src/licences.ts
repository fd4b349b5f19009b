import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, id, line, page, sorting } from './fields.ts';
import { SubscriptionRow } from './domains.ts';
import { AccountStatus } from './words/lists.ts';

/** Google sells at most so many seats of a subscription. */
export const MOST_SEATS = 50_000;

export const SEATS_MISSING = 'Enter a whole number of seats';
/** How many seats are wished for. */
export const wishedSeats = z
  .int(SEATS_MISSING)
  .check(z.positive(SEATS_MISSING), z.lte(MOST_SEATS, `At most ${MOST_SEATS} seats`));

const REDUCTION = 'Seat Reduction not Allowed';
/** A count of seats as the form sends it: a number, or the text that was typed. */
const seatNumber = (missing: string) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.maxLength(20, missing))], missing),
      z.transform((given) => (typeof given === 'number' || /^-?\d+$/.test(given.trim()) ? Number(given) : Number.NaN)),
    ),
    z
      .custom<number>((given) => typeof given === 'number' && Number.isInteger(given), missing)
      .check(
        z.refine((seats) => seats >= 0, REDUCTION),
        z.refine((seats) => seats <= MOST_SEATS, `At most ${MOST_SEATS} seats`),
      ),
  );

export const MappedDomain = z.object({
  /** The caller's number of it, as in `get_user_domain/`. */
  domain_id: z.number(),
  domain_name: z.string(),
  domain_status: AccountStatus,
  /** The names of what it has. */
  subscription: z.array(z.string()),
  /** Of the subscription that ends first. */
  renewal_date: z.nullable(z.string()),
});
export type MappedDomain = z.infer<typeof MappedDomain>;

/** A domain with one of its subscriptions; of a domain without any, the columns of the subscription are null. */
export const LicenceRow = z.object({
  domain_id: z.number(),
  customer_domain: z.string(),
  sku_name: z.nullable(z.string()),
  /** Y: the customer buys through one of our resellers. */
  reseller_type: z.enum(['Y', 'N']),
  number_of_seats: z.nullable(z.number()),
  licensed_seats: z.nullable(z.number()),
  plan_name: z.nullable(z.string()),
  /** Decimal text, in `currency`. */
  price: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  status: z.nullable(z.string()),
  domain_status: AccountStatus,
  provider_renewal_date: z.nullable(z.string()),
  google_renewal_date: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
});
export type LicenceRow = z.infer<typeof LicenceRow>;

/** Price of a seat: `yearly` for one seat in a year, `until` the day on which the term ends (null: monthly billing). */
export const SeatPrice = z.object({
  yearly: z.string(),
  currency: z.string(),
  until: z.nullable(z.string()),
  /** Days that are paid for from today; of monthly billing those of a month, 365 / 12. */
  days: z.number(),
});
export type SeatPrice = z.infer<typeof SeatPrice>;

export const OrderState = z.enum(['submitted', 'unknown', 'done', 'refused']);
export type OrderState = z.infer<typeof OrderState>;

export const SeatOrder = z.object({
  order_id: z.number(),
  domain_name: z.string(),
  sku_name: z.string(),
  plan_name: z.string(),
  added_seats: z.number(),
  /** Google's count before, and the total that it was or will be brought to; null until Google was asked. */
  seats_before: z.nullable(z.number()),
  seats_after: z.nullable(z.number()),
  /** The estimate shown before the click, decimal text in `currency`; null: the price was not known. */
  estimate: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  state: OrderState,
  /** Why it is not done yet, or never will be. */
  reason: z.nullable(z.string()),
  /** To customers, orders of staff are `staff`, and those of somebody who had the domain before `somebody else`. */
  created_by: z.string(),
  timestamp: z.string(),
  finished_at: z.nullable(z.string()),
  /** Google was asked for the seats: even of an order that was closed then, it is not certain that none were added. */
  was_asked: z.boolean(),
});
export type SeatOrder = z.infer<typeof SeatOrder>;

export const MAPPED_SORTS = ['domain_name', 'renewal_date'] as const;
export const LICENCE_SORTS = [
  'customer_domain',
  'sku_name',
  'plan_name',
  'status',
  'domain_status',
  'provider_renewal_date',
  'google_renewal_date',
] as const;
export const ORDER_SORTS = ['domain_name', 'state', 'timestamp', 'sku_name', 'added_seats'] as const;

const search = z.optional(line(253));
const subscriptionId = line(100, 'Choose a subscription');
const customerId = z.optional(z.nullable(line(100)));
const buying = {
  audience: 'signed-in',
  screens: ['add_license', 'admin_add_license'],
  rows: { staff: 'all', customer: 'own' },
} as const;
const NOT_THERE = 'No Subscription Found in this Domain';

export const licences = {
  /** The caller's active domains with what they have; ten on a page, by name unless sorted otherwise. */
  mapped: call({
    path: 'get_mapped_domain/',
    audience: 'customer',
    screens: ['add_license'],
    rows: 'own',
    body: body({ search, page, ...sorting(MAPPED_SORTS) }),
    reply: z.object({ domains: z.array(MappedDomain), total: z.number() }),
  }),
  /** All domains with their subscriptions, ten rows on a page, by domain unless sorted otherwise; `company` is part of the customer's name. */
  all: call({
    path: 'adminpanel/get_license_domain/',
    audience: 'staff',
    screens: ['admin_add_license'],
    rows: 'all',
    body: body({
      search,
      company: z.optional(line(200)),
      status: z.optional(AccountStatus),
      page,
      ...sorting(LICENCE_SORTS),
    }),
    reply: z.object({ domains: z.array(LicenceRow), total: z.number() }),
  }),
  /** One subscription as Google has it now, with what more seats cost. */
  subscription: call({
    path: 'get_google_subscription/',
    ...buying,
    body: body({ subscription_id: subscriptionId, customer_id: customerId }),
    reply: z.object({
      subscription: SubscriptionRow,
      domain_name: z.string(),
      /** The seats that the desk knows: what `add` names in `seats`. Null: seats of such a plan cannot be added. */
      seats: z.nullable(z.number()),
      /** The seats that Google has at this moment; null where it did not answer. */
      seats_at_google: z.nullable(z.number()),
      /** Why seats cannot be added now, in words for the user; null: they can. */
      closed_because: z.nullable(z.string()),
      /** Null: not on the price list, or an annual plan of which no end is known. */
      price: z.nullable(SeatPrice),
      /** An order that is under way. */
      order: z.nullable(SeatOrder),
    }),
    refusals: { 404: NOT_THERE },
  }),
  /**
   * Orders more seats. `seats` is what the caller saw: if the desk knows another number by now, nothing is ordered. The
   * total is made from what Google says when the order is worked on; `customer_id` and `plan_name` are not read.
   */
  add: call({
    path: 'add_google_license/',
    ...buying,
    body: body({
      domain_name: line(253, 'Choose a domain'),
      subscription_id: subscriptionId,
      customer_id: customerId,
      seats: seatNumber('The seats that you saw are missing. Open the dialog again.'),
      plan_name: z.optional(z.nullable(line(60))),
      added_seats: seatNumber('Enter how many seats to add, as a whole number').check(
        z.refine((seats) => seats !== 0, 'Enter how many seats to add, as a whole number'),
      ),
    }),
    reply: z.object({ order_id: z.number() }),
    refusals: {
      404: NOT_THERE,
      409: 'The seats have changed meanwhile, or an order for this subscription is under way. Look at it again.',
      /** The reply says in place of this text why not, and again in `reason`. */
      422: 'Seats cannot be added to this subscription.',
    },
    writes: true,
  }),
  /** Ten on a page, newest first unless sorted otherwise. */
  orders: call({
    path: 'get_license_order/',
    ...buying,
    body: body({ search, state: z.optional(OrderState), page, ...sorting(ORDER_SORTS) }),
    reply: z.object({ orders: z.array(SeatOrder), total: z.number() }),
  }),
  /** Looks again at Google for an order whose outcome is not known. */
  lookAgain: call({
    path: 'adminpanel/recheck_license_order/',
    audience: 'staff',
    screens: ['admin_add_license'],
    rows: 'all',
    body: body({ order_id: id }),
    reply: z.object({}),
    refusals: { 404: 'No Data Present', 409: 'This order is decided, or is being worked on. Look at the list again.' },
    writes: true,
  }),
};
