import { addDays, addMonths } from '../../server/src/platform/time/days.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
import type { World, WorldContact, WorldCustomer, WorldSubscription } from '../../simulators/world/types.ts';
import { makeWorld } from '../../simulators/world/world.ts';
import { booksContactId } from '../../simulators/zoho/books-rows.ts';
import { contactsOf } from '../../simulators/zoho/crm-records.ts';
import { asLastSeen, DAYS_SINCE_SYNC } from './differences.ts';
import { atNight, earlier } from './office-hours.ts';
import type { ContactRow, CustomerRow, DomainRow, ResellerRow, SubscriptionIdRow, SubscriptionRow } from './rows.ts';
import { lastTermOf, termsOf, type Term } from './terms.ts';
import { whatFollows } from './what-follows.ts';

/** One subscription in our books with all that its renewals are made of. */
export type Holding = {
  subscription: SubscriptionRow;
  customer: CustomerRow;
  /** Through whom the customer buys; null: directly. */
  reseller: ResellerRow | null;
  domain: string;
  contacts: readonly WorldContact[];
  terms: readonly Term[];
  /** A seat and year, in the currency of the subscription. */
  pricePerSeat: number;
  /** The provider ends the service with the term. */
  isCancelled: boolean;
};

const FORMER_CUSTOMERS = 60;
const FORMER_SEED = 7;

/** Customers who left us within the last year; nobody of them is in the provider's world. */
function formerCustomers({ today, customers }: World): WorldCustomer[] {
  const taken = new Set(
    customers.flatMap((one) => [one.domain, one.customerId, ...one.subscriptions.map((sold) => sold.subscriptionId)]),
  );
  const stillThere = (one: WorldCustomer) =>
    [one.domain, one.customerId, ...one.subscriptions.map((sold) => sold.subscriptionId)].some((name) =>
      taken.has(name),
    );
  const { customers: invented } = makeWorld({ today, customers: FORMER_CUSTOMERS, resellers: 0, seed: FORMER_SEED });
  const ended = ({ term, startedYearsAgo }: WorldSubscription) =>
    term !== null && startedYearsAgo > 0 && addMonths(term.endsOn, -12) < addDays(today, -6);
  return invented
    .filter((one) => !stillThere(one))
    .map((one) => ({ ...one, subscriptions: one.subscriptions.filter(ended) }))
    .filter(({ subscriptions }) => subscriptions.length > 0);
}

const money = (rupees: number): string => rupees.toFixed(2);

const ownColumns = ({ pricePerSeatPerYear, seats, marginPercent }: WorldSubscription) => ({
  price: money(pricePerSeatPerYear * (seats.numberOfSeats ?? seats.licensedNumberOfSeats)),
  pricedSeats: seats.numberOfSeats ?? seats.licensedNumberOfSeats,
  margin: marginPercent === null ? null : money(marginPercent),
});

/** The provider's facts of a subscription; `leftOn` is the end of its last term where the customer left. */
function factsOf(sold: WorldSubscription, leftOn: string | null) {
  const end = sold.billingMethod === 'ONLINE' && sold.term !== null ? (leftOn ?? sold.term.endsOn) : null;
  return {
    source: 'google' as const,
    externalId: sold.subscriptionId,
    skuId: sold.skuId,
    skuName: sold.skuName,
    planName: sold.planName,
    status: sold.status,
    billingMethod: sold.billingMethod,
    numberOfSeats: sold.seats.numberOfSeats ?? null,
    maximumSeats: sold.seats.maximumNumberOfSeats ?? null,
    licensedSeats: sold.seats.licensedNumberOfSeats,
    termStart: end === null ? null : addMonths(end, -12),
    termEnd: end,
    renewalType: sold.renewalType,
    suspensionReasons: sold.suspensionReasons.join(', ') || null,
    endedAt: leftOn === null ? null : atNight(addDays(leftOn, 2)),
    createdAt: atNight(sold.createdOn),
  };
}

/** Of a customer who left, the term that was the last. */
function lastTerm(sold: WorldSubscription, leftOn: string | null): WorldSubscription {
  if (leftOn === null || sold.term === null) return sold;
  return { ...sold, term: { ...sold.term, startsOn: addMonths(leftOn, -12), endsOn: leftOn } };
}

/** The ids by which Zoho knows people, by e-mail, and companies, by domain; who left us is unknown there. */
function zohoIdsOf(world: World) {
  // Two people with one address are one to the CRM's search: the older has it.
  const people = new Map(
    contactsOf(world)
      .reverse()
      .map(({ Email, id }) => [Email, id]),
  );
  const companies = new Map(world.customers.map(({ domain }, n) => [domain, booksContactId(n)]));
  const given = new Set<string>();
  /** Each id once. */
  const personId = (email: string): string | null => {
    const id = people.get(email);
    if (id === undefined || given.has(id)) return null;
    given.add(id);
    return id;
  };
  return { personId, companyId: (domain: string) => companies.get(domain) ?? null };
}

type Person = WorldContact & { zohoId: string | null };

const reachOf = (person: Person | undefined) => ({
  email: person?.email ?? null,
  phone: person?.phone ?? null,
  zohoContactId: person?.zohoId ?? null,
});

function contactOf(person: Person, id: number, customer: CustomerRow): ContactRow {
  const { name, role, email, phone, zohoId } = person;
  const [firstName = '', ...rest] = name.split(' ');
  const { id: customerId, companyName, createdAt } = customer;
  return {
    id,
    customerId,
    name,
    firstName,
    lastName: rest.join(' '),
    companyName,
    role,
    email,
    phone,
    zohoId,
    createdAt,
  };
}

/** Fills our books from what the world tells, and from what only a reseller knows. */
export function makePortfolio(world: World, random: SeededRandom) {
  const { today } = world;
  const resellers = world.resellers.map(({ name, companyName, email, phone, gstNumber }, n): ResellerRow => ({
    id: n + 1,
    name,
    companyName,
    email,
    phone,
    gstNumber,
  }));
  const resellerIds = new Map(world.resellers.map(({ resellerId }, n) => [resellerId, n + 1]));
  const customers: CustomerRow[] = [];
  const domains: DomainRow[] = [];
  const contacts: ContactRow[] = [];
  const subscriptionIds: SubscriptionIdRow[] = [];
  const holdings: Holding[] = [];
  const zoho = zohoIdsOf(world);
  const readAt = atNight(addDays(today, -DAYS_SINCE_SYNC));

  const addCustomer = (customer: WorldCustomer): CustomerRow => {
    const id = customers.length + 1;
    const createdAt = atNight(customer.subscriptions.map(({ createdOn }) => createdOn).reduce(earlier));
    const people = customer.contacts.map((one) => ({ ...one, zohoId: zoho.personId(one.email) }));
    const row: CustomerRow = {
      id,
      companyName: customer.companyName,
      ...reachOf(people[0]),
      gstNumber: customer.gstNumber,
      resellerId: resellerIds.get(customer.resellerId ?? '') ?? null,
      segment: random.chance(0.03) ? null : customer.segment,
      zone: random.chance(0.04) ? null : customer.zone,
      googleCustomerId: customer.customerId,
      zohoCustomerId: zoho.companyId(customer.domain),
      createdAt,
    };
    customers.push(row);
    domains.push({ id, name: customer.domain, customerId: id, createdAt });
    for (const person of people) contacts.push(contactOf(person, contacts.length + 1, row));
    return row;
  };

  const addSubscription = (sold: WorldSubscription, of: WorldCustomer, customer: CustomerRow, isFormer: boolean) => {
    const leftOn = isFormer && sold.term !== null ? addMonths(sold.term.endsOn, -12) : null;
    const { ownDate, terms } = leftOn === null ? termsOf(sold, today, random) : lastTermOf(leftOn);
    const id = holdings.length + 1;
    const subscription: SubscriptionRow = {
      id,
      customerId: customer.id,
      domainId: customer.id,
      ...factsOf(sold, leftOn),
      ...whatFollows(lastTerm(sold, leftOn), of, readAt),
      ...ownColumns(sold),
      currency: of.currency,
      ownRenewalDate: ownDate,
    };
    subscriptionIds.push({ externalId: sold.subscriptionId, subscriptionId: id, createdAt: atNight(sold.createdOn) });
    const { renewalType, pricePerSeatPerYear: pricePerSeat } = sold;
    const isCancelled = renewalType === 'CANCEL';
    const reseller = resellers.find((one) => one.id === customer.resellerId) ?? null;
    holdings.push({
      ...{ subscription, customer, reseller, domain: of.domain, contacts: of.contacts },
      ...{ terms, pricePerSeat, isCancelled },
    });
  };

  const add = (customer: WorldCustomer, isFormer: boolean) => {
    const row = addCustomer(customer);
    for (const sold of customer.subscriptions) addSubscription(sold, customer, row, isFormer);
  };
  for (const customer of asLastSeen(world.customers, today)) add(customer, false);
  for (const customer of formerCustomers(world)) add(customer, true);
  return { resellers, customers, domains, contacts, subscriptionIds, holdings };
}
