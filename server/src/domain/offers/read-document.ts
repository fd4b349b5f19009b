import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { offersTable as f } from '../../platform/db/tables/offers.ts';
import { documentHashOf, issuerOf, offerDocument } from './document.ts';
import { documentName } from './document-text.ts';

/** The document of an offer would not be the one that was offered: how documents are drawn has changed. */
export class DocumentDiffers extends Error {
  constructor() {
    super('The document would not be the one that was offered.');
  }
}

/**
 * The document of an offer, made again of what is stored, and the name of its file.
 * @returns undefined where there is no such offer.
 * @throws DocumentDiffers where it would not be the one that was offered.
 */
export async function readDocument(db: Db, config: Config, offerId: number) {
  const [offer] = await db.select().from(f).where(eq(f.id, offerId));
  if (!offer) return undefined;
  const issuer = offer.issuer ?? issuerOf(config);
  const bytes = await offerDocument(offer, issuer);
  if (documentHashOf(bytes) !== offer.documentHash) throw new DocumentDiffers();
  return { bytes, name: documentName(offer, issuer) };
}

/**
 * The document of an offer that is there.
 * @throws DocumentDiffers where it would not be the one that was offered.
 */
export async function documentOfOffer(db: Db, config: Config, offerId: number): Promise<Buffer> {
  const document = await readDocument(db, config, offerId);
  if (!document) throw new Error(`There is no offer ${offerId}`);
  return document.bytes;
}
