import { termDays } from '../../contract/src/rules/axima-fields.ts';
import { BillingFrequency, type DeploymentStatus } from '../../contract/src/words/lists.ts';
import { addDays } from '../../server/src/platform/time/days.ts';
import { seededRandom, type SeededRandom } from '../../simulators/world/seeded-random.ts';
import { atWork } from './office-hours.ts';
import type { AximaDomainRow, AximaSubscriptionRow, ContactRow, CustomerRow, DomainRow } from './rows.ts';

type Books = { customers: readonly CustomerRow[]; domains: readonly DomainRow[]; contacts: readonly ContactRow[] };
type Status = (typeof DeploymentStatus.options)[number] | null;

const SEED = 61;
const DOMAINS = 40;
/** Every nth domain of ours has the add-on product; of those, every nth has left it or has two products. */
const EVERY = 11;
const LEFT = 13;
const TWO = 6;
/** Rupees a user and year, in the order of the products. */
const PRICES = [540, 1080, 1980, 720];
const DISTRIBUTORS = ['North Distribution', 'Deccan Field Services', ''];
const REMARKS = [
  '',
  '',
  '',
  'Migrate on a Sunday',
  'Keep the old mailboxes for a month',
  'Billing from the first of the month',
];

const money = (rupees: number): string => rupees.toFixed(2);

/** Subscriptions sold within the last month are being deployed. */
const RECENT_DAYS = 30;
const RECENT: readonly Status[] = ['In-Progress', null, 'On-Hold', 'In-Progress', 'Error', null, 'Done'];

/** A subscription that was sold within the last year and whose term is not over. */
function sold(
  n: number,
  domainId: number,
  productId: number,
  today: string,
  random: SeededRandom,
): AximaSubscriptionRow {
  const billingFrequency = random.oneOf(BillingFrequency.options);
  const isRecent = billingFrequency === 'Monthly Monthly' || random.chance(0.4);
  const daysAgo = isRecent ? random.between(4, RECENT_DAYS - 5) : random.between(RECENT_DAYS, 330);
  const soldOn = addDays(today, -daysAgo);
  const status = isRecent ? (RECENT[n % RECENT.length] ?? null) : 'Done';
  const startDate = status === 'Done' ? addDays(soldOn, 3) : null;
  const userCount = random.between(2, 80) * 5;
  const selling = (PRICES[productId - 1] ?? 900) * userCount;
  const margin = random.between(12, 28);
  return {
    id: n,
    domainId,
    productId,
    userCount,
    billingFrequency,
    startDate,
    renewalDate: addDays(startDate ?? soldOn, termDays(billingFrequency)),
    status,
    ticketNumber: `AX-${String(1000 + n)}`,
    orderId: `SO-${String(2300 + 7 * n)}`,
    sellingPrice: money(selling),
    buyingPrice: money((selling * (100 - margin)) / 100),
    marginPercent: money(margin),
    requestedBy: 'Devika Anand',
    fieldDistributor: random.oneOf(DISTRIBUTORS),
    comments: random.oneOf(REMARKS),
    createdAt: atWork(soldOn, random),
  };
}

/** A domain of ours as the registry has it. */
function registered(id: number, { name, customerId }: DomainRow, { customers, contacts }: Books) {
  const companyName = customers.find((customer) => customer.id === customerId)?.companyName ?? name;
  const contact = contacts.find((one) => one.customerId === customerId && one.email);
  const { name: customerName = companyName, email, phone } = contact ?? {};
  const [tenantName = name] = name.split('.');
  const customerEmail = email ?? `admin@${name}`;
  return { id, name, companyName, customerName, customerEmail, phone: phone ?? '', tenantName };
}

/** The registry of the add-on product: domains of our customers, a few of which have left it or have two products. */
export function makeAxima(books: Books, productIds: readonly number[], today: string) {
  const random = seededRandom(SEED);
  const domains: AximaDomainRow[] = [];
  const subscriptions: AximaSubscriptionRow[] = [];
  for (const [n, domain] of books.domains
    .filter(({ id }) => id % EVERY === 3)
    .slice(0, DOMAINS)
    .entries()) {
    const id = n + 1;
    const first = random.between(0, productIds.length - 1);
    const chosen = [...productIds.slice(first), ...productIds.slice(0, first)].slice(0, id % TWO === 0 ? 2 : 1);
    const own = chosen.map((product, more) => sold(subscriptions.length + more + 1, id, product, today, random));
    const hasLeft = id % LEFT === 5;
    domains.push({ ...registered(id, domain, books), createdAt: own[0]?.createdAt });
    subscriptions.push(...own.map((row) => (hasLeft ? { ...row, status: 'Cancelled' as const } : row)));
  }
  return { domains, subscriptions };
}
