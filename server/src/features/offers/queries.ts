import type { BodyOf } from '@desk/contract/call';
import { offers, type OfferedLine, type OfferLink, type SentOffer } from '@desk/contract/renewal-work/offers';
import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { customersTable as c, resellersTable as e } from '../../platform/db/tables/customers.ts';
import {
  decisionLinksTable as l,
  offerRenewalsTable as m,
  offersTable as o,
  type OfferLine,
} from '../../platform/db/tables/offers.ts';
import { outboxTable as x } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { DocumentFile } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { textOf, type Sender } from '../../platform/mail/content.ts';
import { dayIn, monthRange } from '../../platform/time/days.ts';
import type { Reachable } from '../../domain/contacts/reach.ts';
import { readReach } from '../../domain/contacts/read-reach.ts';
import { findLinkByHash, linkUrl } from '../../domain/offers/links.ts';
import { offerMail } from '../../domain/offers/mails.ts';
import { draftOffer } from '../../domain/offers/make-offer.ts';
import { DocumentDiffers, readDocument } from '../../domain/offers/read-document.ts';
import { lastSafeDayToDecide, mayDecide } from '../../domain/renewals/own-renewals.ts';
import { notesOf, problemsOf, withMessage } from './rules.ts';

export const todayOf = ({ config, now }: Pick<ActorContext, 'config' | 'now'>) =>
  dayIn(config.BUSINESS_TIME_ZONE, now());

const lineOnWire = (line: OfferLine): OfferedLine => ({
  renewal_id: line.renewalId,
  domain_name: line.domain,
  sku_name: line.product,
  plan_name: line.plan,
  from: line.from,
  to: line.to,
  seats: line.seats,
  used_seats: line.usedSeats,
  unit_price: line.unitPrice,
  amount: line.amount,
});

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Of the newest mail of an offer to an address, what became of it. */
const newestMail = (column: 'state' | 'reason') =>
  sql<
    string | null
  >`(select ${x[column]} from ${x} where ${x.offerId} = ${l.offerId} and ${x.recipient} = ${l.recipient}::text
    order by ${x.id} desc limit 1)`;

const from = alias(l, 'forwarded_from');
const readLinks = (db: Db, offerIds: readonly number[]) =>
  db
    .select({
      link: l,
      forwardedFrom: from.recipient,
      delivery: newestMail('state') as ReturnType<typeof sql<OfferLink['delivery']>>,
      deliveryReason: newestMail('reason'),
    })
    .from(l)
    .leftJoin(from, eq(from.id, l.forwardedFromId))
    .where(inArray(l.offerId, [...offerIds]))
    .orderBy(asc(l.id));

type ReadLink = Awaited<ReturnType<typeof readLinks>>[number];

async function linkOnWire({ link, ...mail }: ReadLink, ctx: ActorContext): Promise<OfferLink> {
  const found = await findLinkByHash(ctx.db, link.tokenHash, todayOf(ctx));
  return {
    link_id: link.id,
    recipient: link.recipient,
    name: link.name,
    state: found?.state ?? 'revoked',
    forwarded_from: mail.forwardedFrom,
    delivery: mail.delivery,
    delivery_reason: mail.deliveryReason,
    created_at: link.createdAt.toISOString(),
    opened_at: instant(link.openedAt),
    openings: link.openings,
    used_at: instant(link.usedAt),
    revoked_at: instant(link.revokedAt),
  };
}

/** The offers of a renewal, the newest version first. */
export async function offersOfRenewal({ renewal_id }: BodyOf<typeof offers.list>, ctx: ActorContext) {
  const { db } = ctx;
  const [renewal] = await db.select({ id: r.id }).from(r).where(eq(r.id, renewal_id));
  if (!renewal) return refuse(offers.list, 404);
  const found = await db
    .select({ offer: o, by: a.email })
    .from(m)
    .innerJoin(o, eq(o.id, m.offerId))
    .leftJoin(a, eq(a.id, o.createdById))
    .where(eq(m.renewalId, renewal_id))
    .orderBy(desc(o.version));
  const links = await readLinks(
    db,
    found.map(({ offer }) => offer.id),
  );
  const shown: SentOffer[] = [];
  for (const { offer, by } of found) {
    const own: OfferLink[] = [];
    for (const one of links) if (one.link.offerId === offer.id) own.push(await linkOnWire(one, ctx));
    shown.push({
      offer_id: offer.id,
      version: offer.version,
      currency: offer.currency,
      total: offer.total,
      valid_until: offer.validUntil,
      lines: offer.lines.map(lineOnWire),
      created_at: offer.createdAt.toISOString(),
      created_by: by,
      replaced_at: instant(offer.replacedAt),
      links: own,
    });
  }
  return { offers: shown };
}

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

const draftOnWire = ({ same, version, content }: Draft) => ({
  offer_id: same?.id ?? null,
  version,
  currency: content.currency,
  total: content.total,
  valid_until: content.validUntil,
  lines: content.lines.map(lineOnWire),
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

/** The offer as it would be, to whom it would go, and what stands against it. */
export async function previewOffer({ renewal_ids: ids, message }: BodyOf<typeof offers.preview>, ctx: ActorContext) {
  const { db, config } = ctx;
  const { asked, customerId, month } = await ofOneCustomer(db, ids);
  const { company, reseller } = await readCustomer(db, customerId);
  const reach = (await readReach(db, [customerId])).get(customerId) ?? [];
  const recipients = reach.map(({ address, name, as }) => ({ address, name, as }));
  const draft = await draftOffer(db, ctx, { customerId, renewalIds: ids });
  const offer = draft ? draftOnWire(draft) : null;
  const lines = offer?.lines ?? null;
  const facts = { asked, lines, recipients, reseller };
  const without = [...ids, ...(lines ?? []).map(({ renewal_id }) => renewal_id)];
  return {
    company_name: company,
    offer,
    recipients,
    others: await othersEnding(db, { customerId, month, without, today: todayOf(ctx) }),
    problems: problemsOf(facts),
    notes: notesOf(facts),
    ...mailOf({ draft, reader: reach[0], message }, senderOf(config)),
  };
}

/** The quote of an offer, as it was made. */
export async function offerDocumentFile({ offer_id }: BodyOf<typeof offers.document>, { db, config }: ActorContext) {
  const document = await readDocument(db, config, offer_id).catch((error: unknown) => {
    if (error instanceof DocumentDiffers) return refuse(offers.document, 409);
    throw error;
  });
  if (!document) return refuse(offers.document, 404);
  return new DocumentFile(document.name, document.bytes);
}
