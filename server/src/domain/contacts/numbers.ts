import { asc, eq } from 'drizzle-orm';
import { normalisePhone } from '../../integrations/messaging/phone.ts';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable as k, customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';

/** The number, as `+91…`, at which somebody is written to by WhatsApp: the first that is one. */
export const numberOf = (...numbers: readonly (string | null)[]): string | null =>
  numbers.flatMap((number) => normalisePhone(number ?? '') ?? [])[0] ?? null;

/** Whose numbers they are: a person of the customer, the company, or its reseller. */
type Whose = number | 'company' | 'reseller';

/** The numbers of a customer as they were entered, by whose they are; of a person the mobile first. */
export async function phonesOf(db: Db, customerId: number): Promise<ReadonlyMap<Whose, readonly (string | null)[]>> {
  const people = await db
    .select({ of: k.id, mobile: k.mobile, phone: k.phone })
    .from(k)
    .where(eq(k.customerId, customerId))
    .orderBy(asc(k.id));
  const [company] = await db
    .select({ own: c.phone, reseller: e.phone })
    .from(c)
    .leftJoin(e, eq(e.id, c.resellerId))
    .where(eq(c.id, customerId));
  return new Map<Whose, readonly (string | null)[]>([
    ...people.map(({ of, mobile, phone }) => [of, [mobile, phone]] as const),
    ['company', [company?.own ?? null]],
    ['reseller', [company?.reseller ?? null]],
  ]);
}

interface Holder {
  readonly of: Whose;
  readonly number: string;
}

/** Of a customer the numbers at which somebody is written to. */
export async function numbersOf(db: Db, customerId: number): Promise<readonly Holder[]> {
  return [...(await phonesOf(db, customerId))].flatMap(([of, phones]) => {
    const number = numberOf(...phones);
    return number === null ? [] : [{ of, number }];
  });
}
