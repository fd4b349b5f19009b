import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { addressKeySql } from '../contacts/nobody-reachable.ts';
import { addressKey } from '../contacts/reachable-contacts.ts';
import { currentPrice } from './current-price.ts';

/** Whoever looks at prices of a customer. */
interface Reader {
  readonly email: string;
  readonly kind: 'customer' | 'staff';
}

/**
 * Whether our prices to a customer are for somebody: for whoever has its domain, but of who buys through a reseller for that reseller
 * alone. What the reseller pays us is not what its customer pays. Staff see them all.
 */
export const isPricedFor = (customerId: SQL, { email, kind }: Reader): SQL<boolean> =>
  sql<boolean>`(${kind === 'staff'}::boolean or not exists (select from ${c} buyer join ${e} through on through.id = buyer.reseller_id
    where buyer.id = ${customerId} and ${sql.raw(addressKeySql('through.email'))} <> ${addressKey(email)}))`;

/** The price of a subscription now, of the statement's `subscriptions`, where it is for its reader. */
export const priceFor = (reader: Reader): SQL<string | null> =>
  sql<string | null>`case when ${isPricedFor(sql`${s.customerId}`, reader)} then ${currentPrice()} end`;

/** The same of one customer. */
export async function isCustomerPricedFor(db: Db, reader: Reader, customerId: number): Promise<boolean> {
  const { rows } = await db.execute<{ priced: boolean }>(
    sql`select ${isPricedFor(sql`${customerId}::int`, reader)} as priced`,
  );
  return rows[0]?.priced ?? false;
}
