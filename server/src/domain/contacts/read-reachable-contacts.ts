import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import {
  contactsTable as k,
  customersTable as c,
  resellersTable as e,
  silencedAddressesTable as s,
} from '../../platform/db/tables/customers.ts';
import {
  addressKey,
  placesOf,
  reachableContactsOf,
  type Company,
  type Contact,
  type Place,
  type ReachableContact,
} from './reachable-contacts.ts';

type Silenced = typeof s.$inferSelect;

const anyOf = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;

/** These customers with their people, the oldest first. */
async function readCompanies(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Company>> {
  const companies = await db
    .select({ id: c.id, name: c.companyName, email: c.email, reseller: { name: e.name, email: e.email } })
    .from(c)
    .leftJoin(e, eq(e.id, c.resellerId))
    .where(sql`${c.id} = ${anyOf(ids)}`)
    .orderBy(asc(c.id));
  const people = await db
    .select({ id: k.id, customerId: k.customerId, name: k.name, email: k.email, roles: k.roles })
    .from(k)
    .where(sql`${k.customerId} = ${anyOf(ids)}`)
    .orderBy(asc(k.id));
  const byCustomer = new Map<number | null, Contact[]>(companies.map(({ id }) => [id, []]));
  for (const { customerId, ...person } of people) byCustomer.get(customerId)?.push(person);
  return new Map(companies.map(({ id, ...company }) => [id, { ...company, contacts: byCustomer.get(id) ?? [] }]));
}

const addressesOf = ({ email, reseller, contacts }: Company): readonly string[] =>
  [email, reseller?.email ?? null, ...contacts.map((contact) => contact.email)].flatMap((one) =>
    one === null ? [] : [addressKey(one)],
  );

/** Those of some addresses, or numbers, that are not written to, by the address as it is compared. */
export async function readSilenced(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, Silenced>> {
  const found = await db
    .select()
    .from(s)
    // As rows, which are hashed: a list is sorted first, and with it every comparison of two texts whose capitals make no difference.
    .where(sql`${s.address} in (select one::citext from unnest(${sql.param([...new Set(addresses)])}::text[]) as one)`);
  return new Map(found.map((one) => [addressKey(one.address), one]));
}

/** Why an address, or a number, is not written to; null: it is. */
export async function readWhySilenced(db: Db, address: string): Promise<Silenced['cause'] | null> {
  const key = addressKey(address);
  return (await readSilenced(db, [key])).get(key)?.cause ?? null;
}

/** Whom to ask of each of these customers, first first; see `reachableContactsOf`. Who is no customer is not in the answer. */
export async function readReachableContacts(
  db: Db,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ReachableContact[]>> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return new Map();
  const companies = await readCompanies(db, ids);
  const silenced = await readSilenced(db, [...companies.values()].flatMap(addressesOf));
  return new Map(
    [...companies].map(([id, company]) => [id, reachableContactsOf(company, (address) => silenced.has(address))]),
  );
}

export interface Places {
  readonly company: Company;
  readonly places: readonly Place[];
  /** Of its addresses those that are not written to. */
  readonly silenced: ReadonlyMap<string, Silenced>;
}

/** Everybody of a customer, with why they are not asked; see `placesOf`. Undefined: there is no such customer. */
export async function readPlaces(db: Db, customerId: number): Promise<Places | undefined> {
  const company = (await readCompanies(db, [customerId])).get(customerId);
  if (!company) return undefined;
  const silenced = await readSilenced(db, addressesOf(company));
  return { company, silenced, places: placesOf(company, (address) => silenced.has(address)) };
}
