import type { BodyOf } from '@desk/contract/call';
import { offers } from '@desk/contract/renewal-work/offers';
import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { decisionLinksTable as l } from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { textOf, type Sender } from '../../platform/mail/content.ts';
import { dayIn, monthRange } from '../../platform/time/days.ts';
import type { Reachable } from '../../domain/contacts/reach.ts';
import { readReach } from '../../domain/contacts/read-reach.ts';
import { wordsOf, type CustomerDecision } from '../../domain/customer-decisions/customer-decision.ts';
import { linkUrl } from '../../domain/offers/links.ts';
import { offerMail } from '../../domain/offers/mails.ts';
import { draftOffer } from '../../domain/offers/make-offer.ts';
import { whyNotProposed } from '../../domain/offers/seats-advice.ts';
import { waitingForAnswer } from '../../domain/renewals/answered.ts';
import { lastSafeDayToDecide, mayDecide } from '../../domain/renewals/own-renewals.ts';
import { todayOf } from './queries.ts';
import { notesOf, problemsOf, proposalsOf, withMessage, type Decided, type Earlier } from './rules.ts';
import { lineOnWire } from './wire.ts';

/** Renewals by their ids with whose they are. */
const readRenewals = (db: Db, ids: readonly number[]) =>
  db
    .select({
      ...{ id: r.id, customerId: r.customerId, termEnd: r.termEnd, skuName: r.skuName },
      domainName: sql<string>`${r.domainName}::text`,
    })
    .from(r)
    .where(inArray(r.id, [...new Set(ids)]))
    .orderBy(asc(r.id));

/** The company, and through whom it buys. */
async function readCustomer(db: Db, id: number) {
  const [customer] = await db
    .select({ company: c.companyName, reseller: e.companyName })
    .from(c)
    .leftJoin(e, eq(e.id, c.resellerId))
    .where(eq(c.id, id));
  return customer ?? { company: '', reseller: null };
}

interface Beside {
  readonly customerId: number;
  /** They end in this month, `yyyy-mm`. */
  readonly month: string;
  readonly without: readonly number[];
  readonly today: string;
}

/** What else of a customer ends in a month and can be decided. */
async function othersEnding(db: Db, { customerId, month, without, today }: Beside) {
  const range = monthRange(month);
  const found = await db
    .select({
      ...{ renewal_id: r.id, sku_name: r.skuName, renewal_date: r.termEnd, lastSafeDay: lastSafeDayToDecide },
      domain_name: sql<string>`${r.domainName}::text`,
    })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(
      and(
        ...[eq(r.customerId, customerId), eq(r.state, 'open'), eq(r.product, 'licence'), isNull(s.endedAt)],
        ...[sql`${r.termEnd} between ${range.from} and ${range.to}`, notInArray(r.id, [...without])],
      ),
    )
    .orderBy(asc(r.termEnd), asc(r.domainName), asc(r.id))
    .limit(50);
  return found
    .filter(({ lastSafeDay, renewal_date }) => mayDecide(lastSafeDay, renewal_date, today))
    .map(({ renewal_id, sku_name, renewal_date, domain_name }) => ({
      renewal_id,
      sku_name,
      renewal_date,
      domain_name,
    }));
}

type Draft = NonNullable<Awaited<ReturnType<typeof draftOffer>>>;

const draftOnWire = ({ same, version, content, kept }: Draft) => ({
  offer_id: same?.id ?? null,
  version,
  currency: content.currency,
  total: content.total,
  valid_until: content.validUntil,
  lines: content.lines.map(lineOnWire),
  decided: content.lines.flatMap(({ renewalId }) => (kept.has(renewalId) ? [renewalId] : [])),
});

interface Letter {
  readonly draft: Draft | undefined;
  /** Who is asked first. */
  readonly reader: Reachable | undefined;
  readonly message: string | undefined;
}

/** The mail that the first reader would get; the link is theirs alone. */
function mailOf({ draft, reader, message }: Letter, sender: Sender) {
  if (!draft || !reader) return { subject: null, text: null };
  const offered = offerMail(draft.content, { name: reader.name, url: linkUrl(sender, '…') }, sender);
  const mail = withMessage(offered, message);
  return { subject: mail.subject, text: textOf(mail.letter) };
}

/** The renewals that are asked for, and whose they all are. */
async function ofOneCustomer(db: Db, ids: readonly number[]) {
  const asked = await readRenewals(db, ids);
  const [first] = asked;
  if (!first || asked.length < new Set(ids).size) return refuse(offers.preview, 404);
  if (asked.some(({ customerId }) => customerId !== first.customerId)) refuse(offers.preview, 422);
  return { asked, customerId: first.customerId, month: first.termEnd.slice(0, 7) };
}

/** The newest decision of each of these renewals, by its customer. */
async function decidedAbout(db: Db, ids: readonly number[], zone: string): Promise<readonly Decided[]> {
  const newest = await db
    .selectDistinctOn([k.renewalId], { decision: k, domain: sql<string>`${r.domainName}::text` })
    .from(k)
    .innerJoin(r, eq(r.id, k.renewalId))
    .where(inArray(k.renewalId, [...ids]))
    .orderBy(k.renewalId, desc(k.id));
  return newest.map(({ decision, domain }) => ({
    ...{ domain, words: wordsOf(decision as CustomerDecision), day: dayIn(zone, decision.createdAt) },
  }));
}

/** The versions that went out and that this one replaces, or is. */
async function earlierOffers(db: Db, draft: Draft | undefined, zone: string): Promise<readonly Earlier[]> {
  const current = draft?.replaced ?? [];
  if (current.length === 0) return [];
  const ids = current.map(({ id }) => id);
  const links = await db
    .select({ offerId: l.offerId, name: l.name })
    .from(l)
    .where(and(inArray(l.offerId, ids), isNull(l.revokedAt)))
    .orderBy(asc(l.id));
  return current.flatMap(({ id, version, createdAt }) => {
    const names = [...new Set(links.filter(({ offerId }) => offerId === id).map(({ name }) => name))];
    return names.length === 0 ? [] : [{ version, names, day: dayIn(zone, createdAt), isSame: id === draft?.same?.id }];
  });
}

/** The offer as it would be, to whom it would go, what stands against it, and who waits for an answer. */
export async function previewOffer(
  { renewal_ids: ids, message, proposals }: BodyOf<typeof offers.preview>,
  ctx: ActorContext,
) {
  const { db, config } = ctx;
  const zone = config.BUSINESS_TIME_ZONE;
  const { asked, customerId, month } = await ofOneCustomer(db, ids);
  const { company, reseller } = await readCustomer(db, customerId);
  const reach = (await readReach(db, [customerId])).get(customerId) ?? [];
  const recipients = reach.map(({ address, name, as }) => ({ address, name, as }));
  const draft = await draftOffer(db, ctx, { customerId, renewalIds: ids, proposals: proposalsOf(proposals) });
  const offer = draft ? draftOnWire(draft) : null;
  const lines = offer?.lines ?? null;
  const open = (draft?.content.lines ?? []).filter(({ renewalId }) => draft?.kept.has(renewalId) === false);
  const faults = open.flatMap((line) => whyNotProposed(line) ?? []);
  const decided = await decidedAbout(db, ids, zone);
  const facts = { asked, lines, recipients, reseller, faults, decided, earlier: await earlierOffers(db, draft, zone) };
  const without = [...ids, ...(lines ?? []).map(({ renewal_id }) => renewal_id)];
  const waiting = await waitingForAnswer(db, customerId, ids);
  return {
    company_name: company,
    offer,
    recipients,
    others: await othersEnding(db, { customerId, month, without, today: todayOf(ctx) }),
    problems: problemsOf(facts),
    notes: notesOf(facts),
    waiting: waiting.map(({ from, text, receivedAt }) => ({ from, text, received_at: receivedAt.toISOString() })),
    ...mailOf({ draft, reader: reach[0], message }, senderOf(config)),
  };
}
