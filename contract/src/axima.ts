import * as z from 'zod/mini';
import { call } from './call.ts';
import { CrmStanding } from './customers.ts';
import {
  agreed,
  AximaChanges,
  customerEmail,
  customerName,
  domainName,
  maybePhone,
  userCount,
  users,
} from './rules/axima-fields.ts';
import { body, done, id, line, version } from './fields.ts';
import { BillingFrequency, DeploymentStatus } from './words/lists.ts';

const AximaProduct = z.object({ ap_id: z.number(), axima_product_name: z.string() });

const inCrm = z.partial(CrmStanding).shape;

export const AximaDomain = z.object({
  ...inCrm,
  domain_id: z.number(),
  domain_name: z.string(),
  companyName: z.string(),
  /** When it was added, an instant. */
  timestamp: z.string(),
  /** The newest subscription that is not cancelled. */
  axima_subscription_id: z.nullable(z.number()),
});
export type AximaDomain = z.infer<typeof AximaDomain>;

/** A domain with one of its subscriptions that are not cancelled, or a domain that has none. */
export const ExistingAximaDomain = z.object({
  ...inCrm,
  domain_id: z.number(),
  customer_domain_name: z.string(),
  /** The company; the customer's name where no company is known. */
  customer_name: z.string(),
  plan_name: z.nullable(z.string()),
  no_of_lics: z.nullable(z.number()),
  service_start_date: z.nullable(z.string()),
  service_end_date: z.nullable(z.string()),
  axima_subscription_id: z.nullable(z.number()),
  /** How far its deployment is. */
  subscription: z.nullable(DeploymentStatus),
});
export type ExistingAximaDomain = z.infer<typeof ExistingAximaDomain>;

/** A subscription and the customer whose domain has it; a text that is not known is ''. */
export const AximaSubscription = z.object({
  axima_subscription_id: z.number(),
  domain_name: z.string(),
  ticket_number: z.string(),
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  phoneNumber: z.string(),
  tenant_name: z.string(),
  user_count: z.number(),
  axima_product_name: z.string(),
  order_id: z.string(),
  start_date: z.nullable(z.string()),
  renewal_date: z.string(),
  requested_by: z.string(),
  field_distributor: z.string(),
  billing_frequency: BillingFrequency,
  comments: z.string(),
  status: z.nullable(DeploymentStatus),
  /** In rupees, and percent. Null also for readers who do not sell. */
  selling_price: z.nullable(z.string()),
  buying_price: z.nullable(z.string()),
  margin_percent: z.nullable(z.string()),
  /** Grows with every change of the domain or of one of its subscriptions. */
  version: z.number(),
});
export type AximaSubscription = z.infer<typeof AximaSubscription>;

const CHANGED = 'Somebody else changed this domain meanwhile. Look at it and try again.';
const TWIN = 'The domain has a subscription to this product already. Licences can be added to that one.';
const NO_SUBSCRIPTION = 'No Subscription for this Domain';
const reading = { audience: 'staff', screens: ['axima_domains', 'add_axima_domain'], rows: 'all' } as const;
const writing = { ...reading, writes: true } as const;

export const axima = {
  products: call({
    path: 'axima/get_all_axima_products/',
    ...reading,
    body: body({}),
    reply: z.object({ products: z.array(AximaProduct) }),
  }),
  /** By domain name. */
  existing: call({
    path: 'axima/get_existing_axima_domain/',
    ...reading,
    screens: ['axima_domains'],
    body: body({}),
    reply: z.object({ domains: z.array(ExistingAximaDomain) }),
  }),
  /** Newest first. */
  all: call({
    path: 'axima/get_all_axima_domain/',
    ...reading,
    screens: ['add_axima_domain'],
    body: body({}),
    reply: z.object({ domains: z.array(AximaDomain) }),
  }),
  /** A domain with all its subscriptions, newest first, the cancelled ones too. */
  domain: call({
    path: 'axima/get_axima_domain/',
    ...reading,
    body: body({ domain_id: id }),
    reply: z.object({ domain: AximaDomain, domains: z.array(AximaSubscription) }),
    refusals: { 404: 'Not Domain Present or Could not fetch Domains' },
  }),
  /** All subscriptions of the domain that has this one, newest first. */
  domainDetails: call({
    path: 'axima/get_axima_domain_details/',
    ...reading,
    body: body({ subscription_id: id }),
    reply: z.object({ domains: z.array(AximaSubscription) }),
    refusals: { 404: NO_SUBSCRIPTION },
  }),
  /** One subscription. */
  subscriptionDetails: call({
    path: 'axima/get_axima_subscription_details/',
    ...reading,
    body: body({ subscription_id: id }),
    reply: z.object({ domains: z.array(AximaSubscription) }),
    refusals: { 404: NO_SUBSCRIPTION },
  }),
  /** A domain with its first subscription. */
  addDomain: call({
    path: 'axima/add_axima_domain/',
    ...writing,
    screens: ['add_axima_domain'],
    roles: ['SALESC'],
    body: body({
      ...agreed,
      customer_name: customerName,
      customer_email: customerEmail,
      phone_number: z._default(maybePhone, ''),
      company_name: z._default(line(200), ''),
      domain_name: domainName,
      tenant_name: z._default(line(120), ''),
    }),
    reply: done,
    refusals: {
      400: 'Enter a domain such as company.example',
      409: 'This domain is registered already.',
      422: 'Failed to Add Axima Domain',
    },
  }),
  /** One more subscription of a domain, to a product that it has no subscription to. */
  addSubscription: call({
    path: 'axima/add_axima_subscription/',
    ...writing,
    roles: ['SALESC'],
    body: body({ domain_id: id, ...agreed }),
    reply: done,
    refusals: { 404: 'Not Domain Present or Could not fetch Domains', 409: TWIN, 422: 'Select Product' },
  }),
  /** `role` and `renewal_date` are not read: the session has the role, the start date makes the renewal date. */
  update: call({
    path: 'axima/update_axima_domain/',
    ...writing,
    roles: ['SALESC', 'ADEPLOY'],
    body: body({
      formData: AximaChanges,
      subscription_id: id,
      role: z.optional(line(40)),
      renewal_date: z.optional(z.nullable(line(40))),
      /** Of the subscription as it was seen. */
      version: z.optional(version),
    }),
    reply: done,
    refusals: {
      400: 'Choose a start date from a year ago to a year ahead.',
      403: 'You are not allowed to change this field.',
      404: NO_SUBSCRIPTION,
      409: CHANGED,
      422: 'Choose a product that the domain has no other subscription to.',
    },
  }),
  /** Adds `seats` to the user count, if it still is the one in `subscription`. */
  addLicence: call({
    path: 'axima/add_axima_license/',
    ...writing,
    roles: ['AXSUP'],
    body: body({
      /** The row as it was seen; only these two of its fields are read. */
      subscription: z.object({ axima_subscription_id: id, user_count: userCount }),
      seats: users('Enter how many licences to add'),
    }),
    reply: done,
    refusals: {
      404: 'Failed to add License..!!',
      409: 'The user count has changed meanwhile. Look at it and try again.',
      422: 'The subscription is cancelled, or would have more than 1,000,000 users.',
    },
  }),
};
