import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { OfferLine } from '../../platform/db/tables/offers.ts';

/** Whether a line offers the product that its subscription is of now; both by their names, as it is offered. */
export const isOfProduct = (line: Pick<OfferLine, 'product'>, facts: { readonly product: string }): boolean =>
  line.product === facts.product;

/**
 * Whether a subscription of an offer is of another product by now, whose price nobody has offered: nothing is decided by it any more, and
 * whoever asks for a new link is offered what they have.
 * @param id of the offer, in SQL
 */
export const isOutdated = (id: SQL): SQL<boolean> => sql<boolean>`exists (
    select from offers old, jsonb_array_elements(old.lines) line
    join renewals r on r.id = (line.value->>'renewalId')::int
    where old.id = ${id} and r.customer_id = old.customer_id and r.state = 'open' and r.sku_name <> line.value->>'product')`;

/** The same of one offer. */
export async function isOfferOutdated(tx: Db, offerId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${isOutdated(sql`${offerId}::int`)} as "is"`);
  return rows[0]?.is ?? false;
}
