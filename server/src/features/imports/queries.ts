import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { currentPrice } from '../../domain/prices/current-price.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { importsTable as i } from '../../platform/db/tables/subscriptions.ts';
import { isNameless } from '../../domain/customers/customers.ts';
import { lockSoldDomains, organizationsWhere } from '../../domain/subscriptions/contracts.ts';
import type { KnownContracts } from '../../domain/imports/directory-contracts.ts';
import type { Known } from '../../domain/imports/known.ts';
import type { KnownPrices } from '../../domain/imports/prices.ts';
import type { Named, NamedContracts, NamedSkus } from './rules.ts';

/** The kinds of files about subscriptions. */
export type AboutSubscriptions = 'subscriptions' | 'renewal_dates';

/** A text array as one parameter: a list of 10,000 parameters would be slow and come near the protocol's limit. */
const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
const numbers = (values: readonly number[]) => sql`${sql.param([...values])}::int[]`;

async function rowsOf<Row>(db: Db, query: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}

const subscriptionIdsNamed = ({ externalIds, domains }: Named, kind: AboutSubscriptions) => sql`
  select subscription_id from subscription_ids where external_id = any(${texts(externalIds)})
  union select id from subscriptions where external_id = any(${texts(externalIds)})
  union select s.id from subscriptions s join domains d on d.id = s.domain_id
    where ${kind === 'renewal_dates'} and s.source <> 'directory' and d.name = any(${texts(domains)}::citext[])`;

/**
 * Keeps the subscriptions that a file names, and their customers, as they are until the transaction ends. Others may go
 * on to write renewals of them: that needs their keys only.
 */
export async function lockTables(tx: Db, named: Named, kind: AboutSubscriptions): Promise<void> {
  await tx.execute(sql`
    select id from subscriptions where id in (${subscriptionIdsNamed(named, kind)}) order by id for no key update`);
  await tx.execute(sql`
    select id from customers where id in (
      select customer_id from subscriptions where id in (${subscriptionIdsNamed(named, kind)})
      union select customer_id from domains where name = any(${texts(named.domains)}::citext[]))
    order by id for no key update`);
}

/** Known state of all that a file names. */
export async function knownOf(db: Db, named: Named, kind: AboutSubscriptions, currency: string): Promise<Known> {
  const subscriptions = await rowsOf<Known['subscriptions'][number]>(
    db,
    sql`
    select s.id, s.external_id as "externalId", s.customer_id as "customerId", s.source, lower(d.name::text) as domain,
      s.ended_at is null as live, s.sku_name as "skuName", s.sku_id as "skuId", s.plan_name as "planName", s.status,
      s.number_of_seats as "numberOfSeats", s.maximum_seats as "maximumSeats", s.licensed_seats as "licensedSeats",
      s.term_start as "termStart", s.own_renewal_date as "ownRenewalDate", ${currentPrice('s')} as price, s.currency, s.margin
    from subscriptions s join domains d on d.id = s.domain_id
    where s.id in (${subscriptionIdsNamed(named, kind)}) order by s.id`,
  );
  const ids = await rowsOf<Known['ids'][number]>(
    db,
    sql`
    select external_id as "externalId", subscription_id as "subscriptionId" from subscription_ids
      where external_id = any(${texts(named.externalIds)})
    union select external_id, id from subscriptions where external_id = any(${texts(named.externalIds)})
    order by 1`,
  );
  const domains = await rowsOf<Known['domains'][number]>(
    db,
    sql`
    select lower(name::text) as name, customer_id as "customerId" from domains
    where name = any(${texts(named.domains)}::citext[]) order by id`,
  );
  const customerIds = [...new Set([...subscriptions, ...domains].map((one) => one.customerId))];
  const customers = await rowsOf<Known['customers'][number]>(
    db,
    sql`
    select c.id, c.company_name as "companyName", lower(r.email::text) as "resellerEmail",
      c.google_customer_id is not null and not ${isNameless} as "isNamedByGoogle"
    from customers c left join resellers r on r.id = c.reseller_id
    where c.id = any(${numbers(customerIds)}) order by c.id`,
  );
  const contacts = await rowsOf<Known['contacts'][number]>(
    db,
    sql`
    select id, customer_id as "customerId", name, lower(email::text) as email,
      regexp_replace(phone, '[[:space:]().-]', '', 'g') as phone
    from contacts where customer_id = any(${numbers(customerIds)}) order by id`,
  );
  const resellers = await rowsOf<Known['resellers'][number]>(
    db,
    sql`
    select id, lower(email::text) as email from resellers
    where email = any(${texts(named.resellerEmails)}::citext[]) order by id`,
  );
  const billed = await rowsOf<Known['billed'][number]>(
    db,
    sql`
    select distinct subscription_id as "subscriptionId", provider_renewal_date::text as day from renewals
    where subscription_id = any(${numbers(subscriptions.map((one) => one.id))}) and provider_renewal_date is not null
    order by 1, 2`,
  );
  return { subscriptions, ids, domains, customers, contacts, resellers, billed, currency };
}

/** Known SKUs and prices that a price list names. */
export async function knownPricesOf(db: Db, { ids, names }: NamedSkus, currency: string): Promise<KnownPrices> {
  const isNamed = sql`(sku_id = any(${texts(ids)}) or sku_name::citext = any(${texts(names)}::citext[]))`;
  const skus = await rowsOf<KnownPrices['skus'][number]>(
    db,
    sql`select distinct sku_id as id, sku_name as name from subscriptions
    where source <> 'directory' and ${isNamed} order by 1, 2`,
  );
  const priced = [...new Set([...ids, ...skus.map((sku) => sku.id)])];
  const prices = await rowsOf<KnownPrices['prices'][number]>(
    db,
    sql`
    select sku_id as "skuId", plan_name as "planName", currency, yearly from prices
    where sku_id = any(${texts(priced)}) order by id`,
  );
  return { skus, prices, currency };
}

/** Known domains and organisations that a file of contracts names. */
export async function knownContractsOf(
  db: Db,
  { domains, organizations }: NamedContracts,
  { productName, currency }: Pick<KnownContracts, 'productName' | 'currency'>,
): Promise<KnownContracts> {
  const which = sql`${d.name} = any(${texts(domains)}::citext[]) or ${o.organizationId} = any(${texts(organizations)})
    or lower(${o.name}) = any(${texts(organizations.map((name) => name.toLowerCase()))})`;
  return {
    domains: await lockSoldDomains(db, domains),
    organizations: await organizationsWhere(db, which),
    productName,
    currency,
  };
}

/** A checked file, as it was stored. */
export async function checkedFile(db: Db, importId: number, lock?: 'lock') {
  const found = db.select().from(i).where(eq(i.id, importId));
  const [file] = await (lock ? found.for('update') : found);
  return file;
}
