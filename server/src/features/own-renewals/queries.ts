import type { BodyOf } from '@desk/contract/call';
import type { ownRenewals } from '@desk/contract/own-renewals';
import type { InstructionState } from '@desk/contract/rules/instruction';
import { and, asc, count, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import {
  isOwnNewestDecision,
  lastSafeDayToDecide,
  ownRenewalColumns,
  ownRenewalOnWire,
} from '../../domain/renewals/own-renewals.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { instructionsTable as i } from '../../platform/db/tables/instructions.ts';
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

interface Reached {
  lives: boolean;
  lastSafeDay: string | null;
}

/** Whether a renewal is one of the caller's, whether its subscription goes on, and until when it can be decided; undefined: not within reach. */
export async function reached(db: Db, personId: number, renewalId: number): Promise<Reached | undefined> {
  const [found] = await db
    .select({ lives: sql<boolean>`${isLiving}`, lastSafeDay: lastSafeDayToDecide })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .innerJoin(d, eq(d.id, s.domainId))
    .where(and(eq(r.id, renewalId), isLicence, isOwn(personId)));
  return found;
}

const DROPPED: readonly InstructionState[] = ['refused', 'cancelled', 'superseded'];

/** Whether staff have refused, taken back or replaced what somebody asked for last. */
export async function wishIsDropped(db: Db, renewalId: number, personId: number): Promise<boolean> {
  const isOwnWish = and(eq(i.renewalId, renewalId), eq(i.requestedById, personId), eq(i.source, 'customer'));
  const [newest] = await db.select({ state: i.state }).from(i).where(isOwnWish).orderBy(desc(i.id)).limit(1);
  return newest !== undefined && DROPPED.includes(newest.state);
}

/** The newest decision, by anybody. */
export async function newestDecision(db: Db, renewalId: number) {
  const [newest] = await db.select().from(k).where(eq(k.renewalId, renewalId)).orderBy(desc(k.id)).limit(1);
  return newest;
}
