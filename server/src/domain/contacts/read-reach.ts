import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import {
  contactsTable as k,
  customersTable as c,
  resellersTable as e,
  silencedAddressesTable as s,
} from '../../platform/db/tables/customers.ts';
import { reachOf, type Reachable } from './reach.ts';

/** Whom to ask of each of these customers, first first; see `reachOf`. */
export async function readReach(
  db: Db,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Reachable[]>> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return new Map();
  const companies = await db
    .select({ id: c.id, name: c.companyName, email: c.email, reseller: { name: e.name, email: e.email } })
    .from(c)
    .leftJoin(e, eq(e.id, c.resellerId))
    .where(inArray(c.id, ids));
  const people = await db
    .select({ id: k.id, customerId: k.customerId, name: k.name, email: k.email, roles: k.roles })
    .from(k)
    .where(inArray(k.customerId, ids))
    .orderBy(asc(k.id));
  const byCustomer = new Map<number, typeof people>();
  for (const one of people)
    if (one.customerId !== null) byCustomer.set(one.customerId, [...(byCustomer.get(one.customerId) ?? []), one]);
  const silenced = new Set(
    (await db.select({ address: s.address }).from(s)).map(({ address }) => address.toLowerCase()),
  );
  return new Map(
    companies.map(({ id, ...company }) => [
      id,
      reachOf({ ...company, contacts: byCustomer.get(id) ?? [] }, (address) => silenced.has(address)),
    ]),
  );
}
