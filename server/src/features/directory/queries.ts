import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { directory, DirectoryDomain, DirectoryReseller, ResellerCustomer } from '@desk/contract/directory';
import { sql, type SQL } from 'drizzle-orm';
import type { ActorContext, Db } from '../../context.ts';
import { containing } from '../../db/containing.ts';
import { keptFor } from '../../db/kept-for.ts';
import { JOIN_MAIN_CONTACT } from '../../db/main-contact.ts';
import { rangeOf, summed, type Initial } from './rules.ts';

const PAGE = 8;
const CUSTOMERS_ON_PAGE = 10;
/** All domains are read for the counts: a node does it once in that time, whoever asks. */
const COUNTS_KEPT_MS = 15_000;

/** What the index of the directory holds; a wish for a domain is not in it. */
const LISTED = sql`d.status in ('ACTIVE', 'SUSPENDED')`;
const NAME = sql`lower(d.name::text) collate "C"`;
const RESELLER_NAME = sql`lower(split_part(r.email::text, '@', 2)) collate "C"`;
const IS_ACTIVE = sql`s.status = 'ACTIVE' and s.ended_at is null`;
const HAS_ACTIVE_CUSTOMER = sql`exists (
  select from customers x join subscriptions s on s.customer_id = x.id and ${IS_ACTIVE} where x.reseller_id = r.id)`;
const yesOrNo = (condition: SQL) => sql`case when ${condition} then 'Y' else 'N' end`;

const startsWith = (name: SQL, letter: string): SQL => {
  const [from, before] = rangeOf(letter);
  return sql`${name} >= ${from} and ${name} < ${before}`;
};
const pageOf = (page: number, size: number): SQL => sql`limit ${size} offset ${(page - 1) * size}`;

async function rowsOf<Row extends object>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}
async function numberOf(db: Db, query: SQL): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, sql`select (${query})::int as total`);
  return row?.total ?? 0;
}

/** The page is found by its keys alone, then read. */
const domainRows = (db: Db, found: SQL): Promise<DirectoryDomain[]> =>
  rowsOf(
    db,
    sql`select d.name as domain, c.company_name as company, coalesce(r.email, a.email, c.email) as username,
        ${yesOrNo(HAS_ACTIVE_CUSTOMER)} as reseller_status
      from (${found}) page join domains d on d.id = page.id join customers c on c.id = d.customer_id
      left join resellers r on r.id = c.reseller_id left join accounts a on a.id = d.owner_id
      order by ${NAME}, d.id`,
  );

const resellerRows = (db: Db, where: SQL, page: number): Promise<DirectoryReseller[]> =>
  rowsOf(
    db,
    sql`select ${RESELLER_NAME} as domain_name, r.company_name, r.email as reseller_email,
        ${yesOrNo(HAS_ACTIVE_CUSTOMER)} as reseller_status
      from resellers r where ${where} order by ${RESELLER_NAME}, r.company_name, r.id ${pageOf(page, PAGE)}`,
  );
const resellerTotal = (db: Db, where: SQL) => numberOf(db, sql`select count(*) from resellers r where ${where}`);

export async function domainsOfLetter(
  { letter, page = 1 }: BodyOf<typeof directory.domains>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof directory.domains>> {
  const where = sql`${LISTED} and ${startsWith(NAME, letter)}`;
  const [domains, total] = await Promise.all([
    domainRows(db, sql`select d.id from domains d where ${where} order by ${NAME}, d.id ${pageOf(page, PAGE)}`),
    numberOf(db, sql`select count(*) from domains d where ${where}`),
  ]);
  return { domains, total };
}

export async function resellersOfLetter(
  { letter, page = 1 }: BodyOf<typeof directory.resellers>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof directory.resellers>> {
  const where = startsWith(RESELLER_NAME, letter);
  const [customers, total] = await Promise.all([resellerRows(db, where, page), resellerTotal(db, where)]);
  return { customers, total };
}

/** Two parts, of which each can go by its own index; what is found by its domain is not found by its company again. */
function searched(pattern: string): { from: SQL; where: SQL }[] {
  return [
    { from: sql`domains d`, where: sql`${LISTED} and d.name::text ilike ${pattern}` },
    {
      from: sql`domains d join customers c on c.id = d.customer_id`,
      where: sql`${LISTED} and c.company_name ilike ${pattern} and d.name::text not ilike ${pattern}`,
    },
  ];
}

async function searchDomains(db: Db, pattern: string, page: number) {
  const parts = searched(pattern);
  const inOrder = parts.map(
    ({ from, where }) =>
      sql`(select d.id, ${NAME} as name from ${from} where ${where} order by ${NAME}, d.id limit ${page * PAGE})`,
  );
  const counts = parts.map(({ from, where }) => sql`(select count(*) from ${from} where ${where})`);
  const found = sql`select id from (${sql.join(inOrder, sql` union all `)}) f order by name, id ${pageOf(page, PAGE)}`;
  const [domains, total] = await Promise.all([
    domainRows(db, found),
    numberOf(db, sql`select ${sql.join(counts, sql` + `)}`),
  ]);
  return { domains, total };
}

export async function search(
  { tabValue, search, page = 1 }: BodyOf<typeof directory.search>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof directory.search>> {
  const pattern = containing(search);
  if (tabValue === 'customers') return searchDomains(db, pattern, page);
  const where = sql`(${RESELLER_NAME} ilike ${pattern} or r.company_name ilike ${pattern})`;
  const [domains, total] = await Promise.all([resellerRows(db, where, page), resellerTotal(db, where)]);
  return { domains, total };
}

const domainCounts = keptFor(COUNTS_KEPT_MS, async ({ db }: ActorContext) =>
  summed(
    await rowsOf<Initial>(
      db,
      sql`select left(${NAME}, 1) as initial, count(*)::int as count, count(s.customer_id)::int as active
        from domains d left join (select distinct s.customer_id from subscriptions s where ${IS_ACTIVE}) s
          on s.customer_id = d.customer_id
        where ${LISTED} group by 1`,
    ),
  ),
);

const resellerCounts = keptFor(COUNTS_KEPT_MS, async ({ db }: ActorContext) =>
  summed(
    await rowsOf<Initial>(
      db,
      sql`select left(${RESELLER_NAME}, 1) as initial, count(*)::int as count,
          count(*) filter (where ${HAS_ACTIVE_CUSTOMER})::int as active
        from resellers r group by 1`,
    ),
  ),
);

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
  return { count: [{ reseller_count: count }], active: [{ active }], inactive: [{ inactive }], letters };
}

export async function pageOfResellerCustomers(
  { reseller_domain, page = 1 }: BodyOf<typeof directory.resellerCustomers>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof directory.resellerCustomers>> {
  const from = sql`resellers r join customers c on c.reseller_id = r.id join domains d on d.customer_id = c.id`;
  const where = sql`${LISTED} and ${RESELLER_NAME} = lower(${reseller_domain})`;
  const [customers, total] = await Promise.all([
    rowsOf<ResellerCustomer>(
      db,
      sql`select c.id as cust_id, d.name as domain_name, coalesce(k.name, c.company_name) as billing_contact_name,
          r.company_name as billing_company_name, r.phone as billing_contact_number, r.email as reseller_email
        from ${from} ${JOIN_MAIN_CONTACT} where ${where} order by ${NAME}, d.id ${pageOf(page, CUSTOMERS_ON_PAGE)}`,
    ),
    numberOf(db, sql`select count(*) from ${from} where ${where}`),
  ]);
  return { customers, total };
}
