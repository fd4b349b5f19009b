import { providerDateFor } from '../renewals/terms.ts';
import type { SubscriptionValues } from './columns.ts';
import { groupedBy } from '../../platform/grouped-by.ts';

/** The columns of a subscription that a file can set; null is not known. */
export interface Facts {
  domain: string;
  skuName: string;
  skuId: string;
  planName: string;
  status: string;
  numberOfSeats: number | null;
  maximumSeats: number | null;
  licensedSeats: number | null;
  termStart: string | null;
  ownRenewalDate: string | null;
  price: string | null;
  currency: string;
  margin: string | null;
}

export interface KnownSubscription extends Facts {
  id: number;
  externalId: string;
  customerId: number;
  source: 'google' | 'file' | 'directory';
  live: boolean;
}

interface KnownCustomer {
  id: number;
  companyName: string;
  resellerEmail: string | null;
  /** Google told its name. */
  isNamedByGoogle: boolean;
}

interface KnownContact {
  id: number;
  customerId: number;
  name: string;
  email: string | null;
  phone: string | null;
}

/**
 * Known state of all that a file names, in a stable order: the results of its lines depend on this and nothing else.
 * Domains and e-mails are in lower case, phone numbers bare.
 */
export interface Known {
  subscriptions: KnownSubscription[];
  /** Ids that the file names, earlier ids of a subscription too, and whose they are. */
  ids: { externalId: string; subscriptionId: number }[];
  domains: { name: string; customerId: number }[];
  customers: KnownCustomer[];
  contacts: KnownContact[];
  resellers: { id: number; email: string }[];
  /** The days on which the renewals of the subscriptions are billed: each an own renewal date, or as many years from one. */
  billed: { subscriptionId: number; day: string }[];
  /** Currency of an amount where neither the file nor the subscription has one. */
  currency: string;
}

/** The id of a known customer, or the domain of one that the file brings. */
export type Owner = number | string;

export function indexed(known: Known) {
  const subscriptions = new Map(known.subscriptions.map((one) => [one.id, one]));
  return {
    byExternalId: new Map(known.ids.map((one) => [one.externalId, subscriptions.get(one.subscriptionId)])),
    ofDomain: groupedBy(known.subscriptions, (one) => one.domain),
    customerOfDomain: new Map(known.domains.map((one) => [one.name, one.customerId])),
    customers: new Map<Owner, KnownCustomer>(known.customers.map((one) => [one.id, one])),
    contacts: groupedBy<KnownContact, Owner>(known.contacts, (one) => one.customerId),
    resellers: new Map(known.resellers.map((one) => [one.email, one.id])),
    currency: known.currency,
    billed: new Set(known.billed.map((one) => billedKey(one.subscriptionId, one.day))),
  };
}
export type Index = ReturnType<typeof indexed>;
const billedKey = (subscriptionId: number, day: string): string => `${subscriptionId} ${day}`;

/**
 * The values of a line, without a renewal date that is known already: an export shows the day on which a renewal is billed, which
 * is the own date in the year of that renewal.
 */
export function withoutBilledDay<Said extends Pick<OwnValues, 'ownRenewalDate'>>(
  values: Said,
  known: KnownSubscription | undefined,
  { billed }: Index,
): Said {
  const { ownRenewalDate: day } = values;
  if (!known || day === null || !billed.has(billedKey(known.id, day))) return values;
  return providerDateFor(known.ownRenewalDate, day) === day ? { ...values, ownRenewalDate: null } : values;
}

/** The facts of a line, with what is known where it says nothing. */
export function factsOf(values: SubscriptionValues, known: KnownSubscription | undefined, index: Index): Facts {
  return {
    domain: values.domain,
    skuName: values.skuName,
    skuId: values.skuId ?? (known?.skuName === values.skuName ? known.skuId : values.skuName),
    planName: values.planName,
    status: values.status ?? known?.status ?? 'ACTIVE',
    ...filled(values, known, ['numberOfSeats', 'maximumSeats', 'licensedSeats', 'termStart']),
    ...ownFactsOf(values, known, index),
  };
}

const OWN_FACTS = ['ownRenewalDate', 'price', 'margin'] as const;
type OwnValues = Pick<SubscriptionValues, (typeof OWN_FACTS)[number] | 'currency'>;

/** The reseller's own facts, of a subscription from any source. */
export const ownFactsOf = (values: OwnValues, known: Facts | undefined, index: Index) => ({
  ...filled(values, known, OWN_FACTS),
  currency: values.currency ?? known?.currency ?? index.currency,
});

const seatsOf = ({ numberOfSeats, licensedSeats }: Facts): number | null => numberOfSeats ?? licensedSeats;
/** The seats that the price of the facts is for: those of the line where it tells a price, else those known so far. */
export const pricedSeatsOf = (
  values: Pick<OwnValues, 'price'>,
  facts: Facts,
  known: Facts | undefined,
): number | null => (values.price === null && known !== undefined ? seatsOf(known) : seatsOf(facts));

/** Some facts as the line says them, else as they are known. */
function filled<K extends keyof Facts>(
  given: Pick<Facts, K>,
  known: Facts | undefined,
  facts: readonly K[],
): Pick<Facts, K> {
  return Object.fromEntries(facts.map((fact) => [fact, given[fact] ?? known?.[fact] ?? null])) as Pick<Facts, K>;
}
