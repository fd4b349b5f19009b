import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable, customersTable, domainsTable } from '../../platform/db/tables/customers.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import type { Effect } from './validate.ts';
import type { Owner } from './known.ts';
import { NOW } from '../../platform/db/now.ts';

type IdOf = (owner: Owner) => number;

/** Ids for new customers, taken before they are written: a customer has no other key to be found by afterwards. */
async function newCustomerIds(tx: Db, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('customers', 'id'))::int as id from generate_series(1, ${count}::int)`);
  return rows.map((row) => row.id);
}

/** Writes the new customers. @returns the id of every owner. */
async function writeNewCustomers(tx: Db, effects: readonly Effect[]): Promise<IdOf> {
  const names = new Map(
    effects.flatMap(({ owner, companyName }) =>
      typeof owner === 'string' && companyName !== null ? [[owner, companyName] as const] : [],
    ),
  );
  const free = await newCustomerIds(tx, names.size);
  const ids = new Map<Owner, number>([...names.keys()].map((owner, at) => [owner, free[at] ?? 0]));
  const { id, companyName } = getTableColumns(customersTable);
  const rows = [...names].map(([owner, name]) => ({ id: ids.get(owner) ?? 0, companyName: name }));
  await tx.execute(sql`
    insert into customers (id, company_name, created_at) overriding system value
    select id, company_name, ${NOW} from ${recordset({ id, companyName }, rows)}`);
  return (owner) => (typeof owner === 'number' ? owner : (ids.get(owner) ?? 0));
}

/** Several lines may speak of one customer, but never against each other: what they say is gathered first. */
async function writeCustomerFacts(tx: Db, effects: readonly Effect[], idOf: IdOf) {
  const { id, companyName, resellerId, email, phone } = getTableColumns(customersTable);
  const rows = effects.map((effect) => ({
    ...{ id: idOf(effect.owner), companyName: effect.companyName, resellerId: effect.resellerId },
    ...{ email: effect.contact?.email ?? null, phone: effect.contact?.phone ?? null },
  }));
  await tx.execute(sql`
    update customers c set company_name = coalesce(f.company_name, c.company_name),
      reseller_id = coalesce(f.reseller_id, c.reseller_id),
      email = coalesce(c.email, f.email), phone = coalesce(c.phone, f.phone)
    from (
      select id, max(company_name) as company_name, max(reseller_id) as reseller_id,
        min(email) as email, min(phone) as phone
      from ${recordset({ id, companyName, resellerId, email, phone }, rows)}
      group by id
    ) f
    where c.id = f.id and (f.company_name is not null or f.reseller_id is not null
      or (c.email is null and f.email is not null) or (c.phone is null and f.phone is not null))`);
}

async function writeContacts(tx: Db, effects: readonly Effect[], idOf: IdOf) {
  const { id, customerId, name, email, phone } = getTableColumns(contactsTable);
  const rows = effects.flatMap(({ owner, contact }) => (contact ? [{ ...contact, customerId: idOf(owner) }] : []));
  const gathered = sql`
    select max(id) as id, customer_id, max(name) as name, max(email) as email, max(phone) as phone
    from ${recordset({ id, customerId, name, email, phone }, rows)}
    group by customer_id, coalesce(email, phone::citext)`;
  await tx.execute(sql`
    update contacts c set name = coalesce(g.name, c.name), phone = coalesce(g.phone, c.phone)
    from (${gathered}) g where c.id = g.id`);
  await tx.execute(sql`
    insert into contacts (customer_id, name, email, phone, created_at)
    select customer_id, coalesce(name, email, phone), email, phone, ${NOW} from (${gathered}) g where id is null`);
}

async function writeDomains(tx: Db, effects: readonly Effect[], idOf: IdOf) {
  const { name, customerId } = getTableColumns(domainsTable);
  const rows = effects
    .filter((effect) => effect.newDomain)
    .map(({ owner, subscription }) => ({ name: subscription.domain, customerId: idOf(owner) }));
  await tx.execute(sql`
    insert into domains (name, customer_id, created_at)
    select name, customer_id, ${NOW} from ${recordset({ name, customerId }, rows)}`);
}

const { id, customerId, externalId, skuId, skuName, planName, status, numberOfSeats, maximumSeats, licensedSeats } =
  getTableColumns(subscriptionsTable);
const { termStart, ownRenewalDate, price, pricedSeats, currency, margin } = getTableColumns(subscriptionsTable);
const factColumns = {
  ...{ skuId, skuName, planName, status, numberOfSeats, maximumSeats, licensedSeats },
  ...{ termStart, ownRenewalDate, price, pricedSeats, currency, margin },
};
const rowColumns = { id, customerId, externalId, domain: domainsTable.name, ...factColumns };
const assignments = sql.join(
  Object.values(factColumns).map(({ name }) => sql`${sql.identifier(name)} = n.${sql.identifier(name)}`),
  sql`, `,
);

/** A subscription known from files only ends when a file says so; one from Google ends by a sync. */
const ENDED = 'CANCELLED';

/** @returns the ids of the new subscriptions by what the provider calls them. */
async function writeSubscriptions(tx: Db, effects: readonly Effect[], idOf: IdOf) {
  const rows = effects.map(({ owner, subscription }) => ({ ...subscription, customerId: idOf(owner) }));
  await tx.execute(sql`
    update subscriptions s set domain_id = d.id, ${assignments},
      ended_at = case when s.source = 'google' then s.ended_at when n.status = ${ENDED} then coalesce(s.ended_at, ${NOW}) end
    from ${recordset(
      rowColumns,
      rows.filter((row) => row.id !== null),
    )} join domains d on d.name = n.name
    where s.id = n.id`);
  const made = await tx.execute<{ id: number; external_id: string }>(sql`
    insert into subscriptions (domain_id, source, created_at, ended_at, ${columnNames({ customerId, externalId, ...factColumns })})
    select d.id, 'file', ${NOW}, case when n.status = ${ENDED} then ${NOW} end,
      ${columnNames({ customerId, externalId, ...factColumns }, 'n.')}
    from ${recordset(
      rowColumns,
      rows.filter((row) => row.id === null),
    )} join domains d on d.name = n.name
    returning id, external_id`);
  const ids = made.rows.map((row) => ({ externalId: row.external_id, subscriptionId: row.id }));
  const { externalId: given, subscriptionId } = getTableColumns(subscriptionIdsTable);
  await tx.execute(sql`
    insert into subscription_ids (external_id, subscription_id, created_at)
    select external_id, subscription_id, ${NOW} from ${recordset({ externalId: given, subscriptionId }, ids)}`);
  return new Map(ids.map((one) => [one.externalId, one.subscriptionId]));
}

/** A line's effect with the keys that its subscription and customer have once it is written. */
export interface Written {
  effect: Effect;
  subscriptionId: number;
  customerId: number;
}

/** Writes what the lines of a file do, in a handful of statements. `tx` holds still what the results rest on. */
export async function writeEffects(tx: Db, effects: readonly Effect[]): Promise<Written[]> {
  const idOf = await writeNewCustomers(tx, effects);
  await writeCustomerFacts(tx, effects, idOf);
  await writeDomains(tx, effects, idOf);
  await writeContacts(tx, effects, idOf);
  const made = await writeSubscriptions(tx, effects, idOf);
  return effects.map((effect) => ({
    effect,
    subscriptionId: effect.subscription.id ?? made.get(effect.subscription.externalId) ?? 0,
    customerId: idOf(effect.owner),
  }));
}
