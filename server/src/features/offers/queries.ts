import type { BodyOf } from '@desk/contract/call';
import { offers, type OfferLink, type SentOffer } from '@desk/contract/renewal-work/offers';
import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { decisionLinksTable as l, offerRenewalsTable as m, offersTable as o } from '../../platform/db/tables/offers.ts';
import { outboxTable as x } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { DocumentFile } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';
import { findLinkByHash } from '../../domain/offers/links.ts';
import { DocumentDiffers, readDocument } from '../../domain/offers/read-document.ts';
import { lineOnWire } from './wire.ts';

export const todayOf = ({ config, now }: Pick<ActorContext, 'config' | 'now'>) =>
  dayIn(config.BUSINESS_TIME_ZONE, now());

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

/** The quote of an offer, as it was made. */
export async function offerDocumentFile({ offer_id }: BodyOf<typeof offers.document>, { db, config }: ActorContext) {
  const document = await readDocument(db, config, offer_id).catch((error: unknown) => {
    if (error instanceof DocumentDiffers) return refuse(offers.document, 409);
    throw error;
  });
  if (!document) return refuse(offers.document, 404);
  return new DocumentFile(document.name, document.bytes);
}
