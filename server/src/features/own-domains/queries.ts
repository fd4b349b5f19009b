import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { OWN_DOMAINS_PAGE, type OwnSubscription, type ownDomains } from '@desk/contract/own-domains';
import { and, asc, desc, eq, ilike, inArray, isNull, ne, sql } from 'drizzle-orm';
import { isInListOf, ownDomainColumns } from '../../domain/customers/own-domains.ts';
import { readNextTerms } from '../../domain/offers/next-terms.ts';
import { priceFor } from '../../domain/prices/priced-for.ts';
import { isOwnNewestDecision, ownRenewalColumns, ownRenewalOnWire } from '../../domain/renewals/own-renewals.ts';
import { boughtSeats, closedBecause } from '../../domain/subscriptions/buying.ts';
import type { ActorContext } from '../../platform/context.ts';
import { containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { seatOrdersTable as o } from '../../platform/db/tables/licences.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { googleSubscriptionsTable as g, subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { dayIn, daysBetween } from '../../platform/time/days.ts';
import { ownOrder } from './rules.ts';

const renewalDate = sql<string | null>`coalesce(${s.termEnd}, ${s.ownRenewalDate})`;
/** The directory product's contracts are between staff and the customer. */
const isHeld = and(isNull(s.endedAt), ne(s.source, 'directory'));
/** What an active domain of this person has. */
const isOwnIn = (domainIds: readonly number[], personId: number) =>
  and(inArray(d.id, [...domainIds]), eq(d.ownerId, personId), eq(d.status, 'ACTIVE'), isHeld);

/** Active ones first, the next renewal first; of what is not active, or only asked for, nothing is told that an order could tell. */
function orderFor(personId: number) {
  const { domain_status } = ownDomainColumns(personId);
  const isActive = sql`${domain_status} = 'ACTIVE'`;
  const next = sql`case when ${isActive} then
    (select min(${renewalDate}) from ${s} where ${s.domainId} = ${d.id} and ${isHeld}) end`;
  return [sql`${isActive} desc`, sql`${next} nulls last`, asc(d.name)];
}

/** The open renewals in domains by subscription, of each the next one. */
async function renewalsIn(domainIds: readonly number[], today: string, { db, actor }: ActorContext) {
  const rows = await db
    .select({ subscriptionId: r.subscriptionId, ...ownRenewalColumns(actor) })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .leftJoin(k, isOwnNewestDecision(actor.id))
    .where(and(isOwnIn(domainIds, actor.id), eq(r.state, 'open'), eq(r.product, 'licence')))
    .orderBy(desc(r.termEnd), desc(r.id));
  const nextTerms = await readNextTerms(
    db,
    actor,
    rows.map(({ renewal }) => renewal.renewal_id),
  );
  return new Map(
    rows.map((row) => {
      const next_term = nextTerms.get(row.renewal.renewal_id) ?? null;
      return [row.subscriptionId, { ...ownRenewalOnWire(row, today), next_term }];
    }),
  );
}

const selectHeld = (domainIds: readonly number[], { db, actor }: ActorContext) =>
  db
    .select({
      id: s.id,
      domainId: s.domainId,
      source: s.source,
      domainStatus: d.status,
      maximumSeats: s.maximumSeats,
      googleCustomerId: sql<string | null>`coalesce(${g.googleCustomerId}, ${c.googleCustomerId})`,
      subscription: {
        subscription_id: s.externalId,
        sku_name: s.skuName,
        plan_name: s.planName,
        status: s.status,
        used_seats: s.licensedSeats,
        price: priceFor(actor),
        currency: s.currency,
        renewal_date: renewalDate,
      },
      numberOfSeats: s.numberOfSeats,
      order: {
        ...{ id: o.id, accountId: o.accountId, state: o.state, addedSeats: o.addedSeats },
        ...{ reason: o.reason, finishedAt: o.finishedAt },
      },
    })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(c, eq(c.id, s.customerId))
    .leftJoin(g, eq(g.externalId, s.externalId))
    .leftJoin(o, sql`${o.id} = (select max(id) from seat_orders newest where newest.subscription_id = ${s.id})`)
    .where(isOwnIn(domainIds, actor.id))
    .orderBy(sql`${renewalDate} nulls last`, asc(s.skuName), asc(s.id));

/** What active domains have, by domain. */
async function subscriptionsIn(domainIds: readonly number[], ctx: ActorContext) {
  const { actor, config, now, clients } = ctx;
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const [rows, renewals] = await Promise.all([selectHeld(domainIds, ctx), renewalsIn(domainIds, today, ctx)]);
  const byDomain = new Map<number, OwnSubscription[]>(domainIds.map((id) => [id, []]));
  for (const row of rows) {
    const { plan_name: planName, status, renewal_date } = row.subscription;
    const known = { ...row, planName, status, alive: true };
    byDomain.get(row.domainId)?.push({
      ...row.subscription,
      bought_seats: boughtSeats(known),
      days_left: renewal_date === null ? null : daysBetween(today, renewal_date),
      can_add: closedBecause(known, clients.providers.google !== undefined) === null,
      renewal: renewals.get(row.id) ?? null,
      order: ownOrder(row.order, actor.id, now()),
    });
  }
  return byDomain;
}

export async function pageOfOwnDomains(
  { search = '', page = 1 }: BodyOf<typeof ownDomains.list>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof ownDomains.list>> {
  const { db, actor } = ctx;
  const named = search === '' ? undefined : ilike(sql`${d.name}::text`, containsDomainPattern(search));
  const where = and(isInListOf(actor.id), named);
  const [rows, total] = await Promise.all([
    db
      .select({ id: d.id, facts: ownDomainColumns(actor.id) })
      .from(d)
      .where(where)
      .orderBy(...orderFor(actor.id))
      .limit(OWN_DOMAINS_PAGE)
      .offset((page - 1) * OWN_DOMAINS_PAGE),
    db.$count(d, where),
  ]);
  const active = rows.filter(({ facts }) => facts.domain_status === 'ACTIVE').map(({ id }) => id);
  const held = active.length === 0 ? undefined : await subscriptionsIn(active, ctx);
  const domains = rows.map(({ id, facts }) => ({
    ...facts,
    timestamp: facts.timestamp.toISOString(),
    subscriptions: held?.get(id) ?? [],
  }));
  return { domains, total };
}
