import type { AximaDomain, AximaSubscription, axima, ExistingAximaDomain } from '@desk/contract/axima';
import type { BodyOf, Role } from '@desk/contract/call';
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { readCrmStandings } from '../../domain/customers/crm-standing.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  aximaDomainsTable as d,
  aximaProductsTable as p,
  aximaSubscriptionsTable as s,
} from '../../platform/db/tables/axima.ts';
import { seesPrices } from './rules.ts';

/** Columns of a subscription in the replies. */
export const subscriptionRow = {
  axima_subscription_id: s.id,
  domain_name: d.name,
  ticket_number: s.ticketNumber,
  name: d.customerName,
  email: d.customerEmail,
  companyName: d.companyName,
  phoneNumber: d.phone,
  tenant_name: d.tenantName,
  user_count: s.userCount,
  axima_product_name: p.name,
  order_id: s.orderId,
  start_date: s.startDate,
  renewal_date: s.renewalDate,
  requested_by: s.requestedBy,
  field_distributor: s.fieldDistributor,
  billing_frequency: s.billingFrequency,
  comments: s.comments,
  status: s.status,
  selling_price: s.sellingPrice,
  buying_price: s.buyingPrice,
  margin_percent: s.marginPercent,
  version: d.version,
};

const NO_PRICES = { selling_price: null, buying_price: null, margin_percent: null };

async function subscriptionsWhere(db: Db, role: Role, where: SQL): Promise<AximaSubscription[]> {
  const rows = await db
    .select(subscriptionRow)
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(p, eq(p.id, s.productId))
    .where(where)
    .orderBy(desc(s.id));
  return seesPrices(role) ? rows : rows.map((row) => ({ ...row, ...NO_PRICES }));
}

export const subscription = (db: Db, role: Role, id: number) => subscriptionsWhere(db, role, eq(s.id, id));

/** All subscriptions of the domain that has this one. */
export const subscriptionsBeside = (db: Db, role: Role, id: number) =>
  subscriptionsWhere(db, role, eq(s.domainId, sql`(select domain_id from axima_subscriptions where id = ${id})`));

const isLive = sql`${s.status} is distinct from 'Cancelled'`;

/** The newest subscription that is not cancelled. */
const newestOwn = sql<number | null>`(select max(own.id) from axima_subscriptions own
  where own.domain_id = axima_domains.id and own.status is distinct from 'Cancelled')`;

const domainRow = {
  domain_id: d.id,
  domain_name: d.name,
  companyName: d.companyName,
  timestamp: d.createdAt,
  axima_subscription_id: newestOwn,
};
type DomainRow = Omit<AximaDomain, 'timestamp'> & { timestamp: Date };
const onWire = ({ timestamp, ...row }: DomainRow): AximaDomain => ({ ...row, timestamp: timestamp.toISOString() });

export async function allDomains(_body: unknown, { db }: ActorContext) {
  const rows = await db
    .select({ row: domainRow, email: d.customerEmail })
    .from(d)
    .orderBy(desc(d.createdAt), desc(d.id));
  const asked = rows.map(({ row, email }) => ({ domain: row.domain_name, email }));
  const standing = await readCrmStandings(db, asked);
  return {
    domains: rows.map(({ row, email }) => ({ ...onWire(row), ...standing({ domain: row.domain_name, email }) })),
  };
}

export async function domainWithSubscriptions(
  db: Db,
  role: Role,
  { domain_id }: BodyOf<typeof axima.domain>,
): Promise<{ domain: AximaDomain; domains: AximaSubscription[] } | undefined> {
  const [[row], domains] = await Promise.all([
    db.select(domainRow).from(d).where(eq(d.id, domain_id)),
    subscriptionsWhere(db, role, eq(s.domainId, domain_id)),
  ]);
  return row && { domain: onWire(row), domains };
}

export async function existingDomains(
  _body: unknown,
  { db }: ActorContext,
): Promise<{ domains: ExistingAximaDomain[] }> {
  const rows = await db
    .select({
      domain_id: d.id,
      customer_domain_name: d.name,
      customer_name: sql<string>`coalesce(nullif(${d.companyName}, ''), ${d.customerName})`,
      plan_name: p.name,
      no_of_lics: s.userCount,
      service_start_date: s.startDate,
      service_end_date: s.renewalDate,
      axima_subscription_id: s.id,
      subscription: s.status,
      email: d.customerEmail,
    })
    .from(d)
    .leftJoin(s, and(eq(s.domainId, d.id), isLive))
    .leftJoin(p, eq(p.id, s.productId))
    .orderBy(asc(d.name), asc(s.id));
  const asked = rows.map(({ customer_domain_name: domain, email }) => ({ domain, email }));
  const standing = await readCrmStandings(db, asked);
  return {
    domains: rows.map(({ email, ...row }) => ({ ...row, ...standing({ domain: row.customer_domain_name, email }) })),
  };
}

export async function allProducts(_body: unknown, { db }: ActorContext) {
  return { products: await db.select({ ap_id: p.id, axima_product_name: p.name }).from(p).orderBy(asc(p.id)) };
}
