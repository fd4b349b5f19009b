import { createHash } from 'node:crypto';
import type { offersTable } from '../../platform/db/tables/offers.ts';

/** What an offer says, as its columns hold it. Its document is made of this alone. */
export type OfferContent = Pick<
  typeof offersTable.$inferSelect,
  'customerId' | 'version' | 'lines' | 'currency' | 'total' | 'addressee' | 'validUntil' | 'createdAt'
>;

/** The same text for the same content, in whatever order its fields come out of the database. */
function canonical(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, canonical(field)]));
}

/** SHA-256 over the content of an offer, hexadecimal. */
export function contentHashOf(content: OfferContent): string {
  const { customerId, version, lines, currency, total, addressee, validUntil, createdAt } = content;
  const text = JSON.stringify(
    canonical({ customerId, version, lines, currency, total, addressee, validUntil, createdAt }),
  );
  return createHash('sha256').update(text).digest('hex');
}
