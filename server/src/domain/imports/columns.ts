import { ContractStatus } from '@desk/contract/directory-product';
import {
  amount,
  count,
  currency,
  domain,
  email,
  id,
  percentage,
  phone,
  renewalDay,
  startDay,
  text,
  word,
} from '../../platform/files/columns/cells.ts';
import type { TypedColumn, ValuesOf } from '../../platform/files/columns/typed-rows.ts';

/** The files that the desk reads: their columns, with the names that spreadsheets give them, and what a cell may say. */

const SOLD_PLANS = ['ANNUAL', 'ANNUAL_YEARLY_PAY', 'FLEXIBLE'];
const PLANS = [...SOLD_PLANS, 'TRIAL', 'FREE'];
const STATUSES = ['ACTIVE', 'SUSPENDED', 'PENDING', 'CANCELLED'];

const own = {
  price: { names: ['Price'], required: false, read: amount },
  currency: { names: ['Currency'], required: false, read: currency },
  margin: { names: ['Margin', 'Margin %', 'New Business Margin'], required: false, read: percentage },
} as const;
/** The desk's own export has one of these beside 'Renewal Date', which is then the end of the term. */
const OWN_RENEWAL_DATE = ['Own Renewal Date', 'Provider Renewal Date'] as const;
const SUBSCRIPTION_ID = ['Subscription Id', 'Subscription', 'Google Subscription Id'] as const;
const SKU = ['SKU', 'SKU Name', 'Product', 'Product Name'] as const;
const PLAN = ['Plan', 'Plan Name'] as const;
// Google itself says ANNUAL for an order of ANNUAL_MONTHLY_PAY.
const PLAN_ALIASES = { ANNUAL_MONTHLY_PAY: 'ANNUAL', FLEX: 'FLEXIBLE' };
/** Of a renewal that is over, in our own exports: the row is no news of its subscription. */
const closedBecause = { names: ['Closed Because'], required: false, read: text(100), isOnlyExported: true } as const;
const DOMAIN = ['Domain', 'Domain Name', 'Customer Domain'] as const;

export const subscriptionColumns = {
  domain: { names: DOMAIN, required: true, read: domain },
  companyName: { names: ['Company Name', 'Company', 'Customer Name'], required: true, read: text(200) },
  subscriptionId: { names: SUBSCRIPTION_ID, required: true, read: id(100) },
  skuName: { names: SKU, required: true, read: text(200) },
  skuId: { names: ['SKU Id'], required: false, read: id(100) },
  planName: { names: PLAN, required: true, read: word(PLANS, PLAN_ALIASES) },
  status: { names: ['Status'], required: false, read: word(STATUSES) },
  numberOfSeats: {
    names: ['Seats', 'Number Of Seats', 'Licences', 'Licenses', 'Licence'],
    required: false,
    read: count,
  },
  maximumSeats: { names: ['Max Seats', 'Maximum Seats'], required: false, read: count },
  licensedSeats: { names: ['Used Seats', 'Licensed Seats'], required: false, read: count },
  termStart: { names: ['Term Start', 'Term Start Date', 'Start Date'], required: false, read: startDay },
  ownRenewalDate: { names: ['Renewal Date'], surer: OWN_RENEWAL_DATE, required: false, read: renewalDay },
  ...own,
  contactName: { names: ['Contact Name'], required: false, read: text(200) },
  contactEmail: { names: ['Contact Email'], required: false, read: email },
  contactPhone: { names: ['Contact Phone', 'Contact Mobile'], required: false, read: phone },
  resellerEmail: { names: ['Reseller Email'], required: false, read: email },
  closedBecause,
} as const satisfies Record<string, TypedColumn>;
export type SubscriptionValues = ValuesOf<typeof subscriptionColumns>;

/** A row names its subscription by id, or by a domain that has only one. */
export const renewalDateColumns = {
  subscriptionId: { names: SUBSCRIPTION_ID, required: false, read: id(100) },
  domain: { names: DOMAIN, required: false, read: domain },
  ownRenewalDate: {
    ...{ names: ['Renewal Date'], surer: OWN_RENEWAL_DATE, read: renewalDay },
    ...{ required: true, mayBeBlank: true },
  },
  ...own,
  closedBecause,
} as const satisfies Record<string, TypedColumn>;
export type RenewalDateValues = ValuesOf<typeof renewalDateColumns>;

/** Columns of a price list: the price of one seat per year. A row names its SKU by id, or by a name that has only one. */
export const priceColumns = {
  skuId: { names: ['SKU Id'], required: false, read: id(100) },
  skuName: { names: SKU, required: false, read: text(200) },
  planName: { names: PLAN, required: true, read: word(SOLD_PLANS, PLAN_ALIASES) },
  currency: own.currency,
  yearly: { names: ['Yearly Price', 'Yearly Price per Seat'], required: true, read: amount },
} as const satisfies Record<string, TypedColumn>;
export type PriceValues = ValuesOf<typeof priceColumns>;

/** Contracts of the directory product: one a domain. An organisation is named by its id or its name at the provider. */
export const contractColumns = {
  domain: { names: DOMAIN, required: true, read: domain },
  organization: {
    names: ['Organisation', 'Organization', 'Organisation Id', 'Organization Id'],
    required: false,
    read: id(200),
  },
  plan: { names: PLAN, required: false, read: text(200) },
  endsOn: {
    names: ['End Date', 'Contract End Date', 'Renewal Date', ...OWN_RENEWAL_DATE],
    required: true,
    read: renewalDay,
  },
  licences: { names: ['Licences', 'Licenses', 'Seats', 'Contract Licence'], required: false, read: count },
  price: own.price,
  currency: own.currency,
  status: { names: ['Status'], required: false, read: word(ContractStatus.options) },
  closedBecause,
} as const satisfies Record<string, TypedColumn>;
export type ContractValues = ValuesOf<typeof contractColumns>;
