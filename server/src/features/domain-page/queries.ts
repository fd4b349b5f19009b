import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { domainPage, MOST, type DomainContact, type DomainPerson } from '@desk/contract/domain-page';
import { and, asc, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lastRead } from '../../domain/sync/last-read.ts';
import { customerOf, renewalsOfDomain, subscriptionsOf } from '../../domain/customers/of-domain.ts';
import { BOOKS_CONTACT_JOIN, MAIN_CONTACT_FIRST, MAIN_CONTACT_JOIN } from '../../domain/customers/main-contact.ts';
import { booksInvoicesTable as i, UNPAID } from '../../platform/db/tables/books.ts';
import { customersTable as c, domainsTable as d, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { ticketsTable as t } from '../../platform/db/tables/tickets.ts';
import { isPublicMail } from '../../platform/domain-names/public-mail.ts';
import { refuse } from '../../platform/http/refusal.ts';

type OfDomain = BodyOf<typeof domainPage.contact>;

/** Who the customer is: what we keep of it goes before what the CRM and the books say. */
async function cardOf(db: Db, name: string): Promise<(DomainContact & { customer_id: number }) | undefined> {
  const { rows } = await db.execute(sql`
    select c.id as customer_id, coalesce(k.name, b.name) as customer_name,
      coalesce(c.email, k.email, b.email) as contact_details_email, c.company_name,
      coalesce(nullif(c.phone, ''), k.phone, b.phone) as cont_number, coalesce(k.mobile, b.mobile) as cont_mobile,
      coalesce(c.gst_number, b.gst_number) as gst_number, case when e.id is null then 'N' else 'Y' end as "resellerType",
      coalesce((
        select r.segment from renewals r where r.domain_name = ${name}::citext and r.segment is not null
        order by r.term_end desc, r.id desc limit 1), c.segment) as segments,
      e.company_name as reseller_company, e.name as reseller_name, e.email as reseller_email,
      case when k.zoho_id is not null then 'CRM' when k.id is null and b.zoho_id is not null then 'Books' end as source
    from customers c left join resellers e on e.id = c.reseller_id ${sql.raw(MAIN_CONTACT_JOIN)}
    ${sql.raw(BOOKS_CONTACT_JOIN)} where c.id = ${customerOf(name)}`);
  return rows[0] as (DomainContact & { customer_id: number }) | undefined;
}

async function peopleOf(db: Db, customerId: number): Promise<DomainPerson[]> {
  const { rows } = await db.execute(sql`
    select k.name, k.role, k.email, k.phone, k.mobile from contacts k join customers c on c.id = k.customer_id
    where c.id = ${customerId} order by ${sql.raw(MAIN_CONTACT_FIRST)}`);
  return rows as unknown as DomainPerson[];
}

export async function contactOf(
  { domain_name }: OfDomain,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.contact>> {
  const found = await cardOf(db, domain_name);
  if (!found) return refuse(domainPage.contact, 404);
  const { customer_id, ...card } = found;
  const [contacts, as_of] = await Promise.all([
    peopleOf(db, customer_id),
    lastRead(db, card.source === 'Books' ? 'books' : 'crm_contacts'),
  ]);
  return { domains: [card], contacts, as_of };
}

export async function plansOf(
  { domain_name }: OfDomain,
  { db, config }: ActorContext,
): Promise<ReplyOf<typeof domainPage.plans>> {
  const [domains, readAt] = await Promise.all([
    db
      .select({
        skuName: s.skuName,
        usedSeats: s.licensedSeats,
        maxSeats: sql<number | null>`coalesce(${s.numberOfSeats}, ${s.maximumSeats})`,
        plan: s.planName,
        status: s.status,
        source: sql<string>`case ${s.source} when 'directory' then ${config.DIRECTORY_PRODUCT_NAME}::text else ${s.source} end`,
        provider_renewal_date: s.ownRenewalDate,
      })
      .from(s)
      .where(and(isNull(s.endedAt), sql`${s.id} in ${subscriptionsOf(domain_name)}`))
      .orderBy(asc(s.skuName), asc(s.id)),
    lastRead(db, 'google'),
  ]);
  // What came from a file, or is of the other product, was never read from Google.
  const isOurs = domains.length > 0 && domains.every(({ source }) => source !== 'google');
  return { domains, as_of: isOurs ? null : readAt };
}

export async function invoicesOf(
  { domain_name }: OfDomain,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.invoices>> {
  const where = eq(i.customerId, customerOf(domain_name));
  const [domains, total, as_of] = await Promise.all([
    db
      .select({
        plan_name: i.planName,
        invoice_no: i.number,
        invoice_date: i.date,
        due_date: i.dueOn,
        invoice_status: i.status,
        product_type: i.productType,
        total: i.total,
        balance: i.balance,
        currency: i.currency,
      })
      .from(i)
      .where(where)
      .orderBy(desc(i.date), desc(i.number))
      .limit(MOST),
    db.$count(i, where),
    lastRead(db, 'books'),
  ]);
  return { domains, total, as_of };
}

export async function outstandingOf(
  { domain_name }: OfDomain,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.outstanding>> {
  const [domains, as_of] = await Promise.all([
    db
      .select({
        /** As the sum: of those whose rate to rupees is known. */
        invoice_count: count(i.exchangeRate),
        bcy_balance: sql<string>`round(sum(${i.balance} * ${i.exchangeRate}), 2)`,
      })
      .from(i)
      .where(and(eq(i.customerId, customerOf(domain_name)), sql.raw(UNPAID)))
      .having(sql`count(${i.exchangeRate}) > 0`),
    lastRead(db, 'books'),
  ]);
  return { domains, as_of };
}

export async function renewalsOf(
  { domain_name }: OfDomain,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.renewals>> {
  const domains = await db
    .select({
      plan: r.planName,
      skuName: r.skuName,
      renewal_date: r.termEnd,
      provider_renewal_date: r.providerRenewalDate,
      status: r.confirmationStatus,
      seats: sql<number | null>`coalesce(${r.numberOfSeats}, ${r.licensedSeats})`,
    })
    .from(r)
    .where(sql`${r.id} in ${renewalsOfDomain(domain_name)}`)
    .orderBy(desc(r.termEnd), desc(r.id));
  return { domains, as_of: null };
}

async function ticketsOf(db: Db, name: string, department: 'support' | 'deployment') {
  const domain = name.toLowerCase();
  const where = and(
    eq(t.domainName, domain),
    eq(t.department, department),
    isPublicMail(domain) ? sql`false` : undefined,
  );
  const [rows, total, as_of] = await Promise.all([
    db
      .select({
        ticket_number: t.number,
        subject: t.subject,
        status: t.status,
        cf_ticket_closure_date: t.closureDate,
        opened: t.openedAt,
        closed: t.closedAt,
      })
      .from(t)
      .where(where)
      .orderBy(desc(t.openedAt), desc(t.zohoId))
      .limit(MOST),
    db.$count(t, where),
    lastRead(db, 'desk'),
  ]);
  const tickets = rows.map(({ opened, closed, ...ticket }) => {
    const created = opened.toISOString();
    return { ...ticket, created_at: created, create_time: created, closedTime: closed?.toISOString() ?? null };
  });
  return { tickets, total, as_of };
}

export const deploymentTicketsOf = ({ domain_name }: OfDomain, { db }: ActorContext) =>
  ticketsOf(db, domain_name, 'deployment');
export const supportTicketsOf = ({ domain_name }: OfDomain, { db }: ActorContext) =>
  ticketsOf(db, domain_name, 'support');

/** The domains of a reseller's customers; what is only wished for is none. */
const ofReseller = (where: SQL | undefined) => and(sql`${d.status} in ('ACTIVE', 'SUSPENDED')`, where);

export async function resellerOf(
  { reseller_email }: BodyOf<typeof domainPage.reseller>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.reseller>> {
  const domain = await db
    .select({
      reseller_name: e.name,
      reseller_email: e.email,
      company_name: e.companyName,
      phone_number: e.phone,
      gst_number: e.gstNumber,
      customer_domain_count: count(d.id),
    })
    .from(e)
    .leftJoin(c, eq(c.resellerId, e.id))
    .leftJoin(d, ofReseller(eq(d.customerId, c.id)))
    .where(eq(e.email, reseller_email))
    .groupBy(e.id);
  return domain.length > 0 ? { domain } : refuse(domainPage.reseller, 404);
}

export async function resellerCustomers(
  { reseller_domain, reseller_email }: BodyOf<typeof domainPage.resellerCustomers>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof domainPage.resellerCustomers>> {
  const isNamed = reseller_email === undefined ? undefined : eq(e.email, reseller_email);
  const found = () =>
    db
      .select({ domain_name: d.name, cust_id: c.id })
      .from(e)
      .innerJoin(c, eq(c.resellerId, e.id))
      .innerJoin(d, eq(d.customerId, c.id))
      .where(ofReseller(and(sql`split_part(${e.email}, '@', 2)::citext = ${reseller_domain}::citext`, isNamed)));
  const [total, customers] = await Promise.all([
    db.$count(found().as('found')),
    found().orderBy(asc(d.name), asc(d.id)).limit(MOST),
  ]);
  return { customers, total };
}
