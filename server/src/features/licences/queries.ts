import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { licences } from '@desk/contract/licences';
import { and, asc, count, desc, eq, ilike, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { Actor, ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsDomainPattern, containsPattern } from '../../platform/db/sql/containing.ts';
import { orderOf, sometimesEmpty } from '../../platform/db/sql/order.ts';
import { currentPrice } from '../../domain/prices/current-price.ts';
import { isPricedFor } from '../../domain/prices/priced-for.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { pricesTable as p, seatOrdersTable as o } from '../../platform/db/tables/licences.ts';
import {
  googleSubscriptionsTable as g,
  subscriptionIdsTable as ids,
  subscriptionsTable as s,
} from '../../platform/db/tables/subscriptions.ts';
import { boughtSeats, closedBecause } from '../../domain/subscriptions/buying.ts';
import { domainAlias } from '../../domain/customers/domain-alias.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { limits } from '../../auth/limits.ts';
import { attemptAll } from '../../auth/throttle.ts';
import { onWire, seatPrice, seatsIn } from './rules.ts';

const PAGE = 10;
/** Somebody waits for the dialog. */
const LOOK_MS = 4_000;

/** Staff reach any domain; for a customer any but an own active one is as if there were none. */
const scopeOf = ({ kind, id }: Actor) =>
  kind === 'staff' ? undefined : and(eq(d.ownerId, id), eq(d.status, 'ACTIVE'));
const named = (search: string) =>
  search === '' ? undefined : ilike(sql`${d.name}::text`, containsDomainPattern(search));
// Compared as they are: without regard to case the last pages of a long list take ten times as long.
const byName = sql`${d.name}::text collate "C"`;
/** The directory product has renewals of its own; its licences are bought elsewhere. */
const isOfGoogle = ne(s.source, 'directory');
const renewalDate = sql<string | null>`coalesce(${s.termEnd}, ${s.ownRenewalDate})`;

export async function mappedDomains(
  { search = '', page = 1, ...sorting }: BodyOf<typeof licences.mapped>,
  { db, actor, secret }: ActorContext,
) {
  const where = and(scopeOf(actor), named(search));
  const living = sql`from subscriptions held
    where held.domain_id = ${d.id} and held.ended_at is null and held.source <> 'directory'`;
  const renewal_date = sql<string | null>`(select min(coalesce(held.term_end, held.own_renewal_date)) ${living})`;
  const order = { domain_name: d.name, renewal_date: sometimesEmpty(renewal_date) };
  const rows = db
    .select({
      domain_name: d.name,
      domain_status: d.status,
      subscription: sql<string[]>`array(select held.sku_name ${living} order by held.sku_name, held.id)`,
      renewal_date,
    })
    .from(d)
    .where(where)
    .orderBy(...orderOf(order, sorting, [asc(d.name)]))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const [found, total] = await Promise.all([rows, db.$count(d, where)]);
  const domains = found.map((row) => ({ ...row, domain_id: domainAlias(secret, actor.id, row.domain_name) }));
  return { domains, total };
}

const LICENCE_ORDER = {
  customer_domain: byName,
  sku_name: sometimesEmpty(sql`lower(${s.skuName})`),
  plan_name: sometimesEmpty(s.planName),
  status: sometimesEmpty(s.status),
  domain_status: d.status,
  provider_renewal_date: sometimesEmpty(s.ownRenewalDate),
  google_renewal_date: sometimesEmpty(s.termEnd),
};
const isOfCompany = (db: Db, company: string) =>
  company === ''
    ? undefined
    : inArray(
        d.customerId,
        db
          .select({ id: c.id })
          .from(c)
          .where(ilike(c.companyName, containsPattern(company))),
      );

export async function pageOfLicences(
  { search = '', company = '', status, page = 1, ...sorting }: BodyOf<typeof licences.all>,
  { db }: ActorContext,
) {
  const where = and(status && eq(d.status, status), named(search), isOfCompany(db, company));
  const isHeld = and(eq(s.domainId, d.id), isNull(s.endedAt), isOfGoogle);
  const rows = db
    .select({
      domain_id: d.id,
      customer_domain: d.name,
      sku_name: s.skuName,
      reseller_type: sql<'Y' | 'N'>`case when ${c.resellerId} is null then 'N' else 'Y' end`,
      number_of_seats: s.numberOfSeats,
      licensed_seats: s.licensedSeats,
      plan_name: s.planName,
      price: currentPrice(),
      currency: s.currency,
      status: s.status,
      domain_status: d.status,
      provider_renewal_date: s.ownRenewalDate,
      google_renewal_date: s.termEnd,
      subscription_id: s.externalId,
      customer_id: c.googleCustomerId,
    })
    .from(d)
    .innerJoin(c, eq(c.id, d.customerId))
    .leftJoin(s, isHeld)
    .where(where)
    .orderBy(...orderOf(LICENCE_ORDER, sorting, [asc(byName), asc(s.skuName), asc(s.id)]))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = db.select({ total: count() }).from(d).leftJoin(s, isHeld).where(where);
  const [domains, [counted]] = await Promise.all([rows, all]);
  return { domains, total: counted?.total ?? 0 };
}

const held = {
  id: s.id,
  externalId: s.externalId,
  skuName: s.skuName,
  planName: s.planName,
  status: s.status,
  source: s.source,
  numberOfSeats: s.numberOfSeats,
  maximumSeats: s.maximumSeats,
  licensedSeats: s.licensedSeats,
  termEnd: s.termEnd,
  ownRenewalDate: s.ownRenewalDate,
  renewalDate,
  currency: s.currency,
  alive: sql<boolean>`${isNull(s.endedAt)}`,
  domainName: d.name,
  domainStatus: d.status,
  googleCustomerId: sql<string | null>`coalesce(${g.googleCustomerId}, ${c.googleCustomerId})`,
  yearly: p.yearly,
};

const selectHeld = (db: Db, actor: Pick<Actor, 'email' | 'kind'>, which: SQL | undefined) =>
  db
    .select({ ...held, isPriced: isPricedFor(sql`${s.customerId}`, actor) })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(c, eq(c.id, s.customerId))
    .leftJoin(g, eq(g.externalId, s.externalId))
    .leftJoin(p, and(eq(p.skuId, s.skuId), eq(p.planName, s.planName), eq(p.currency, s.currency)))
    .where(which);
export type Held = Awaited<ReturnType<typeof selectHeld>>[number];

/** A subscription that the actor sees, by any id that it ever had at Google. */
const isVisible = (db: Db, actor: Actor, externalId: string) =>
  and(
    inArray(s.id, db.select({ id: ids.subscriptionId }).from(ids).where(eq(ids.externalId, externalId))),
    isOfGoogle,
    scopeOf(actor),
  );

/** The same, held until the transaction ends: orders of one subscription come one after the other. */
export async function lockSubscription(tx: Db, actor: Actor, externalId: string): Promise<Held | undefined> {
  const [found] = await selectHeld(tx, actor, isVisible(tx, actor, externalId)).for('no key update', { of: s });
  return found;
}

/** Where Google has a subscription. */
export async function placeOf(db: Db, subscriptionId: number) {
  const [found] = await selectHeld(db, { email: '', kind: 'staff' }, eq(s.id, subscriptionId));
  return { customerId: found?.googleCustomerId ?? '', subscriptionId: found?.externalId ?? '' };
}

/** Google's state at this moment; undefined where it does not answer in time, or was asked very often by the same person. */
async function askGoogle({ googleCustomerId, externalId, source }: Held, ctx: ActorContext) {
  const { clients, log, db, config, actor } = ctx;
  const provider = source === 'google' ? clients.providers.google : undefined;
  if (!provider || googleCustomerId === null) return undefined;
  if ((await attemptAll(db, [`looks:${actor.id}`, limits(config.RATE_PROFILE).providerLooks])) > 0) return undefined;
  const place = { customerId: googleCustomerId, subscriptionId: externalId };
  return provider.read(place, { signal: AbortSignal.timeout(LOOK_MS) }).catch((error: unknown) => {
    log.warn({ event: 'google_lookup_failed', ...errorForLog(error) });
    return undefined;
  });
}

const factsIn = (fresh: ProviderSubscription, known: Held) => ({
  ...seatsIn(fresh),
  renewalDate: fresh.termEndsOn ?? known.renewalDate,
  status: fresh.status ?? '',
  licensedSeats: fresh.licensedNumberOfSeats,
});

export async function subscriptionNow(
  { subscription_id }: BodyOf<typeof licences.subscription>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof licences.subscription>> {
  const { db, actor, config, now } = ctx;
  const [known] = await selectHeld(db, actor, isVisible(db, actor, subscription_id));
  if (!known) return refuse(licences.subscription, 404);
  const fresh = await askGoogle(known, ctx);
  const shown = { ...known, ...(fresh && factsIn(fresh, known)) };
  const [order] = await selectOrders(ctx, and(eq(o.subscriptionId, known.id), isOpen)).limit(1);
  return {
    subscription: {
      subscription_id: shown.externalId,
      customer_id: shown.googleCustomerId,
      sku_name: shown.skuName,
      plan_name: shown.planName,
      status: shown.status,
      licensed_seats: shown.licensedSeats,
      max_seats: shown.maximumSeats,
      number_of_seats: shown.numberOfSeats,
      renewal_date: shown.renewalDate,
    },
    domain_name: shown.domainName,
    seats: boughtSeats(known),
    seats_at_google: fresh ? boughtSeats(shown) : null,
    closed_because: closedBecause(known, ctx.clients.providers.google !== undefined) ?? closedBecause(shown, true),
    price: known.isPriced ? seatPrice(known, dayIn(config.BUSINESS_TIME_ZONE, now())) : null,
    order: order ? onWire(order, actor) : null,
  };
}

const isOpen = inArray(o.state, ['queued', 'unknown']);

const ordered = { order: o, domainName: d.name, skuName: s.skuName, planName: s.planName, orderedBy: a.kind };
const selectOrders = ({ db, actor }: Pick<ActorContext, 'db' | 'actor'>, which: SQL | undefined) =>
  db
    .select({ ...ordered, isPriced: isPricedFor(sql`${s.customerId}`, actor) })
    .from(o)
    .innerJoin(s, eq(s.id, o.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(a, eq(a.id, o.accountId))
    .where(which);

/** For the mail about an order; undefined where it concerns its giver no more, or that was staff. */
export async function customerWhoOrdered(tx: Db, orderId: number) {
  const [found] = await tx
    .select({ email: a.email, skuName: s.skuName, domainName: d.name })
    .from(o)
    .innerJoin(s, eq(s.id, o.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(a, and(eq(a.id, o.accountId), eq(a.id, d.ownerId)))
    .where(and(eq(o.id, orderId), eq(a.kind, 'customer'), eq(a.status, 'ACTIVE')));
  return found;
}

const ORDER_ORDER = {
  domain_name: byName,
  state: o.state,
  timestamp: o.createdAt,
  sku_name: sql`lower(${s.skuName})`,
  added_seats: o.addedSeats,
};

export async function pageOfOrders(
  { search = '', state, page = 1, ...sorting }: BodyOf<typeof licences.orders>,
  ctx: ActorContext,
) {
  const where = and(scopeOf(ctx.actor), named(search), state && eq(o.state, state === 'submitted' ? 'queued' : state));
  const rows = selectOrders(ctx, where)
    .orderBy(...orderOf(ORDER_ORDER, sorting, [desc(o.id)]))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = ctx.db
    .select({ total: count() })
    .from(o)
    .innerJoin(s, eq(s.id, o.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .where(where);
  const [orders, [counted]] = await Promise.all([rows, all]);
  return { orders: orders.map((row) => onWire(row, ctx.actor)), total: counted?.total ?? 0 };
}
