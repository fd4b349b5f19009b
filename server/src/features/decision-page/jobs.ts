import { and, desc, eq, isNull } from 'drizzle-orm';
import { limits } from '../../auth/limits.ts';
import { attemptAll } from '../../auth/throttle.ts';
import { senderOf } from '../../config.ts';
import { readReachableContacts, readWhySilenced } from '../../domain/contacts/read-reachable-contacts.ts';
import { addressKey } from '../../domain/contacts/reachable-contacts.ts';
import { firstAsked, type FirstAsked } from '../../domain/offers/link-chain.ts';
import {
  findLinkByHash,
  linkUrl,
  makeLink,
  type FoundLink,
  type Holder,
  type Offer,
} from '../../domain/offers/links.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { newLinkMail } from '../../domain/offers/mails.ts';
import { isOfferOutdated } from '../../domain/offers/outdated.ts';
import { queueWithLink } from '../../domain/offers/send-links.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { decisionLinksTable as l, offersTable as o } from '../../platform/db/tables/offers.ts';
import { outboxTable as m } from '../../platform/db/tables/outbox.ts';
import { dayIn } from '../../platform/time/days.ts';
import { viewOf } from './queries.ts';

const sameRenewals = (offer: Offer, old: Offer): boolean =>
  offer.lines.some(({ renewalId }) => old.lines.some((line) => line.renewalId === renewalId));

/** The current offer of which something can still be decided: that which has a renewal of the old one, else the newest. */
async function currentOffer({ db, ...services }: Services, { link, offer }: FoundLink) {
  const isCurrent = and(eq(o.customerId, offer.customerId), isNull(o.replacedAt));
  const current = await db.select().from(o).where(isCurrent).orderBy(desc(o.version));
  const [same, others] = [true, false].map((wanted) => current.filter((one) => sameRenewals(one, offer) === wanted));
  for (const one of [...(same ?? []), ...(others ?? [])]) {
    const { lines } = await viewOf(db, { link, offer: one }, services);
    if (lines.some(({ standing }) => standing === 'open')) return one;
  }
  return undefined;
}

/** The offer as it is, or of what they have where something of it is of another product by now; undefined: nothing can be decided any more. */
async function offerOfToday(tx: Db, services: Services, offer: Offer): Promise<Offer | undefined> {
  if (!(await isOfferOutdated(tx, offer.id))) return offer;
  const renewalIds = offer.lines.map(({ renewalId }) => renewalId);
  const { customerId } = offer;
  return makeOffer(tx, services, { customerId, renewalIds, createdById: null, keepsDecided: true });
}

/** The link to an offer that somebody has from us; undefined: none, or none that opens. */
async function ownLink(db: Db, offer: Offer, { address }: FirstAsked): Promise<number | undefined> {
  const isTheirs = and(
    eq(l.offerId, offer.id),
    eq(l.recipient, address),
    isNull(l.forwardedFromId),
    isNull(l.revokedAt),
  );
  const [newest] = await db.select({ id: l.id }).from(l).where(isTheirs).orderBy(desc(l.id)).limit(1);
  return newest?.id;
}

/**
 * Who gets the new link: whom the old one was for, or whoever had it from us. What was passed on is so for the renewals that it was about alone,
 * and until somebody revokes it: it comes from the link to the current offer that whoever passed it on has by now.
 */
async function holderOf(db: Db, { link, offer: old }: FoundLink, offer: Offer, first: FirstAsked): Promise<Holder> {
  if (link.forwardedFromId === null || first.isRevoked || !sameRenewals(offer, old)) return first;
  const forwardedFromId = await ownLink(db, offer, first);
  return forwardedFromId === undefined
    ? first
    : { address: link.recipient, name: link.name, contactId: link.contactId, forwardedFromId };
}

/** Whether who had the first link of a chain from us is still asked. */
async function isReachable(db: Db, customerId: number, { address: first }: FirstAsked): Promise<boolean> {
  const reachable = (await readReachableContacts(db, [customerId])).get(customerId) ?? [];
  return reachable.some(({ address }) => address === addressKey(first));
}

/** Mails a new link, as long as who had the old one from us is still asked, and whom it is for takes mails. */
export async function sendNewLink(payload: Record<string, unknown>, services: Services): Promise<void> {
  const { db, config, now } = services;
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const found = await findLinkByHash(db, Buffer.from(String(payload['hash']), 'hex'), today);
  if (!found) return;
  const { customerId } = found.offer;
  const [first, current] = [await firstAsked(db, found.link.id), await currentOffer(services, found)];
  if (!current || !first || !(await isReachable(db, customerId, first))) return;
  // Of an offer that is made again they have no link yet: whose link it was passed on from is known by the one before.
  const { address, name, ...holder } = await holderOf(db, found, current, first);
  // Whoever it was passed on to may be nobody's contact, and is looked up by the address alone.
  if ((await readWhySilenced(db, address)) !== null) return;
  const { newLinksPerRecipient } = limits(config.RATE_PROFILE);
  if ((await attemptAll(db, [`new-link-to:${customerId}:${address.toLowerCase()}`, newLinksPerRecipient])) > 0) return;
  await db.transaction(async (tx) => {
    // A job may run twice.
    const dedupeKey = `new-link:${found.link.id}:${String(payload['request'])}`;
    if ((await tx.$count(m, eq(m.dedupeKey, dedupeKey))) > 0) return;
    const offer = await offerOfToday(tx, services, current);
    if (!offer) return;
    const token = await makeLink(tx, offer.id, { address, name, ...holder });
    const sender = senderOf(config);
    const mail = newLinkMail(offer, { name, url: linkUrl(sender, token) }, sender);
    const message = { recipient: address, mail, offerId: offer.id, createdBy: 'system', dedupeKey };
    await queueWithLink(tx, services, { ...message, renewalIds: offer.lines.map(({ renewalId }) => renewalId) });
  });
}
