import { costOf } from '../../contract/src/rules/seat-cost.ts';
import { addDays, daysBetween } from '../../server/src/platform/time/days.ts';
import { type SeededRandom, seededRandom } from '../../simulators/world/seeded-random.ts';
import { SKUS } from '../../simulators/world/skus.ts';
import { RUPEES_PER_DOLLAR } from '../../simulators/world/world.ts';
import type { Person } from './actions.ts';
import { atNight, atWork } from './office-hours.ts';
import type { ContactRow, CrmTaskRow, DomainRow, PriceRow, SeatOrderRow, SubscriptionRow, SyncRunRow } from './rows.ts';

type Books = {
  domains: readonly DomainRow[];
  subscriptions: readonly SubscriptionRow[];
  contacts: readonly ContactRow[];
};
type Buyer = { id: number; email: string };

const SEED = 83;
const ORDERS = 14;
/** Of all orders so many-th was refused. */
const REFUSED = 6;
const REFUSAL = 'Google: The subscription is suspended, its seats cannot be changed.';
/** Price of a plan relative to the list price, which is that of a year's commitment. */
const PLANS = [
  { planName: 'ANNUAL', factor: 1 },
  { planName: 'ANNUAL_YEARLY_PAY', factor: 0.97 },
  { planName: 'FLEXIBLE', factor: 1.2 },
] as const;
const WORK: readonly (readonly [subject: string, description: string])[] = [
  ['Raise the proforma invoice', 'Renewal confirmed on the phone, invoice for the seats of the new term.'],
  ['Correct the GST number', 'The customer sent a new certificate; the last two invoices carry the old number.'],
  ['Credit note for reduced seats', 'They go on with fewer seats from the renewal on, paid for all of them.'],
  ['Check a payment', 'They say that it was paid by NEFT last week; the invoice is still open with us.'],
  ['Split the invoice by branch', 'Two branches, one purchase order each. Details are in the mail of Monday.'],
  ['Extend the payment term', 'The director asks for 30 days instead of 15 for this quarter only.'],
  ['Send the statement of accounts', 'For their audit, April to March, with all credit notes.'],
];

const money = (amount: number): string => amount.toFixed(2);

function makePrices(): PriceRow[] {
  const sold = Object.values(SKUS).filter(({ listPrice }) => listPrice > 0);
  const offers = sold.flatMap((sku) => PLANS.map((plan) => ({ ...sku, ...plan })));
  return offers.flatMap(({ skuId, planName, listPrice, factor }, n) => [
    { id: 2 * n + 1, skuId, planName, currency: 'INR', yearly: money(Math.round(listPrice * factor)) },
    { id: 2 * n + 2, skuId, planName, currency: 'USD', yearly: money((listPrice * factor) / RUPEES_PER_DOLLAR) },
  ]);
}

const isAnnual = ({ planName, status, endedAt, numberOfSeats }: SubscriptionRow) =>
  planName === 'ANNUAL' && status === 'ACTIVE' && !endedAt && (numberOfSeats ?? 0) > 20;

/** The estimate shown before the click. */
function estimateOf(
  { termEnd, currency = 'INR' }: SubscriptionRow,
  seats: number,
  yearly: string | undefined,
  day: string,
) {
  if (yearly === undefined) return { estimate: null, currency: null };
  const days = termEnd ? Math.max(daysBetween(day, termEnd), 0) : 365 / 12;
  return { estimate: costOf(seats, { yearly, days }), currency };
}

/** Seats that customers ordered in the portal within the last weeks; most were bought, some refused by Google. */
function makeOrders(
  books: Books,
  buyers: readonly Buyer[],
  prices: readonly PriceRow[],
  today: string,
  random: SeededRandom,
) {
  const emails = new Map(buyers.map(({ id, email }) => [id, email]));
  const owners = new Map(books.domains.map(({ id, ownerId }) => [id, ownerId ?? 0]));
  const yearly = new Map(prices.map((one) => [one.skuId + one.planName + one.currency, one]));
  const bought = books.subscriptions.filter((one) => isAnnual(one) && emails.has(owners.get(one.domainId) ?? 0));
  return bought.slice(0, ORDERS).map((subscription, n): SeatOrderRow => {
    const accountId = owners.get(subscription.domainId) ?? 0;
    const addedSeats = random.between(1, 9);
    const orderedOn = addDays(today, -2 - (ORDERS - n) * 4);
    const createdAt = atWork(orderedOn, random);
    const isRefused = n % REFUSED === REFUSED - 1;
    const seats = subscription.numberOfSeats ?? 0;
    const price = yearly.get(subscription.skuId + subscription.planName + (subscription.currency ?? 'INR'))?.yearly;
    return {
      id: n + 1,
      subscriptionId: subscription.id,
      accountId,
      addedSeats,
      seatsBefore: isRefused ? seats : seats - addedSeats,
      seatsAfter: isRefused ? seats + addedSeats : seats,
      ...estimateOf(subscription, addedSeats, price, orderedOn),
      state: isRefused ? 'refused' : 'done',
      attempts: 1,
      reason: isRefused ? REFUSAL : null,
      finishedAt: new Date(createdAt.getTime() + random.between(2, 40) * 1_000),
      createdBy: emails.get(accountId) ?? '',
      createdAt,
    };
  });
}

const makeTasks = (staff: readonly Person[], today: string, random: SeededRandom): CrmTaskRow[] =>
  WORK.map(([subject, description], n) => {
    const createdAt = atWork(addDays(today, -1 - (WORK.length - n) * 3), random);
    return {
      ...{ id: n + 1, subject, description, createdBy: staff[n % 4]?.email ?? '', createdAt, attempts: 1 },
      ...{
        state: 'done',
        reason: 'record added',
        zohoId: `55500000${800_000 + n}`,
        finishedAt: new Date(createdAt.getTime() + 3_000),
      },
    };
  });

/** The nightly reading of the CRM. */
function makeContactSync({ contacts }: Books, id: number, today: string): SyncRunRow {
  const startedAt = new Date(atNight(today).getTime() + 30 * 60_000);
  const finishedAt = new Date(startedAt.getTime() + 9_000);
  const counted = { pages: Math.ceil(contacts.length / 200), subscriptions: contacts.length, changed: 3, attempts: 1 };
  const state = { service: 'crm_contacts', state: 'done', complete: true } as const;
  return { id, ...state, startedAt, finishedAt, heartbeatAt: finishedAt, ...counted };
}

/** Past activity of the portal and the CRM: price list, orders of seats, tasks, the last reading of the CRM. */
export function makePortal(
  books: Books,
  people: { buyers: readonly Buyer[]; staff: readonly Person[] },
  runs: number,
  today: string,
) {
  const random = seededRandom(SEED);
  const prices = makePrices();
  return {
    prices,
    orders: makeOrders(books, people.buyers, prices, today, random),
    tasks: makeTasks(people.staff, today, random),
    contactSync: makeContactSync(books, runs + 1, today),
  };
}
