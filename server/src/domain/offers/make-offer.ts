import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import { audit, changesBetween, type Author } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { customersTable as c } from '../../platform/db/tables/customers.ts';
import {
  decisionLinksTable as l,
  offerRenewalsTable as m,
  offersTable as o,
  type Issuer,
  type OfferLine,
  type Proposal,
} from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { dayIn } from '../../platform/time/days.ts';
import { mayDecide } from '../renewals/own-renewals.ts';
import { documentHashOf, issuerOf, offerDocument } from './document.ts';
import type { OfferContent } from './document-text.ts';
import type { Offer } from './links.ts';
import { isOfProduct } from './outdated.ts';
import { whyNotProposed } from './seats-advice.ts';
import { lineFactColumns } from './line-facts.ts';
import { areSameLines, lineOf, totalOf, validUntilOf, type LineFacts } from './offer-lines.ts';

type Knows = Pick<Services, 'config' | 'now'> & Author;

interface Wanted {
  readonly customerId: number;
  readonly renewalIds: readonly number[];
  /** Null: made by the reminders. */
  readonly createdById: number | null;
  /** What is offered in place of the present, by renewal; of one without, what was proposed before still is. */
  readonly proposals?: ReadonlyMap<number, Proposal>;
  /** It is made again because of what has changed by itself: what was decided of the renewals asked for stays as it was offered, too. */
  readonly keepsDecided?: boolean;
}

/** The open terms among these that are the customer's, in the order of their lines. */
const readFacts = (db: Db, customerId: number, ids: readonly number[]): Promise<LineFacts[]> =>
  db
    .select(lineFactColumns)
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(
      and(
        ...[inArray(r.id, [...ids]), eq(r.customerId, customerId)],
        ...[eq(r.state, 'open'), eq(r.product, 'licence'), isNull(s.endedAt)],
      ),
    )
    .orderBy(asc(r.termEnd), asc(r.domainName), asc(r.id));

/** Current offers of a customer that have one of these renewals, the newest first. */
async function overlapping(tx: Db, { customerId, renewalIds }: Omit<Wanted, 'createdById'>): Promise<Offer[]> {
  const isAbout = sql`exists (select from ${m} where ${m.offerId} = ${o.id} and ${inArray(m.renewalId, [...renewalIds])})`;
  return tx
    .select()
    .from(o)
    .where(and(eq(o.customerId, customerId), isNull(o.replacedAt), isAbout))
    .orderBy(desc(o.version));
}

/** Of these renewals those that the customer has decided: what they were offered then stays as it was. */
async function decidedAmong(tx: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const newest = await tx
    .selectDistinctOn([k.renewalId], { id: k.renewalId, decision: k.decision })
    .from(k)
    .where(inArray(k.renewalId, [...ids]))
    .orderBy(k.renewalId, desc(k.id));
  return new Set(newest.filter(({ decision }) => decision !== 'talk').map(({ id }) => id));
}

/** The facts of the offer that is to be: of what is asked for, and of what stands in the offers that it replaces, all that can still be decided. */
async function factsFor(
  tx: Db,
  { customerId, renewalIds }: Omit<Wanted, 'createdById'>,
  replaced: readonly Offer[],
  today: string,
) {
  const carried = replaced.flatMap(({ lines }) => lines.map(({ renewalId }) => renewalId));
  const all = await readFacts(tx, customerId, [...new Set([...renewalIds, ...carried])]);
  return all.filter(({ lastSafeDay, termEnd }) => mayDecide(lastSafeDay, termEnd, today));
}

async function linesFor(
  tx: Db,
  { renewalIds, proposals, keepsDecided = false }: Omit<Wanted, 'createdById'>,
  facts: readonly LineFacts[],
  replaced: readonly Offer[],
) {
  // Dollars are never added to rupees: a line in another currency than the first that has a price has none.
  const currency = facts.find(({ price, pricePerUser }) => price !== null || pricePerUser !== null)?.currency;
  const inCurrency = currency ?? facts[0]?.currency ?? '';
  const old = new Map(replaced.flatMap(({ lines }) => lines.map((line) => [line.renewalId, line] as const)));
  const kept = await decidedAmong(
    tx,
    [...old.keys()].filter((id) => keepsDecided || !renewalIds.includes(id)),
  );
  const lines = facts.map((one): OfferLine => {
    const { renewalId } = one;
    const offered = old.get(renewalId);
    // What was offered, and decided, of another product says nothing of this one.
    const before = offered && isOfProduct(offered, one) ? offered : undefined;
    // Nor what was offered from another day on of the term that begins now.
    if (before?.from === one.termEnd && kept.has(renewalId)) return before;
    const proposal = proposals?.get(renewalId);
    if (proposal) return lineOf(one, inCurrency, proposal);
    const again = lineOf(one, inCurrency, before?.proposed);
    // What was proposed once, and cannot be had by now, is offered to nobody.
    return whyNotProposed(again) === undefined ? again : lineOf(one, inCurrency);
  });
  return { currency: inCurrency, lines, kept };
}

const saysTheSame = (offer: Offer, content: Omit<OfferContent, 'version' | 'createdAt'>, issuer: Issuer): boolean =>
  isDeepStrictEqual(offer.issuer ?? issuer, issuer) &&
  offer.currency === content.currency &&
  offer.validUntil === content.validUntil &&
  offer.addressee.company === content.addressee.company &&
  offer.addressee.gstin === content.addressee.gstin &&
  areSameLines(offer.lines, content.lines);

/** Another version has taken the place of these: their links open nothing any more. */
async function replace(tx: Db, offers: readonly Offer[]): Promise<void> {
  const ids = offers.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.update(o).set({ replacedAt: NOW }).where(inArray(o.id, ids));
  await tx
    .update(l)
    .set({ revokedAt: NOW })
    .where(and(inArray(l.offerId, ids), isNull(l.revokedAt)));
}

async function newestVersion(db: Db, customerId: number): Promise<number> {
  const [newest] = await db
    .select({ version: max(o.version) })
    .from(o)
    .where(eq(o.customerId, customerId));
  return newest?.version ?? 0;
}

async function insert(tx: Db, knows: Knows, content: OfferContent, { createdById }: Wanted) {
  const issuer = issuerOf(knows.config);
  const documentHash = documentHashOf(await offerDocument(content, issuer));
  const [made] = await tx
    .insert(o)
    .values({ ...content, issuer, documentHash, createdById })
    .returning();
  if (!made) throw new Error('An offer was not written.');
  await tx.insert(m).values(content.lines.map(({ renewalId }) => ({ offerId: made.id, renewalId })));
  const { version, total, currency, validUntil } = made;
  const changes = changesBetween({}, { version, total, currency, valid_until: validUntil });
  const entry = { action: 'offer_made', subject: 'customer', subjectId: made.customerId, changes };
  await audit(tx, knows, entry);
  return made;
}

/** What an offer of these renewals would say now, which of them stay as they were decided, and the current offers that it would replace. Undefined: see `makeOffer`. Writes nothing. */
export async function draftOffer(db: Db, knows: Pick<Knows, 'config' | 'now'>, wanted: Omit<Wanted, 'createdById'>) {
  const [customer] = await db.select().from(c).where(eq(c.id, wanted.customerId));
  if (!customer || wanted.renewalIds.length === 0) return undefined;
  const replaced = await overlapping(db, wanted);
  const today = dayIn(knows.config.BUSINESS_TIME_ZONE, knows.now());
  const facts = await factsFor(db, wanted, replaced, today);
  if (!facts.some(({ renewalId }) => wanted.renewalIds.includes(renewalId))) return undefined;
  const { currency, lines, kept } = await linesFor(db, wanted, facts, replaced);
  const addressee = { company: customer.companyName, gstin: customer.gstNumber };
  const validUntil = validUntilOf(facts);
  const content = { customerId: customer.id, lines, currency, total: totalOf(lines), addressee, validUntil };
  const [current, ...more] = replaced;
  const same =
    current && more.length === 0 && saysTheSame(current, content, issuerOf(knows.config)) ? current : undefined;
  const version = same?.version ?? (await newestVersion(db, customer.id)) + 1;
  return { content, replaced, same, version, kept };
}

export type Draft = NonNullable<Awaited<ReturnType<typeof draftOffer>>>;

/**
 * The offer of the next terms of these renewals: that which is current where it says the same, else another version. What it replaces
 * are the customer's offers that have one of them; what can be decided by those stands in the new one too, as it was where it is
 * decided. Who holds renewals holds them before.
 * @returns undefined where none of them is an open term of the customer that can still be decided
 */
export async function makeOffer(tx: Db, knows: Knows, wanted: Wanted): Promise<Offer | undefined> {
  await tx.select({ id: c.id }).from(c).where(eq(c.id, wanted.customerId)).for('no key update');
  const draft = await draftOffer(tx, knows, wanted);
  if (!draft) return undefined;
  if (draft.same) return draft.same;
  await replace(tx, draft.replaced);
  return insert(tx, knows, { ...draft.content, version: draft.version, createdAt: knows.now() }, wanted);
}
