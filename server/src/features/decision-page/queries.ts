import { PROPOSED_PLANS } from '@desk/contract/renewal-work/offers';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { wordsOf, type CustomerDecision } from '../../domain/customer-decisions/customer-decision.ts';
import type { FoundLink, Offer } from '../../domain/offers/links.ts';
import { isAsked } from '../../domain/offers/link-chain.ts';
import { amountFor, amountOfDecision } from '../../domain/offers/offer-lines.ts';
import { quoteNumber } from '../../domain/offers/document-text.ts';
import { DocumentDiffers, readDocument } from '../../domain/offers/read-document.ts';
import { suggestedSeats } from '../../domain/offers/seats-advice.ts';
import { lastSafeDayToDecide, mayDecide, ownWishColumns, ownWishes } from '../../domain/renewals/own-renewals.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { decisionLinksTable as l, type OfferLine } from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { payOfPlan } from '../../providers/products.ts';
import { dayIn, daysBetween } from '../../platform/time/days.ts';
import type { DecisionView, LineView, OfferView } from './rules.ts';

const assignee = alias(accountsTable, 'assignee');
const decider = alias(accountsTable, 'decider');

const selectLines = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: r.id,
      customerId: r.customerId,
      state: r.state,
      termEnd: r.termEnd,
      endedAt: s.endedAt,
      plan: s.planName,
      bought: s.numberOfSeats,
      used: s.licensedSeats,
      renewalType: s.renewalType,
      ifNobodyActs: s.ifNobodyActs,
      seatsIfNobodyActs: s.seatsIfNobodyActs,
      lastSafeDay: lastSafeDayToDecide,
      assignee: assignee.name,
      decision: k,
      ...ownWishColumns,
      // Who is not asked any more, as the customer went to another reseller, is named to nobody.
      decider: sql<string | null>`case when ${k.linkId} is null then coalesce(${k.name}, ${decider.email}::text)
        when ${isAsked(sql`${k.linkId}`, sql`${r.customerId}`)} then ${k.name} end`,
    })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .leftJoin(assignee, and(eq(assignee.id, r.assignedToId), eq(assignee.status, 'ACTIVE')))
    .leftJoin(k, sql`${k.id} = (select max(id) from renewal_decisions newest where newest.renewal_id = ${r.id})`)
    .leftJoin(decider, eq(decider.id, k.accountId))
    .where(inArray(r.id, [...ids]));
type Present = Awaited<ReturnType<typeof selectLines>>[number];

interface Seen {
  readonly offer: Offer;
  readonly today: string;
  readonly timeZone: string;
}

function standingOf(now: Present | undefined, { offer, today }: Seen): LineView['standing'] {
  if (now?.customerId !== offer.customerId || now.state !== 'open' || now.endedAt !== null) return 'closed';
  return mayDecide(now.lastSafeDay, now.termEnd, today) ? 'open' : 'too late';
}

/** What a decision comes to; what goes on from month to month has no price for the term. */
const amountOf = (line: OfferLine, { plan, bought }: Present, made: CustomerDecision): string | null =>
  plan === 'FLEXIBLE' && made.decision === 'renew' ? null : amountOfDecision(line, bought ?? line.seats, made);

/** What stands about a renewal, decided by whom and when; what an earlier customer of it decided is not told. */
function decisionView(line: OfferLine, now: Present | undefined, { offer, timeZone }: Seen): DecisionView | undefined {
  if (now?.customerId !== offer.customerId || !now.decision) return undefined;
  const made = now.decision as CustomerDecision;
  return {
    kind: made.decision,
    words: wordsOf(made),
    amount: amountOf(line, now, made),
    by: now.decider ?? 'Somebody',
    day: dayIn(timeZone, now.decision.createdAt),
  };
}

type Wishes = Pick<LineView, 'wish' | 'arranged' | 'arrangedAmount'>;

/** What became of what was decided, and what we have decided; what is an earlier customer's is not told. */
function wishesOf(line: OfferLine, now: Present | undefined, { offer }: Seen): Wishes {
  if (now?.customerId !== offer.customerId) return { wish: null, arranged: null, arrangedAmount: null };
  const { wish, arranged } = ownWishes(now, now.used);
  // Another payment has another price, which nobody has offered.
  const isPriced = arranged?.outcome === 'renew' && [null, payOfPlan(now.plan)].includes(arranged.pay);
  const asked = { decision: 'change', seats: arranged?.seats ?? null, planName: null };
  return { wish, arranged, arrangedAmount: isPriced ? amountOfDecision(line, now.bought ?? line.seats, asked) : null };
}

/** How it is at its provider now; as it was offered where nothing is known any more. */
function presentOf({ seats, plan, usedSeats }: OfferLine, now: Present | undefined) {
  if (now === undefined) {
    const unknown = { ifNobodyActs: 'unknown', seatsIfNobodyActs: null, renewalType: null } as const;
    return { bought: seats, used: usedSeats, plan, ...unknown };
  }
  const { bought, used, renewalType, ifNobodyActs, seatsIfNobodyActs } = now;
  return { bought: bought ?? seats, used, plan: now.plan, renewalType, ifNobodyActs, seatsIfNobodyActs };
}

/** What staff offer in place of the present. */
function offeredOf({ proposed, seats, plan, amount }: OfferLine): LineView['offered'] {
  if (!proposed) return undefined;
  return { seats, plan, amount, planName: PROPOSED_PLANS.find((one) => one === proposed.plan) ?? null };
}

function lineView(line: OfferLine, now: Present | undefined, seen: Seen): LineView {
  const { renewalId, domain, product, from, to } = line;
  const present = presentOf(line, now);
  const fewer = suggestedSeats(present);
  return {
    ...{ renewalId, domain, product, from, to, ...present, assignee: now?.assignee ?? null },
    daysLeft: daysBetween(seen.today, from),
    amount: amountFor(line, present.bought),
    suggestion: fewer === undefined ? undefined : { seats: fewer, amount: amountFor(line, fewer) },
    offered: offeredOf(line),
    lastDay: now?.lastSafeDay ?? from,
    standing: standingOf(now, seen),
    decision: decisionView(line, now, seen),
    ...wishesOf(line, now, seen),
  };
}

/** What the page of a link shows. */
export async function viewOf(
  db: Db,
  { link, offer }: Pick<FoundLink, 'link' | 'offer'>,
  { config, now }: Pick<Services, 'config' | 'now'>,
): Promise<OfferView> {
  const ids = offer.lines.map(({ renewalId }) => renewalId);
  const present = new Map((await selectLines(db, ids)).map((one) => [one.id, one]));
  const timeZone = config.BUSINESS_TIME_ZONE;
  const seen = { offer, timeZone, today: dayIn(timeZone, now()) };
  return {
    number: quoteNumber(offer, timeZone),
    version: offer.version,
    today: seen.today,
    currency: offer.currency,
    company: offer.addressee.company,
    recipient: { name: link.name, address: link.recipient },
    lines: offer.lines.map((line) => lineView(line, present.get(line.renewalId), seen)),
  };
}

/** The quote of an offer as it was mailed; undefined: it would be another by now. */
export const quoteOf = (db: Db, config: Config, offerId: number) =>
  readDocument(db, config, offerId).catch((error: unknown) => {
    if (error instanceof DocumentDiffers) return undefined;
    throw error;
  });

/** To whose address an offer was passed on last by a link; undefined: to nobody's. */
export async function lastForwarded(db: Db, { id, offerId }: FoundLink['link']): Promise<string | undefined> {
  const [last] = await db
    .select({ recipient: l.recipient })
    .from(l)
    .where(and(eq(l.offerId, offerId), eq(l.forwardedFromId, id)))
    .orderBy(desc(l.id))
    .limit(1);
  return last?.recipient;
}
