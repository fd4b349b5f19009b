import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { OutstandingDomain, overview, TicketCount, UpcomingRenewal, WithoutDomain } from '@desk/contract/overview';
import { standingOf, type StandingFacts } from '@desk/contract/rules/standing';
import { and, count, desc, eq, ilike, ne, sql, type SQL } from 'drizzle-orm';
import { dayIn, monthRange } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import { containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { lastRead } from '../../domain/sync/last-read.ts';
import { LISTED } from '../../domain/customers/listed.ts';
import { UNPAID } from '../../platform/db/tables/books.ts';
import { leftSql } from '../../platform/db/tables/standing.ts';
import { ticketsTable as t } from '../../platform/db/tables/tickets.ts';

const TOP = 5;
const PAGE = 15;
const NOBODY: WithoutDomain = { count: 0, amount: '0' };

type Searched = BodyOf<typeof overview.outstanding>;

/** Debt of each debtor in rupees; one who is none of our customers is identified by the contact in the books. */
const OWED = sql.raw(`(
  select customer_id, case when customer_id is null then books_contact_id end as stranger,
    round(sum(balance * exchange_rate), 2) as amount
  from books_invoices where ${UNPAID} and exchange_rate is not null group by 1, 2) as owed`);
const THEIR_DOMAINS = sql.raw(`from domains d where d.customer_id = owed.customer_id and ${LISTED}`);

/**
 * The five customers that owe the most, in rupees, each by its domain: the oldest in use, of those that match; of those that
 * owe the same the first by name. And what is owed by those who have no domain.
 */
export async function topOutstanding(
  { search = '' }: Searched,
  { db }: ActorContext,
): Promise<ReplyOf<typeof overview.outstanding>> {
  const sought = search === '' ? sql`true` : sql`d.name::text ilike ${containsDomainPattern(search)}`;
  const [{ rows }, { rows: left }, as_of] = await Promise.all([
    db.execute(sql`
      select its.domain, owed.amount::text as amount
      from (select * from ${OWED} order by amount desc) as owed
      cross join lateral (select d.name as domain ${THEIR_DOMAINS} and ${sought} order by d.status, d.id limit 1) as its
      order by owed.amount desc, its.domain limit ${TOP}`),
    db.execute(sql`
      select count(*)::int as count, coalesce(sum(owed.amount), 0)::text as amount
      from ${OWED} where not exists (select ${THEIR_DOMAINS})`),
    lastRead(db, 'books'),
  ]);
  const [without_domain = NOBODY] = left as unknown as WithoutDomain[];
  return { domains: rows as unknown as OutstandingDomain[], without_domain, as_of };
}

/** Of the renewals of this month those with the most licences, and how they stand; who left renews nothing. */
export async function upcomingRenewals({ search = '' }: Searched, { db, config, now }: ActorContext) {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const { from, to } = monthRange(today.slice(0, 7));
  const sought = search === '' ? sql`true` : sql`r.domain_name::text like ${containsDomainPattern(search)}`;
  const { rows } = await db.execute(sql`
    select r.domain_name as domain, coalesce(r.number_of_seats, r.licensed_seats, 0) as licence,
      r.term_end::text as renewal_date, r.extension_date::text, r.confirmation_status, r.closed_because, r.instruction_state as instruction
    from renewals r
    where r.product = 'licence' and r.term_end between ${from} and ${to} and not ${sql.raw(leftSql('r.'))}
      and ${sought}
    order by 2 desc, 1, r.id limit ${TOP}`);
  const found = rows as unknown as (Omit<UpcomingRenewal, 'standing'> & StandingFacts)[];
  return {
    domains: found.map(({ domain, licence, ...facts }) => ({
      ...{ domain, licence, renewal_date: facts.renewal_date },
      standing: standingOf(facts, today),
    })),
  };
}

/** For a deployment what is not closed is open. */
const OPEN_OR_CLOSED = sql<string>`case when ${t.statusType} = 'Closed' then 'Closed' else 'Open' end`;

export async function deploymentTickets(_body: unknown, { db }: ActorContext) {
  const [tickets, as_of] = await Promise.all([
    db
      .select({ status: OPEN_OR_CLOSED, count: count() })
      .from(t)
      .where(eq(t.department, 'deployment'))
      .groupBy(sql`1`),
    lastRead(db, 'desk'),
  ]);
  const countOf = (status: string) => tickets.find((one) => one.status === status)?.count ?? 0;
  const both: TicketCount[] = ['Open', 'Closed'].map((status) => ({ status, count: countOf(status) }));
  return { tickets: both.filter((one) => one.count > 0), as_of };
}

export async function supportTickets(_body: unknown, { db }: ActorContext) {
  const [tickets, as_of] = await Promise.all([
    db
      .select({ status: t.status, count: count() })
      .from(t)
      .where(eq(t.department, 'support'))
      .groupBy(t.status)
      .orderBy(desc(count()), t.status),
    lastRead(db, 'desk'),
  ]);
  return { tickets, as_of };
}

type Listed = BodyOf<typeof overview.supportList>;

async function pageOf(which: SQL | undefined, { search = '', page = 1 }: Listed, { db }: ActorContext) {
  const where = and(which, search === '' ? undefined : ilike(t.domainName, containsDomainPattern(search)));
  const rows = db
    .select({
      ticket_id: t.zohoId,
      ticketNumber: t.number,
      subject: t.subject,
      email: t.email,
      status: t.status,
      created_at: t.openedAt,
      customerDomain: t.domainName,
    })
    .from(t)
    .where(where)
    .orderBy(desc(t.openedAt), desc(t.zohoId))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const [tickets, total] = await Promise.all([rows, db.$count(t, where)]);
  return { tickets: tickets.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), total };
}

export const supportTicketsOf = (body: Listed, ctx: ActorContext) =>
  pageOf(and(eq(t.department, 'support'), eq(t.status, body.status)), body, ctx);

/** `Open` and `Closed` are all there is: any other word finds nothing. */
const openOrClosed = (status: string): SQL | undefined => {
  if (status === 'Closed') return eq(t.statusType, 'Closed');
  return status === 'Open' ? ne(t.statusType, 'Closed') : sql`false`;
};

export const deploymentTicketsOf = (body: Listed, ctx: ActorContext) =>
  pageOf(and(eq(t.department, 'deployment'), openOrClosed(body.status)), body, ctx);
