import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import { readReach } from '../../domain/contacts/read-reach.ts';
import { findLinkByHash, linkUrl, makeLink, type FoundLink, type Offer } from '../../domain/offers/links.ts';
import { newLinkMail } from '../../domain/offers/mails.ts';
import { queueWithLink } from '../../domain/offers/send-links.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { offersTable as o } from '../../platform/db/tables/offers.ts';
import { outboxTable as m } from '../../platform/db/tables/outbox.ts';
import { dayIn } from '../../platform/time/days.ts';
import { viewOf } from './queries.ts';

/** The address that was asked first: of a link that was passed on, that of who had it from us. */
async function firstAsked(db: Db, linkId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ recipient: string }>(sql`
    with recursive upwards as (
      select id, recipient, forwarded_from_id from decision_links where id = ${linkId}
      union all select l.id, l.recipient, l.forwarded_from_id from decision_links l join upwards on l.id = upwards.forwarded_from_id
    ) select recipient::text from upwards where forwarded_from_id is null`);
  return rows[0]?.recipient;
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The current offer of which something can still be decided: that which has a renewal of the old one, else the newest. */
async function currentOffer({ db, ...services }: Services, { link, offer }: FoundLink) {
  const isCurrent = and(eq(o.customerId, offer.customerId), isNull(o.replacedAt));
  const ids = new Set(offer.lines.map(({ renewalId }) => renewalId));
  const hasOne = ({ lines }: Offer): boolean => lines.some(({ renewalId }) => ids.has(renewalId));
  const current = await db.select().from(o).where(isCurrent).orderBy(desc(o.version));
  for (const one of [...current.filter(hasOne), ...current.filter((other) => !hasOne(other))]) {
    const { lines } = await viewOf(db, { link, offer: one }, services);
    if (lines.some(({ standing }) => standing === 'open')) return one;
  }
  return undefined;
}

/** Mails a new link to whom the old one was for, as long as they are still asked. */
export async function sendNewLink(payload: Record<string, unknown>, services: Services): Promise<void> {
  const { db, config, now } = services;
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const found = await findLinkByHash(db, Buffer.from(String(payload['hash']), 'hex'), today);
  if (!found) return;
  const { link, offer: old } = found;
  const [first, offer] = [await firstAsked(db, link.id), await currentOffer(services, found)];
  const reach = (await readReach(db, [old.customerId])).get(old.customerId) ?? [];
  if (!offer || first === undefined || !reach.some(({ address }) => sameAddress(address, first))) return;
  await db.transaction(async (tx) => {
    // A job may run twice.
    const dedupeKey = `new-link:${link.id}:${String(payload['request'])}`;
    if ((await tx.$count(m, eq(m.dedupeKey, dedupeKey))) > 0) return;
    const holder = { address: link.recipient, name: link.name, contactId: link.contactId };
    const from = link.forwardedFromId === null ? {} : { forwardedFromId: link.forwardedFromId };
    const token = await makeLink(tx, offer.id, { ...holder, ...from });
    const sender = senderOf(config);
    const mail = newLinkMail(offer, { name: link.name, url: linkUrl(sender, token) }, sender);
    const message = { recipient: link.recipient, mail, offerId: offer.id, createdBy: 'system', dedupeKey };
    await queueWithLink(tx, services, { ...message, renewalIds: offer.lines.map(({ renewalId }) => renewalId) });
  });
}
