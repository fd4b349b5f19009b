import type { InferInsertModel } from 'drizzle-orm';
import { addDays } from '../../server/src/platform/time/days.ts';
import type { accountsTable, customerProfilesTable } from '../../server/src/platform/db/tables/accounts.ts';
import { atNight } from './office-hours.ts';
import { buyerLogin } from './logins.ts';
import type { ContactRow, CustomerRow, DomainRow, SubscriptionRow } from './rows.ts';

type Books = {
  customers: readonly CustomerRow[];
  domains: readonly DomainRow[];
  contacts: readonly ContactRow[];
  subscriptions: readonly SubscriptionRow[];
};
type Status = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
export type BuyerRow = Omit<InferInsertModel<typeof accountsTable>, 'passwordHash'> & { id: number };
export type ProfileRow = InferInsertModel<typeof customerProfilesTable>;

/** Every nth customer has somebody in the portal. */
const EVERY = 9;
const DESIGNATIONS = ['IT Manager', 'Director', 'Accounts Head', 'System Administrator', 'Proprietor'];
const statusOf = (n: number): Status => {
  if (n % 9 === 4) return 'PENDING';
  if (n % 23 === 7) return 'SUSPENDED';
  return n % 29 === 8 ? 'REJECTED' : 'ACTIVE';
};

/** The company of the person whom the banner names has a plan of each kind, so that every screen shows what it can. */
function companyWithAll({ customers, subscriptions }: Books): CustomerRow {
  const plansOf = (id: number) =>
    subscriptions
      .filter((one) => one.customerId === id && one.status === 'ACTIVE' && !one.endedAt)
      .map(({ planName }) => planName);
  const found = customers.find(({ id }) => ['ANNUAL', 'FLEXIBLE', 'FREE'].every((plan) => plansOf(id).includes(plan)));
  if (!found) throw new RangeError('The demo needs a customer with a plan of each kind');
  return found;
}

/** The portal's user among a customer's people: the first contact with an address. */
function peopleOf({ customers, contacts }: Books) {
  const seen = new Set<string>([buyerLogin.email]);
  return customers
    .filter(({ id }) => id % EVERY === 0)
    .flatMap((customer) => {
      const contact = contacts.find(({ customerId, email }) => customerId === customer.id && email);
      const email = contact?.email ?? '';
      if (!contact || seen.has(email)) return [];
      seen.add(email);
      return [{ customer, name: contact.name, email, phone: contact.phone ?? '' }];
    });
}

/** New domains that active people asked for, and one of ours that somebody says is theirs. */
function requestsOf(books: Books, owners: readonly { id: number; customerId: number }[], today: string) {
  const from = books.domains.length;
  const [claimant, ...askers] = owners.slice(-4);
  const claimed = books.domains.find(({ customerId }) => customerId % EVERY === 1);
  const asked = askers.map(({ id, customerId }, n): DomainRow => {
    const [name = '', ...rest] = (books.domains.find((one) => one.customerId === customerId)?.name ?? '').split('.');
    const askedAt = atNight(addDays(today, -1 - n));
    return {
      ...{ id: from + n + 1, name: [`${name}-${['retail', 'labs', 'exports'][n % 3]}`, ...rest].join('.') },
      ...{ customerId, status: 'PENDING', ownerId: id, askedAt, createdAt: askedAt },
    };
  });
  return { asked, claim: claimant && claimed && { domainId: claimed.id, accountId: claimant.id } };
}

/**
 * People of our customers in the portal: one whom the banner names, active ones with their domain, some that wait for an
 * approval, some suspended or rejected. Their accounts are numbered from `firstId` on.
 */
export function makeBuyers(books: Books, firstId: number, today: string) {
  const login = {
    customer: companyWithAll(books),
    name: buyerLogin.name,
    email: buyerLogin.email,
    phone: '+919600012345',
  };
  const others = peopleOf(books).filter(({ customer }) => customer.id !== login.customer.id);
  const people = [login, ...others].map((person, n) => ({
    ...person,
    id: firstId + n,
    status: n === 0 ? ('ACTIVE' as const) : statusOf(n),
  }));
  const accounts = people.map(({ id, name, email, phone, status }, n): BuyerRow => {
    const daysAgo = status === 'PENDING' ? 1 + (n % 6) : 30 + n * 5;
    const createdAt = atNight(addDays(today, -daysAgo));
    return { id, kind: 'customer', email, name, phone, status, role: 'CUSTOMER', createdAt };
  });
  const profiles = people.map(({ id, customer, phone }, n): ProfileRow => ({
    accountId: id,
    companyName: customer.companyName,
    designation: DESIGNATIONS[n % DESIGNATIONS.length] ?? '',
    industryType: n % 3 === 0 ? 'CORP' : 'SMB',
    otherContactName: 'Front office',
    otherContactPhone: phone,
  }));
  const active = people
    .filter(({ status }) => status === 'ACTIVE')
    .map(({ id, customer }) => ({ id, customerId: customer.id }));
  const ownerOf = new Map(active.map(({ id, customerId }) => [customerId, id]));
  const { asked, claim } = requestsOf(books, active, today);
  const owned = books.domains.map((domain) => ({
    ...domain,
    ownerId: ownerOf.get(domain.customerId) ?? null,
    ...(claim?.domainId === domain.id && { claimedById: claim.accountId, askedAt: atNight(addDays(today, -2)) }),
  }));
  return { accounts, profiles, domains: [...owned, ...asked], withMenus: active.map(({ id }) => id) };
}
