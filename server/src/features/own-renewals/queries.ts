import type { BodyOf } from '@desk/contract/call';
import type { ownRenewals } from '@desk/contract/own-renewals';
import { and, asc, count, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { readNextTerms } from '../../domain/offers/next-terms.ts';
import { isOutdated } from '../../domain/offers/outdated.ts';
import { isOwnNewestDecision, ownRenewalColumns, ownRenewalOnWire } from '../../domain/renewals/own-renewals.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { offerRenewalsTable as m, offersTable as o } from '../../platform/db/tables/offers.ts';
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
    .select(ownRenewalColumns(actor))
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
  const nextTerms = await readNextTerms(
    db,
    actor,
    listed.map(({ renewal }) => renewal.renewal_id),
  );
  const renewals = listed.map((row) => ({
    ...ownRenewalOnWire(row, today),
    next_term: nextTerms.get(row.renewal.renewal_id) ?? null,
  }));
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

/** The offer in which a renewal stands, whether all that stands in it is the caller's own, and of the products that they have; undefined: there is none. */
export async function currentOffer(db: Db, personId: number, renewalId: number) {
  const others = sql`select from ${m} one join ${r} on ${r.id} = one.renewal_id join ${s} on ${s.id} = ${r.subscriptionId}
    join ${d} on ${d.id} = ${s.domainId} where one.offer_id = ${o.id} and (${isOwn(personId)}) is not true`;
  const [current] = await db
    .select({ offer: o, isOwn: sql<boolean>`not exists (${others})`, isOutdated: isOutdated(sql`${o.id}`) })
    .from(m)
    .innerJoin(o, eq(o.id, m.offerId))
    .where(
      and(
        ...[eq(m.renewalId, renewalId), isNull(o.replacedAt)],
        // Of an earlier customer of it nothing is told.
        sql`${o.customerId} = (select customer_id from ${r} where ${r.id} = ${renewalId})`,
      ),
    )
    .orderBy(desc(o.version))
    .limit(1);
  return current;
}

/** By which somebody is greeted; who never gave a name, by their e-mail. */
export async function nameOfPerson(db: Db, { id, email }: { id: number; email: string }): Promise<string> {
  const [person] = await db.select({ name: a.name }).from(a).where(eq(a.id, id));
  return person?.name === undefined || person.name === '' ? email : person.name;
}
