import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageUrl } from '../../platform/mail/content.ts';
import { linkUrl, makeLink } from '../offers/links.ts';
import { makeOffer } from '../offers/make-offer.ts';
import type { LineFacts, OfferLink } from './mail.ts';

/** Who is given a link. */
export interface Asked {
  readonly address: string;
  readonly name: string;
  readonly contactId: number | null;
}

/** What the links of a reminder are made with. */
export type Knows = Pick<Services, 'config' | 'now' | 'secret'>;

/**
 * Where somebody decides about renewals of one customer, and the offer that is shown there; the portal, where nothing of them can be
 * offered. The caller holds the renewals.
 * @param lines of one customer, at least one
 * @param beside other renewals of the customer that stand in the offer too
 */
export async function offerLinkFor(
  tx: Db,
  lines: readonly LineFacts[],
  beside: readonly number[],
  asked: Asked,
  knows: Knows,
): Promise<Omit<OfferLink, 'customerId'> & { readonly offerId: number | null }> {
  const [line] = lines;
  const sender = senderOf(knows.config);
  const wanted = {
    customerId: line?.customerId ?? 0,
    renewalIds: [...lines.map(({ renewalId }) => renewalId), ...beside],
    createdById: null,
  };
  const offer = await makeOffer(tx, knows, wanted);
  if (offer === undefined)
    return { href: pageUrl(sender, '/home/my_renewals', { q: line?.domain ?? '' }), offer: null, offerId: null };
  return { href: linkUrl(sender, await makeLink(tx, offer.id, asked)), offer, offerId: offer.id };
}
