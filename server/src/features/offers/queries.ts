import type { BodyOf } from '@desk/contract/call';
import { offers, type OfferLink, type SentOffer } from '@desk/contract/renewal-work/offers';
import { and, asc, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import {
  customersTable as c,
  resellersTable as e,
  silencedAddressesTable as u,
} from '../../platform/db/tables/customers.ts';
import { decisionLinksTable as l, offerRenewalsTable as m, offersTable as o } from '../../platform/db/tables/offers.ts';
import { outboxRenewalsTable as about, outboxTable as x } from '../../platform/db/tables/outbox.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { DocumentFile } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { textOf, type Sender } from '../../platform/mail/content.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { ReachableContact } from '../../domain/contacts/reachable-contacts.ts';
import { readReachableContacts } from '../../domain/contacts/read-reachable-contacts.ts';
import { decidedAbout } from '../../domain/customer-decisions/decided-about.ts';
import { earlierOffers } from '../../domain/offers/earlier-offers.ts';
import { othersEnding } from '../../domain/offers/ending-together.ts';
import { findLinkByHash, linkUrl } from '../../domain/offers/links.ts';
import { offerMail } from '../../domain/offers/mails.ts';
import { draftOffer, type Draft } from '../../domain/offers/make-offer.ts';
import { lineOnWire } from '../../domain/offers/offered-line.ts';
import { DocumentDiffers, readDocument } from '../../domain/offers/read-document.ts';
import { whyNotProposed } from '../../domain/offers/seats-advice.ts';
import { readAskedWriters } from '../../domain/contacts/speak-to.ts';
import { waitingForAnswer } from '../../domain/renewals/answered.ts';
import { notesOf, problemsOf, proposalsOf, withMessage } from './rules.ts';

export const todayOf = ({ config, now }: Pick<ActorContext, 'config' | 'now'>) =>
  dayIn(config.BUSINESS_TIME_ZONE, now());

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The newest mail that carried the offer of a link to its address: an offer's own, or a reminder. It is one about the offer's renewals. */
const newestMail = (db: Db) =>
  db
    .select({ state: x.state, reason: x.reason, isRefused: x.isRecipientRefused })
    .from(m)
    .innerJoin(about, eq(about.renewalId, m.renewalId))
    .innerJoin(x, eq(x.id, about.messageId))
    .where(
      sql`${m.offerId} = ${l.offerId} and ${x.recipient} = ${l.recipient}::text and (${x.offerId} = ${l.offerId}
        or exists (select from ${t} where ${t.messageId} = ${x.id} and ${t.offerId} = ${l.offerId}))`,
    )
    .orderBy(desc(x.id))
    .limit(1)
    .as('mail');

const lastDecision: SQL<Date | null> = sql`(select max(${k.createdAt}) from ${k} where ${k.linkId} = ${l.id})`.mapWith(
  k.createdAt,
);

const from = alias(l, 'forwarded_from');
function readLinks(db: Db, offerIds: readonly number[]) {
  const mail = newestMail(db);
  return db
    .select({
      link: l,
      forwardedFrom: from.recipient,
      mail: { state: mail.state, reason: mail.reason, isRefused: mail.isRefused },
      bounced: u.reason,
      decidedAt: lastDecision,
    })
    .from(l)
    .leftJoin(from, eq(from.id, l.forwardedFromId))
    .leftJoinLateral(mail, sql`true`)
    .leftJoin(u, and(eq(u.address, l.recipient), eq(u.cause, 'bounced'), gte(u.createdAt, l.createdAt)))
    .where(inArray(l.offerId, [...offerIds]))
    .orderBy(asc(l.id));
}

type ReadLink = Awaited<ReturnType<typeof readLinks>>[number];

function deliveryOf({ mail, bounced }: ReadLink): Pick<OfferLink, 'delivery' | 'delivery_reason'> {
  if (bounced !== null) return { delivery: 'bounced', delivery_reason: bounced };
  const isRefused = mail?.state === 'failed' && mail.isRefused;
  return { delivery: isRefused ? 'bounced' : (mail?.state ?? null), delivery_reason: mail?.reason ?? null };
}

async function linkOnWire(read: ReadLink, ctx: ActorContext): Promise<OfferLink> {
  const { link, forwardedFrom, decidedAt } = read;
  const found = await findLinkByHash(ctx.db, link.tokenHash, todayOf(ctx));
  return {
    link_id: link.id,
    recipient: link.recipient,
    name: link.name,
    state: found?.state ?? 'revoked',
    forwarded_from: forwardedFrom,
    ...deliveryOf(read),
    created_at: link.createdAt.toISOString(),
    opened_at: instant(link.openedAt),
    openings: link.openings,
    used_at: instant(decidedAt ?? link.usedAt),
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
  readonly reader: ReachableContact | undefined;
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

/** The offer as it would be, to whom it would go, what stands against it, and who waits for an answer. */
export async function previewOffer(
  { renewal_ids: ids, message, proposals }: BodyOf<typeof offers.preview>,
  ctx: ActorContext,
) {
  const { db, config } = ctx;
  const zone = config.BUSINESS_TIME_ZONE;
  const { asked, customerId, month } = await ofOneCustomer(db, ids);
  const { company, reseller } = await readCustomer(db, customerId);
  const reachable = (await readReachableContacts(db, [customerId])).get(customerId) ?? [];
  const recipients = reachable.map(({ address, name, as }) => ({ address, name, as }));
  const draft = await draftOffer(db, ctx, { customerId, renewalIds: ids, proposals: proposalsOf(proposals) });
  const offer = draft ? draftOnWire(draft) : null;
  const lines = offer?.lines ?? null;
  const open = (draft?.content.lines ?? []).filter(({ renewalId }) => draft?.kept.has(renewalId) === false);
  const faults = open.flatMap((line) => whyNotProposed(line) ?? []);
  const decided = await decidedAbout(db, ids, zone);
  const facts = { asked, lines, recipients, reseller, faults, decided, earlier: await earlierOffers(db, draft, zone) };
  const without = [...ids, ...(lines ?? []).map(({ renewal_id }) => renewal_id)];
  const waiting = await waitingForAnswer(db, customerId, ids);
  const from = waiting.map((one) => one.from);
  const writers = await readAskedWriters(db, customerId, from);
  return {
    company_name: company,
    offer,
    recipients,
    others: await othersEnding(db, { customerId, month, without, today: todayOf(ctx) }),
    problems: problemsOf(facts),
    notes: notesOf(facts),
    waiting: waiting.map(({ from, text, receivedAt }, at) => ({
      ...{ from, text, received_at: receivedAt.toISOString(), recipient: writers[at] ?? null },
    })),
    ...mailOf({ draft, reader: reachable[0], message }, senderOf(config)),
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
