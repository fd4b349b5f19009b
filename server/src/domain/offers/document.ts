import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Issuer } from '../../platform/db/tables/offers.ts';
import { startPdf } from '../../platform/files/pdf/write.ts';
import { drawOffer } from './document-layout.ts';
import { documentText, type OfferContent } from './document-text.ts';

/** The business as documents that are made now name it. */
export const issuerOf = (config: Config): Issuer => ({
  brand: config.BRAND_NAME,
  legalName: config.BUSINESS_LEGAL_NAME ?? null,
  gstin: config.BUSINESS_GSTIN ?? null,
  address: config.BUSINESS_ADDRESS ?? null,
  timeZone: config.BUSINESS_TIME_ZONE,
});

/**
 * An offer as PDF. The same offer of the same business gives the same bytes at any time, so that their hash says whether a document is the
 * one that was offered; a change of what is drawn is one of all documents that have been sent (`document.test.ts`).
 */
export async function offerDocument(offer: OfferContent, issuer: Issuer): Promise<Buffer> {
  const text = documentText(offer, issuer);
  const pdf = await startPdf({
    title: `Quote ${text.number}`,
    author: text.brand,
    subject: text.company,
    createdAt: offer.createdAt,
  });
  drawOffer(pdf, text);
  return pdf.end();
}

/** SHA-256 of a document, in hex. */
export const documentHashOf = (document: Buffer): string => createHash('sha256').update(document).digest('hex');
