import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { decisionLinksTable as l, offersTable as o } from '../../platform/db/tables/offers.ts';
import { pageUrl, type Sender } from '../../platform/mail/content.ts';
import { isAsked } from './link-chain.ts';
import { isOutdated } from './outdated.ts';

export type Link = typeof l.$inferSelect;
export type Offer = typeof o.$inferSelect;

const TOKEN_BYTES = 32;

/** What is kept of a token. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** For whom a link is. */
export interface Holder {
  readonly address: string;
  readonly name: string;
  readonly contactId: number | null;
  /** The link of whoever passed it on. */
  readonly forwardedFromId?: number;
}

/**
 * Makes a key to an offer for one person. Only its hash is kept: whoever loses it asks for another.
 * @returns the token, base64url of 256 random bits: it goes into their mail and nowhere else
 * @throws where another version has taken the offer's place
 */
export async function makeLink(tx: Db, offerId: number, holder: Holder): Promise<string> {
  // Shared with others who make links, not with who replaces the offer: no link is made that is not revoked with the others.
  const isCurrent = and(eq(o.id, offerId), isNull(o.replacedAt));
  const [offer] = await tx.select({ id: o.id }).from(o).where(isCurrent).for('share');
  if (!offer) throw new Error('A link was asked for to an offer that is not current.');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { address, name, contactId, forwardedFromId = null } = holder;
  await tx
    .insert(l)
    .values({ tokenHash: tokenHashOf(token), offerId, recipient: address, name, contactId, forwardedFromId });
  return token;
}

/** The page on which a link's holder decides. */
export const linkUrl = (sender: Sender, token: string): string => pageUrl(sender, `/d/${token}`);

/**
 * `live`: nobody has decided by it. `used`: somebody has, and may again. `expired`: every term of its offer is over. `revoked`: by somebody,
 * by another offer, or because a subscription of its offer is of another product by now, or its term ends on another day.
 */
export type LinkState = 'live' | 'used' | 'expired' | 'revoked';

const IS_ASKED = isAsked(sql`${l.id}`, sql`${o.customerId}`);
const IS_OUTDATED = isOutdated(sql`${o.id}`);

interface Found {
  readonly link: Link;
  readonly offer: Offer;
  readonly isAsked: boolean;
  readonly isOutdated: boolean;
}

function stateOf({ link, offer, ...found }: Found, today: string): LinkState {
  const isReplaced = offer.replacedAt !== null || found.isOutdated;
  if (link.revokedAt !== null || isReplaced || !found.isAsked) return 'revoked';
  if (offer.lines.every(({ from }) => from < today)) return 'expired';
  return link.usedAt === null ? 'live' : 'used';
}

export interface FoundLink {
  readonly state: LinkState;
  readonly link: Link;
  readonly offer: Offer;
}

async function findBy(db: Db, tokenHash: Buffer, today: string): Promise<FoundLink | undefined> {
  const [found] = await db
    .select({ link: l, offer: o, isAsked: IS_ASKED, isOutdated: IS_OUTDATED })
    .from(l)
    .innerJoin(o, eq(o.id, l.offerId))
    .where(eq(l.tokenHash, tokenHash));
  return found && { state: stateOf(found, today), link: found.link, offer: found.offer };
}

/** The link of a token with its offer, whatever has become of it; undefined: there never was one. */
export const findLink = (db: Db, token: string, today: string) => findBy(db, tokenHashOf(token), today);

/** The same by what is kept of the token. */
export const findLinkByHash = findBy;

/** Counts an opening. */
export const countOpening = (db: Db, { id }: Link) =>
  db
    .update(l)
    .set({ openings: sql`${l.openings} + 1`, openedAt: sql`coalesce(${l.openedAt}, ${NOW})` })
    .where(eq(l.id, id));

/** Notes that somebody has decided by a link, and holds it. @returns false where it was revoked meanwhile */
export async function noteUse(tx: Db, { id }: Link): Promise<boolean> {
  const noted = await tx
    .update(l)
    .set({ usedAt: sql`coalesce(${l.usedAt}, ${NOW})` })
    .where(and(eq(l.id, id), isNull(l.revokedAt)))
    .returning({ id: l.id });
  return noted.length > 0;
}

/**
 * Who has a link that opens to an offer with one of these renewals, or had decided by one that was replaced; each address once. Of a renewal
 * that went to another customer nobody of the earlier one, and nobody who is not asked any more.
 * @param decidedBy ids of links
 */
export async function linkHolders(db: Db, renewalIds: readonly number[], decidedBy: readonly number[]) {
  // Who is asked is looked up of these links alone: whoever lets PostgreSQL choose has it looked up of every link there is.
  const { rows } = await db.execute<{ recipient: string; name: string }>(sql`
    with held as materialized (
      select l.id, l.recipient, l.name, o.customer_id from offer_renewals m join offers o on o.id = m.offer_id
      join renewals r on r.id = m.renewal_id and r.customer_id = o.customer_id join decision_links l on l.offer_id = o.id
      where m.renewal_id = any(${sql.param([...renewalIds])}::int[])
        and (l.revoked_at is null and o.replaced_at is null or l.id = any(${sql.param([...decidedBy])}::int[])))
    select distinct on (held.recipient) held.recipient::text as recipient, held.name from held
    where ${isAsked(sql`held.id`, sql`held.customer_id`)} order by held.recipient, held.id`);
  return rows;
}
