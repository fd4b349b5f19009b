import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { RenewalStatus } from '@desk/contract/words/lists';
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';
import { currentPrice } from '../prices/current-price.ts';
import { CARRIED_OVER_KINDS } from './carry-over.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { instructionsTable, LIVE } from '../../platform/db/tables/instructions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { ANSWERS } from '../../platform/db/tables/open-mail.ts';
import { isUndecidedAgain, unansweredRefusal } from '../../platform/db/tables/refused-wish.ts';
import { unansweredTalk } from '../../platform/db/tables/wants-to-talk.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { providerDateFor, type KnownTerm } from './terms.ts';

const { externalId, domainName, resellerType, planName, status, licensedSeats, numberOfSeats, maximumSeats } =
  getTableColumns(r);
const { product, skuName, margin, price, currency, providerRenewalDate, googleRenewalDate } = getTableColumns(r);
const { ifNobodyActs, seatsIfNobodyActs } = getTableColumns(r);

/** The columns of a renewal that tell of its subscription; kept while it is open, frozen when it closes. */
export const snapshotColumns = {
  product,
  externalId,
  domainName,
  resellerType,
  planName,
  status,
  licensedSeats,
  numberOfSeats,
  maximumSeats,
  skuName,
  margin,
  price,
  currency,
  providerRenewalDate,
  googleRenewalDate,
  ifNobodyActs,
  seatsIfNobodyActs,
};
export type Snapshot = Record<keyof typeof snapshotColumns, string | number | null>;

/** Statuses that leave something to be done when the term is over. */
const LEAVING_WORK = RenewalStatus.options.filter(
  (status) => status === 'Extension' || ['renew-by-hand', 'order-seats'].includes(statusLeadsTo(status)),
);

/** A subscription as it stands, with the snapshot on its open renewal. */
export type SubscriptionNow = Awaited<ReturnType<typeof subscriptionsNow>>[number];

/** Those with the given ids, all without. */
export const subscriptionsNow = (tx: Db, ids: readonly number[] | undefined) =>
  tx
    .select({
      id: s.id,
      customerId: s.customerId,
      domainName: sql<string>`lower(${d.name}::text)`,
      resellerId: c.resellerId,
      zone: c.zone,
      segment: c.segment,
      source: s.source,
      externalId: s.externalId,
      planName: s.planName,
      status: s.status,
      licensedSeats: s.licensedSeats,
      numberOfSeats: s.numberOfSeats,
      maximumSeats: s.maximumSeats,
      skuName: s.skuName,
      margin: s.margin,
      price: currentPrice(),
      currency: s.currency,
      ifNobodyActs: s.ifNobodyActs,
      seatsIfNobodyActs: s.seatsIfNobodyActs,
      termStart: s.termStart,
      termEnd: s.termEnd,
      ownDate: s.ownRenewalDate,
      alive: sql<boolean>`${isNull(s.endedAt)}`,
      awaitsCommitment: sql<boolean>`exists (select from ${instructionsTable} i where i.renewal_id = ${r.id}
        and i.state in (${LIVE}) and (i.outcome = 'renew' and i.state <> 'draft' or i.outcome in ('renew', 'end', 'proposed') and i.term_ends_at <= ${NOW}
          or i.outcome = 'end' and i.term_ends_at is null)) or ${isNull(s.termEnd)} and ${isNull(s.ownRenewalDate)} and ${isUndecidedAgain(sql`${r.id}`)}`,
      isUnfinished: sql<boolean>`${unansweredTalk(sql`${r.id}`)} or ${unansweredRefusal(sql`${r.id}`)} or exists (select from ${n} where ${n.renewalId} = ${r.id} and ${isOneOf(n.kind, ...CARRIED_OVER_KINDS)}
        and not exists (select from renewal_comments k where k.renewal_id = ${n.renewalId} and ${ANSWERS('k')}
          and k.updated_on > ${n.changedAt} and (k.updated_on at time zone 'UTC')::date >= ${n.day}))`,
      isLeftByStatus: sql<boolean>`${r.confirmationStatus} in (${sql.raw(LEAVING_WORK.map((status) => `'${status}'`).join(', '))})
        and not exists (select from renewal_comments k where k.renewal_id = ${r.id} and ${ANSWERS('k')} and (k.updated_on at time zone 'UTC')::date >= ${r.termEnd})`,
      // Without a term it has ended for as long as it is suspended: another suspension, after it came back, is nobody's decision.
      endedAsDecided: sql<boolean>`exists (select from ${instructionsTable} i join renewals e on e.id = i.renewal_id
        where e.subscription_id = ${s.id} and i.outcome = 'end' and i.state = 'fulfilled' and (e.term_end = ${s.termEnd}
          or ${s.termEnd} is null and i.term_ends_at is null and ${s.status} = 'SUSPENDED' and i.finished_at >= ${s.suspendedSince} - interval '1 day'))`,
      becameFlexible: sql<boolean>`exists (select from ${instructionsTable} i where i.renewal_id = ${r.id}
        and i.outcome = 'flexible' and i.state = 'fulfilled')`,
      onOpen: snapshotColumns,
    })
    .from(s)
    .innerJoin(d, eq(d.id, s.domainId))
    .innerJoin(c, eq(c.id, s.customerId))
    .leftJoin(r, and(eq(r.subscriptionId, s.id), eq(r.state, 'open')))
    .where(ids && sql`${s.id} = any(${sql.param([...ids])})`)
    .orderBy(asc(s.id));

/** The subscription's columns copied into a renewal with that end. */
export const snapshotOf = (now: SubscriptionNow, termEnd: string, googleDate: string | null): Snapshot => ({
  product: now.source === 'directory' ? 'directory' : 'licence',
  externalId: now.externalId,
  domainName: now.domainName,
  resellerType: now.resellerId === null ? 'N' : 'Y',
  planName: now.planName,
  status: now.status,
  licensedSeats: now.licensedSeats,
  numberOfSeats: now.numberOfSeats,
  maximumSeats: now.maximumSeats,
  skuName: now.skuName,
  margin: now.margin,
  price: now.price,
  currency: now.currency,
  providerRenewalDate: providerDateFor(now.ownDate, termEnd),
  googleRenewalDate: googleDate,
  // Of what no provider acts on by itself there is nothing to be told.
  ifNobodyActs: now.source === 'google' ? now.ifNobodyActs : null,
  seatsIfNobodyActs: now.source === 'google' ? now.seatsIfNobodyActs : null,
});

/** A renewal with what the next one takes over from it. */
export interface KnownRenewal extends KnownTerm {
  zone: string | null;
  segment: string | null;
  assignedToId: number | null;
}

/** The renewals of each subscription by its id, in the order of their ends. */
export async function renewalsBySubscription(tx: Db, ids: readonly number[] | undefined) {
  const rows = await tx
    .select({
      subscriptionId: r.subscriptionId,
      id: r.id,
      termStart: r.termStart,
      termEnd: r.termEnd,
      state: r.state,
      closedBecause: r.closedBecause,
      confirmationStatus: r.confirmationStatus,
      instructionState: r.instructionState,
      nextRenewalDate: r.nextRenewalDate,
      renewalType: r.renewalType,
      zone: r.zone,
      segment: r.segment,
      assignedToId: r.assignedToId,
    })
    .from(r)
    .where(ids && sql`${r.subscriptionId} = any(${sql.param([...ids])})`)
    .orderBy(asc(r.subscriptionId), asc(r.termEnd));
  const known = new Map<number, KnownRenewal[]>();
  for (const { subscriptionId, ...row } of rows) known.set(subscriptionId, [...(known.get(subscriptionId) ?? []), row]);
  return known;
}
