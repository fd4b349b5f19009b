import type { ReminderChannel } from '@desk/contract/words/reach';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { chunked } from '../../platform/db/sql/recordset.ts';
import { contactsTable as k, customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { numberOf } from '../contacts/numbers.ts';
import { reachableContactsOf, type ReachableContact } from '../contacts/reachable-contacts.ts';
import { readReachableContacts } from '../contacts/read-reachable-contacts.ts';
import { groupedBy } from '../../platform/grouped-by.ts';

/** Whom to ask of each customer by a channel, first first. */
export type ReachableByCustomer = ReadonlyMap<number, readonly ReachableContact[]>;

/** By telephone the same people are asked, in the same order. Addresses are numbers as `+91…`. */
async function readPhones(db: Db, customerIds: readonly number[]): Promise<ReachableByCustomer> {
  const companies = await db
    .select({ id: c.id, name: c.companyName, phone: c.phone, reseller: { name: e.name, phone: e.phone } })
    .from(c)
    .leftJoin(e, eq(e.id, c.resellerId))
    .where(inArray(c.id, [...customerIds]));
  const people = await db
    .select({ id: k.id, customerId: k.customerId, name: k.name, mobile: k.mobile, phone: k.phone, roles: k.roles })
    .from(k)
    .where(inArray(k.customerId, [...customerIds]))
    .orderBy(asc(k.id));
  const byCustomer = groupedBy(people, ({ customerId }) => customerId);
  return new Map(
    companies.map(({ id, name, phone, reseller }) => {
      const contacts = (byCustomer.get(id) ?? []).map(({ mobile, phone: other, ...one }) => ({
        ...one,
        email: numberOf(mobile, other),
      }));
      const through = reseller && { name: reseller.name, email: numberOf(reseller.phone) ?? '' };
      return [id, reachableContactsOf({ name, email: numberOf(phone), reseller: through, contacts }, () => false)];
    }),
  );
}

const READERS: Readonly<Record<ReminderChannel, typeof readPhones>> = {
  Email: readReachableContacts,
  WhatsApp: readPhones,
};

/** The same of any number of customers, by each of the channels that are asked for. */
export async function readReachableContactsBy(
  db: Db,
  channels: Iterable<ReminderChannel>,
  customerIds: readonly number[],
): Promise<ReadonlyMap<ReminderChannel, ReachableByCustomer>> {
  const found = new Map<ReminderChannel, ReachableByCustomer>();
  for (const channel of new Set(channels)) {
    const all: [number, readonly ReachableContact[]][] = [];
    for (const ids of chunked([...new Set(customerIds)])) all.push(...(await READERS[channel](db, ids)));
    found.set(channel, new Map(all));
  }
  return found;
}
