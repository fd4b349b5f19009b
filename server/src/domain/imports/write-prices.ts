import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Entry } from '../../platform/audit/audit.ts';
import { pricesTable } from '../../platform/db/tables/licences.ts';
import { columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import type { PriceEffect } from './prices.ts';
import { NOW } from '../../platform/db/now.ts';

const { skuId, planName, currency, yearly } = getTableColumns(pricesTable);
const columns = { skuId, planName, currency, yearly };

type Key = Pick<PriceEffect, 'skuId' | 'planName' | 'currency'>;
const nameOf = (price: Key) => `${price.skuId} ${price.planName} in ${price.currency}`;

/** Writes new prices and changes those that are there. @returns their entries for the audit. */
export async function writePrices(tx: Db, effects: readonly PriceEffect[]): Promise<Entry[]> {
  const { rows } = await tx.execute<Key & { id: number }>(sql`
    insert into prices (created_at, ${columnNames(columns)})
    select ${NOW}, ${columnNames(columns, 'n.')} from ${recordset<keyof typeof columns>(columns, effects)}
    on conflict (sku_id, plan_name, currency) do update set yearly = excluded.yearly
    returning id, sku_id as "skuId", plan_name as "planName", currency`);
  const ids = new Map(rows.map((row) => [nameOf(row), row.id]));
  return effects.map((effect) => ({
    action: effect.old === null ? 'price_imported' : 'price_changed',
    subject: 'price',
    subjectId: ids.get(nameOf(effect)) ?? null,
    changes: [{ field: `Yearly Price of ${nameOf(effect)}`, old: effect.old, new: effect.yearly }],
  }));
}
