import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { directory, DirectoryDomain, DirectoryReseller, ResellerCustomer } from '@desk/contract/directory';
import type { Pool } from 'pg';
import type { ActorContext } from '../../platform/context.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { ttlCache } from '../../platform/db/ttl-cache.ts';
import { LISTED } from '../../domain/customers/listed.ts';
import { MAIN_CONTACT_JOIN } from '../../domain/customers/main-contact.ts';
import { rangeOf, summed, type Initial } from './rules.ts';

const PAGE = 8;
const CUSTOMERS_ON_PAGE = 10;
/** All domains are read for the counts: a node does it once in that time, for all callers. */
const COUNTS_KEPT_MS = 15_000;

const NAME = 'lower(d.name::text) collate "C"';
const IN_ORDER = `order by ${NAME}, d.id`;
const RESELLER_NAME = `lower(split_part(r.email::text, '@', 2)) collate "C"`;
const IS_ACTIVE = "s.status = 'ACTIVE' and s.ended_at is null";
const HAS_ACTIVE_CUSTOMER = `exists (
  select from customers x join subscriptions s on s.customer_id = x.id and ${IS_ACTIVE} where x.reseller_id = r.id)`;
const RESELLER_STATUS = `case when ${HAS_ACTIVE_CUSTOMER} then 'Y' else 'N' end as reseller_status`;

interface Listing {
  /** Of a statement that is planned once: its plan does not hang on the values. */
  name?: string;
  /** A query for the rows of one page, in their order. */
  rows: string;
  /** A query for how many rows all pages have. */
  total: string;
  values: (string | number | null)[];
}
interface Page<Row> {
  rows: Row[];
  total: number;
}
/** One page and the total, in one round trip. */
async function listed<Row>(pool: Pool, { rows, total, ...query }: Listing): Promise<Page<Row>> {
  const text = `select (${total})::int as total, (select coalesce(json_agg(page), '[]') from (${rows}) page) as rows`;
  const { rows: answer } = await pool.query<Page<Row>>({ ...query, text });
  return answer[0] ?? { rows: [], total: 0 };
}

const skipped = (page: number, size: number): number => (page - 1) * size;

/** The domains of a page, which is found by its keys alone. */
const domainRows = (found: string): string =>
  `select d.name as domain, c.company_name as company, coalesce(r.email, a.email, c.email) as username, ${RESELLER_STATUS}
   from (${found}) page join domains d on d.id = page.id join customers c on c.id = d.customer_id
   left join resellers r on r.id = c.reseller_id left join accounts a on a.id = d.owner_id ${IN_ORDER}`;

export async function domainsOfLetter(
  { letter, page = 1 }: BodyOf<typeof directory.domains>,
  { pool }: ActorContext,
): Promise<ReplyOf<typeof directory.domains>> {
  const where = `${LISTED} and ${NAME} >= $1 and ${NAME} < $2`;
  const { rows, total } = await listed<DirectoryDomain>(pool, {
    name: 'directory-letter',
    rows: domainRows(`select d.id from domains d where ${where} ${IN_ORDER} limit ${PAGE} offset $3::int`),
    total: `select count(*) from domains d where ${where}`,
    values: [...rangeOf(letter), skipped(page, PAGE)],
  });
  return { domains: rows, total };
}

/** `where` speaks of the reseller `r` and may use the values; the last parameter is the offset. */
const resellersWhere = (pool: Pool, where: string, values: string[], page: number) =>
  listed<DirectoryReseller>(pool, {
    rows: `select ${RESELLER_NAME} as domain_name, r.company_name, r.email as reseller_email, ${RESELLER_STATUS}
      from resellers r where ${where} order by ${RESELLER_NAME}, r.company_name, r.id
      limit ${PAGE} offset $${values.length + 1}::int`,
    total: `select count(*) from resellers r where ${where}`,
    values: [...values, skipped(page, PAGE)],
  });

export async function resellersOfLetter(
  { letter, page = 1 }: BodyOf<typeof directory.resellers>,
  { pool }: ActorContext,
): Promise<ReplyOf<typeof directory.resellers>> {
  const where = `${RESELLER_NAME} >= $1 and ${RESELLER_NAME} < $2`;
  const { rows, total } = await resellersWhere(pool, where, [...rangeOf(letter)], page);
  return { customers: rows, total };
}

/** Two parts, of which each can go by its own index; what is found by its domain is not found by its company again. */
const FOUND = [
  `domains d where ${LISTED} and d.name::text ilike $1`,
  `domains d join customers c on c.id = d.customer_id
    where ${LISTED} and c.company_name ilike $1 and d.name::text not ilike $1`,
];
const FIRST_FOUND = FOUND.map(
  (part) => `(select d.id, ${NAME} as name from ${part} ${IN_ORDER} limit $2::int + ${PAGE})`,
);
const COUNTS_FOUND = FOUND.map((part) => `(select count(*) from ${part})`);

export async function search(
  { tabValue, search, page = 1 }: BodyOf<typeof directory.search>,
  { pool }: ActorContext,
): Promise<ReplyOf<typeof directory.search>> {
  const pattern = containsPattern(search);
  if (tabValue === 'resellers') {
    const where = `(${RESELLER_NAME} ilike $1 or r.company_name ilike $1)`;
    const { rows, total } = await resellersWhere(pool, where, [pattern], page);
    return { domains: rows, total };
  }
  const { rows, total } = await listed<DirectoryDomain>(pool, {
    rows: domainRows(
      `select id from (${FIRST_FOUND.join(' union all ')}) found order by name, id limit ${PAGE} offset $2::int`,
    ),
    total: `select ${COUNTS_FOUND.join(' + ')}`,
    values: [pattern, skipped(page, PAGE)],
  });
  return { domains: rows, total };
}

const domainCounts = ttlCache(COUNTS_KEPT_MS, async ({ pool }: ActorContext) => {
  const { rows } = await pool.query<Initial>(
    `select left(${NAME}, 1) as initial, count(*)::int as count, count(s.customer_id)::int as active
     from domains d left join (select distinct s.customer_id from subscriptions s where ${IS_ACTIVE}) s
       on s.customer_id = d.customer_id
     where ${LISTED} group by 1`,
  );
  return summed(rows);
});

const resellerCounts = ttlCache(COUNTS_KEPT_MS, async ({ pool }: ActorContext) => {
  const { rows } = await pool.query<Initial>(
    `select left(${RESELLER_NAME}, 1) as initial, count(*)::int as count,
       count(*) filter (where ${HAS_ACTIVE_CUSTOMER})::int as active
     from resellers r group by 1`,
  );
  return summed(rows);
});

export async function customerCount(
  _body: unknown,
  ctx: ActorContext,
): Promise<ReplyOf<typeof directory.customerCount>> {
  const { letters, ...count } = await domainCounts(ctx);
  return { count, letters };
}

export async function resellerCount(
  _body: unknown,
  ctx: ActorContext,
): Promise<ReplyOf<typeof directory.resellerCount>> {
  const { count, active, inactive, letters } = await resellerCounts(ctx);
  return { count: [{ reseller_count: count }], active: [{ active }], inactive: [{ active: inactive }], letters };
}

export async function pageOfResellerCustomers(
  { reseller_domain, reseller_email, page = 1 }: BodyOf<typeof directory.resellerCustomers>,
  { pool }: ActorContext,
): Promise<ReplyOf<typeof directory.resellerCustomers>> {
  const from = 'resellers r join customers c on c.reseller_id = r.id join domains d on d.customer_id = c.id';
  const where = `${LISTED} and ${RESELLER_NAME} = lower($1) and r.email = coalesce($3::citext, r.email)`;
  const { rows, total } = await listed<ResellerCustomer>(pool, {
    rows: `select c.id as cust_id, d.name as domain_name, coalesce(k.name, c.company_name) as billing_contact_name,
        r.company_name as billing_company_name, r.phone as billing_contact_number, r.email as reseller_email
      from ${from} ${MAIN_CONTACT_JOIN} where ${where} ${IN_ORDER} limit ${CUSTOMERS_ON_PAGE} offset $2::int`,
    total: `select count(*) from ${from} where ${where}`,
    values: [reseller_domain, skipped(page, CUSTOMERS_ON_PAGE), reseller_email ?? null],
  });
  return { customers: rows, total };
}
