import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { OfferLine } from '../../platform/db/tables/offers.ts';

type Product = Pick<OfferLine, 'product' | 'skuId'>;

/** Whether a line offers the product that its subscription is of now: one that is only called otherwise is the same. */
export const isOfProduct = (line: Product, now: Required<Product>): boolean =>
  line.skuId === undefined ? line.product === now.product : line.skuId === now.skuId;

/**
 * Whether a subscription of an offer is of another product by now, whose price nobody has offered, or its term ends on another day: nothing
 * is decided by it any more, and whoever asks for a new link is offered what they have.
 * @param id of the offer, in SQL
 */
export const isOutdated = (id: SQL): SQL<boolean> => sql<boolean>`exists (
    select from offers old, jsonb_array_elements(old.lines) line
    join renewals r on r.id = (line.value->>'renewalId')::int join subscriptions its on its.id = r.subscription_id
    where old.id = ${id} and r.customer_id = old.customer_id and r.state = 'open'
      and (r.term_end <> (line.value->>'from')::date
        or case when line.value ? 'skuId' then its.sku_id <> line.value->>'skuId' else r.sku_name <> line.value->>'product' end))`;

/** The same of one offer. */
export async function isOfferOutdated(tx: Db, offerId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${isOutdated(sql`${offerId}::int`)} as "is"`);
  return rows[0]?.is ?? false;
}
