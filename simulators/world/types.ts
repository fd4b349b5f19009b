import type { TermZone } from './zones.ts';

/** Plans as Google's answers spell them. */
export type PlanName = 'ANNUAL' | 'ANNUAL_YEARLY_PAY' | 'FLEXIBLE' | 'TRIAL' | 'FREE';

export type SuspensionReason =
  'PENDING_TOS_ACCEPTANCE' | 'RENEWAL_WITH_TYPE_CANCEL' | 'RESELLER_INITIATED' | 'TRIAL_ENDED' | 'OTHER';

export type RenewalType =
  | 'AUTO_RENEW_MONTHLY_PAY'
  | 'AUTO_RENEW_YEARLY_PAY'
  | 'RENEW_CURRENT_USERS_MONTHLY_PAY'
  | 'RENEW_CURRENT_USERS_YEARLY_PAY'
  | 'RENEW_ON_PROPOSED_OFFER'
  | 'SWITCH_TO_PAY_AS_YOU_GO'
  | 'CANCEL';

export type Zone = 'North' | 'West' | 'South';
export type Segment = 'Micro' | 'SMB' | 'Corporate' | 'Enterprise' | 'Edutech' | 'Startup' | 'Education';

/** A person; the e-mail is at the company's domain, the phone is `+91` and ten digits. */
export interface WorldContact {
  name: string;
  role: string;
  email: string;
  phone: string;
}

/** A partner through whom some customers buy. */
export interface WorldReseller {
  resellerId: string;
  name: string;
  companyName: string;
  domain: string;
  email: string;
  phone: string;
  gstNumber: string;
}

/** Seats by plan: annual plans have `numberOfSeats`, the others `maximumNumberOfSeats`; `licensedNumberOfSeats` are in use. */
export interface WorldSeats {
  numberOfSeats?: number;
  maximumNumberOfSeats?: number;
  licensedNumberOfSeats: number;
}

export interface WorldSubscription {
  subscriptionId: string;
  skuId: string;
  skuName: string;
  planName: PlanName;
  status: 'ACTIVE' | 'SUSPENDED';
  suspensionReasons: SuspensionReason[];
  /** Null: it is not suspended. */
  suspendedOn: string | null;
  /** OFFLINE: Google does not tell `term`; the reseller knows it from its own books. */
  billingMethod: 'ONLINE' | 'OFFLINE';
  /** Day of purchase, up to five years back. */
  createdOn: string;
  /** The running commitment of annual plans, `endsOn` being the renewal day, from midnight to midnight of `zone`; null for the other plans. */
  term: { startsOn: string; endsOn: string; zone: TermZone } | null;
  trialEndsOn: string | null;
  seats: WorldSeats;
  renewalType: RenewalType | null;
  /** In the currency of the customer. */
  pricePerSeatPerYear: number;
  /** Percent of the price, null where nobody has worked it out. */
  marginPercent: number | null;
  /** How many terms ended before the running one; the n-th before it is the running one set back n years. */
  startedYearsAgo: number;
}

export interface WorldCustomer {
  /** Google's id, `C0…`. */
  customerId: string;
  companyName: string;
  domain: string;
  /** The second address Google asks for; never at the customer's own domain. */
  alternateEmail: string;
  addressLine: string;
  city: string;
  state: string;
  postalCode: string;
  zone: Zone;
  gstNumber: string;
  segment: Segment;
  /** In which it is billed. */
  currency: 'INR' | 'USD';
  /** null: directly ours. */
  resellerId: string | null;
  contacts: WorldContact[];
  /** One to three, never two of one SKU. */
  subscriptions: WorldSubscription[];
}

/** Plain data: one Indian reseller as its partners and providers see it on `today`. All days are `YYYY-MM-DD` in India. */
export interface World {
  today: string;
  resellers: WorldReseller[];
  customers: WorldCustomer[];
  /** Google customers of somebody else. */
  foreignCustomers: { customerId: string; domain: string }[];
}
