import type { BodyOf } from '@desk/contract/call';
import type { ownRenewals } from '@desk/contract/own-renewals';
import { and, asc, count, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { isOwnNewestDecision, ownRenewalColumns, ownRenewalOnWire } from '../../domain/renewals/own-renewals.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';

const PAGE = 10;

/** A customer reaches what belongs to the own active domains. */
const isOwn = (personId: number) => and(eq(d.ownerId, personId), eq(d.status, 'ACTIVE'));
const isLiving = isNull(s.endedAt);
/** The other product's contracts are between staff and the customer. */
const isLicence = eq(r.product, 'licence');

export async function pageOfOwn(
  { search = '', page = 1 }: BodyOf<typeof ownRenewals.list>,
  { db, actor, config, now }: ActorContext,
) {
  const sought = containsPattern(search);
  const found =
    search === ''
      ? undefined
      : or(ilike(sql`${d.name}::text`, containsDomainPattern(search)), ilike(s.skuName, sought));
  const where = and(isOwn(actor.id), isLiving, isLicence, eq(r.state, 'open'), found);
  const rows = db
    .select(ownRenewalColumns)
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .leftJoin(k, isOwnNewestDecision(actor.id))
    .where(where)
    .orderBy(asc(r.termEnd), asc(d.name), asc(r.id))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = db
    .select({ total: count() })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .where(where);
  const [listed, [counted]] = await Promise.all([rows, all]);
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const renewals = listed.map((row) => ownRenewalOnWire(row, today));
  return { renewals, total: counted?.total ?? 0 };
}

/** Whether a renewal is one of the caller's, open or closed. */
export async function isReached(db: Db, personId: number, renewalId: number): Promise<boolean> {
  const found = await db
    .select({ id: r.id })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .where(and(eq(r.id, renewalId), isLicence, isOwn(personId)));
  return found.length > 0;
}
