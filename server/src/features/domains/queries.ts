import type { BodyOf } from '@desk/contract/call';
import { domains, type PresentOwner } from '@desk/contract/domains';
import { and, asc, eq, ilike, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { orderOf } from '../../platform/db/sql/order.ts';
import { recentDecisions } from '../../domain/decisions/decisions.ts';
import { accountsTable as a, customerProfilesTable as p } from '../../platform/db/tables/accounts.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { isMailOf } from '../../platform/domain-names/mail-of.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isInListOf, ownDomainColumns } from '../../domain/customers/own-domains.ts';
import { domainAlias } from '../../domain/customers/domain-alias.ts';
import { decidedBy } from './rules.ts';

const PAGE = 10;

const onWire = <Row extends { timestamp: Date }>(rows: Row[]) =>
  rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));

const claimant = alias(a, 'claimant');
/** A new domain waits for its own person first, even if somebody else has asked for it since. */
const isClaim = and(ne(d.status, 'PENDING'), isNotNull(d.claimedById));
const askedFor = sql`case when ${d.status} = 'PENDING' and ${d.claimedById} is not null then ${d.createdAt}
  else coalesce(${d.askedAt}, ${d.createdAt}) end`;

/** The present owner of a domain that somebody else claims. */
const presentOwner = sql<PresentOwner | null>`case
  when ${isClaim} and ${d.claimedById} is distinct from ${d.ownerId} then json_build_object(
    'customer_id', ${c.id}, 'company_name', ${c.companyName}, 'company_email', ${c.email}, 'user_email', ${a.email}, 'domain_status', ${d.status},
    'subscriptions', (select count(*) from ${s} where ${s.domainId} = ${d.id} and ${s.endedAt} is null))
  end`;

/** Asked for, the longest first, with who asks: the owner of a new domain, the claimant of one of ours. */
export async function pendingDomains(_body: unknown, { db }: ActorContext) {
  const rows = await db
    .select({
      domain_id: d.id,
      domain_name: d.name,
      user_email: claimant.email,
      company_name: sql<string>`coalesce(${p.companyName}, ${claimant.name})`,
      present_owner: presentOwner,
      asked_again: sql<
        typeof d.$inferSelect.status | null
      >`case when ${d.claimedById} = ${d.ownerId} then ${d.status} end`,
      timestamp: askedFor.mapWith(d.createdAt),
      user_name: claimant.name,
      user_phoneNumber: claimant.phone,
      user_status: claimant.status,
      user_domains: sql<number>`(select count(*)::int from domains had where had.owner_id = ${claimant.id} and had.status = 'ACTIVE')`,
      // This one is not among them.
      user_domains_waiting: sql<number>`(select count(*)::int - 1 from domains asked where
        (asked.status = 'PENDING' and asked.owner_id = ${claimant.id}) or (asked.status <> 'PENDING' and asked.claimed_by_id = ${claimant.id}))`,
    })
    .from(d)
    .innerJoin(claimant, eq(claimant.id, sql`case when ${isClaim} then ${d.claimedById} else ${d.ownerId} end`))
    .leftJoin(a, eq(a.id, d.ownerId))
    .innerJoin(c, eq(c.id, d.customerId))
    .leftJoin(p, eq(p.accountId, claimant.id))
    .where(or(eq(d.status, 'PENDING'), isNotNull(d.claimedById)))
    .orderBy(asc(askedFor), asc(d.id));
  const fitted = rows.map((row) => ({ ...row, mail_fits: isMailOf(row.user_email, row.domain_name) }));
  return { domains: onWire(fitted) };
}

export const lateDecisions = (_body: unknown, { db, actor }: ActorContext) =>
  recentDecisions(db, 'domain', decidedBy(actor.menus));

const isOfCompany = (db: Db, name: string) =>
  inArray(
    d.customerId,
    db
      .select({ id: c.id })
      .from(c)
      .where(ilike(c.companyName, containsPattern(name))),
  );

const DOMAIN_ORDER = {
  domain_name: d.name,
  company_name: sql`lower(${c.companyName})`,
  domain_status: d.status,
  timestamp: d.createdAt,
};

export async function pageOfDomains(
  { search = '', status, page = 1, ...sorting }: BodyOf<typeof domains.all>,
  { db }: ActorContext,
) {
  const where = and(
    status && eq(d.status, status),
    search === '' ? undefined : or(ilike(sql`${d.name}::text`, containsDomainPattern(search)), isOfCompany(db, search)),
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        domain_id: d.id,
        domain_name: d.name,
        domain_status: d.status,
        user_email: sql<string | null>`coalesce(${a.email}, ${c.email})`,
        company_name: c.companyName,
        owner_email: a.email,
        timestamp: d.createdAt,
      })
      .from(d)
      .innerJoin(c, eq(c.id, d.customerId))
      .leftJoin(a, eq(a.id, d.ownerId))
      .where(where)
      .orderBy(...orderOf(DOMAIN_ORDER, sorting, [asc(d.name)]))
      .limit(PAGE)
      .offset((page - 1) * PAGE),
    db.$count(d, where),
  ]);
  return { domains: onWire(rows), total };
}

/** The caller's domains; a claim has a number like a new domain's, too. */
export async function ownDomains(_body: unknown, { db, actor, secret }: ActorContext) {
  const rows = await db.select(ownDomainColumns(actor.id)).from(d).where(isInListOf(actor.id)).orderBy(asc(d.name));
  const numbered = rows.map((row) => ({ ...row, domain_id: domainAlias(secret, actor.id, row.domain_name) }));
  return { domains: onWire(numbered) };
}

/** Staff see any domain; for a customer any but an own active one is as if there were none. */
export async function subscriptionsOf(
  { domain_name }: BodyOf<typeof domains.subscriptions>,
  { db, actor }: ActorContext,
) {
  const scope = actor.kind === 'staff' ? undefined : and(eq(d.ownerId, actor.id), eq(d.status, 'ACTIVE'));
  const subscriptions = await db
    .select({
      subscription_id: s.externalId,
      customer_id: c.googleCustomerId,
      sku_name: s.skuName,
      plan_name: s.planName,
      status: s.status,
      licensed_seats: s.licensedSeats,
      max_seats: s.maximumSeats,
      number_of_seats: s.numberOfSeats,
      renewal_date: sql<string | null>`coalesce(${s.termEnd}, ${s.ownRenewalDate})`,
    })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(c, eq(c.id, s.customerId))
    .where(and(eq(d.name, domain_name), scope, isNull(s.endedAt), ne(s.source, 'directory')))
    .orderBy(asc(s.skuName), asc(s.id));
  return subscriptions.length > 0 ? { subscriptions } : refuse(domains.subscriptions, 404);
}
