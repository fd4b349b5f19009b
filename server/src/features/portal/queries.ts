import type { BodyOf } from '@desk/contract/call';
import type { portal } from '@desk/contract/portal';
import { and, asc, count, eq, ilike, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { orderOf, sometimesEmpty } from '../../platform/db/sql/order.ts';
import { currentPrice } from '../../domain/prices/current-price.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';

const PAGE = 10;

const PORTAL_ORDER = {
  customer_domain: d.name,
  sku_name: sql`lower(${s.skuName})`,
  plan_name: s.planName,
  status: s.status,
  provider_renewal_date: sometimesEmpty(s.ownRenewalDate),
  google_renewal_date: sometimesEmpty(s.termEnd),
};

async function pageOf(
  which: SQL | undefined,
  { search = '', company = '', status, page = 1, ...sorting }: BodyOf<typeof portal.list>,
  { db }: ActorContext,
) {
  const sought = containsPattern(search);
  const found =
    search === ''
      ? undefined
      : or(ilike(sql`${d.name}::text`, containsDomainPattern(search)), ilike(s.skuName, sought));
  const ofCompany = db
    .select({ id: c.id })
    .from(c)
    .where(ilike(c.companyName, containsPattern(company)));
  const chosen = and(company === '' ? undefined : inArray(d.customerId, ofCompany), status && eq(s.status, status));
  const where = and(isNull(s.endedAt), ne(s.source, 'directory'), which, found, chosen);
  const rows = db
    .select({
      subscription_id: s.externalId,
      customer_domain: d.name,
      sku_name: s.skuName,
      licensed_seats: s.licensedSeats,
      number_of_seats: s.numberOfSeats,
      plan_name: s.planName,
      price: currentPrice(),
      currency: s.currency,
      status: s.status,
      provider_renewal_date: s.ownRenewalDate,
      google_renewal_date: s.termEnd,
    })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .where(where)
    .orderBy(...orderOf(PORTAL_ORDER, sorting, [asc(d.name), asc(s.skuName), asc(s.id)]))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = db.select({ total: count() }).from(s).innerJoin(d, eq(d.id, s.domainId)).where(where);
  const [customer, [counted]] = await Promise.all([rows, all]);
  return { customer, total: counted?.total ?? 0 };
}

export const pageOfPortal = (body: BodyOf<typeof portal.list>, ctx: ActorContext) => pageOf(undefined, body, ctx);

export const pageOfUsPortal = (body: BodyOf<typeof portal.usList>, ctx: ActorContext) =>
  pageOf(eq(s.currency, 'USD'), body, ctx);
