import { asc, eq } from 'drizzle-orm';
import { normalisePhone } from '../../integrations/messaging/phone.ts';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable as k, customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';

/** The number, as `+91…`, at which somebody is written to by WhatsApp: the first that is one. */
export const numberOf = (...numbers: readonly (string | null)[]): string | null =>
  numbers.flatMap((number) => normalisePhone(number ?? '') ?? [])[0] ?? null;

/** Whose number it is: a person of the customer, the company, or its reseller. */
interface Holder {
  readonly of: number | 'company' | 'reseller';
  readonly number: string;
}

/** Of a customer the numbers at which somebody is written to. */
export async function numbersOf(db: Db, customerId: number): Promise<readonly Holder[]> {
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
  const found = [
    ...people.map(({ of, mobile, phone }) => ({ of, number: numberOf(mobile, phone) })),
    { of: 'company' as const, number: numberOf(company?.own ?? null) },
    { of: 'reseller' as const, number: numberOf(company?.reseller ?? null) },
  ];
  return found.flatMap(({ of, number }) => (number === null ? [] : [{ of, number }]));
}
