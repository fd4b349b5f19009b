import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { compiled } from '../../platform/db/sql/compile.ts';

interface Kept {
  revision: string;
  /** By condition and values. */
  totals: Map<string, number>;
}
const TOTALS = 1_000;
const keptOf = new WeakMap<Pool, Kept>();

/**
 * How many renewals hold a condition, exactly: counted anew after every write on a renewal, else remembered.
 * @param revision ALL_REVISIONS, read before
 */
export async function totalOf(pool: Pool, revision: string, where: SQL): Promise<number> {
  const kept = keptOf.get(pool);
  const totals = kept?.revision === revision && kept.totals.size < TOTALS ? kept.totals : new Map<string, number>();
  if (totals !== kept?.totals) keptOf.set(pool, { revision, totals });
  const query = compiled(sql`select count(*)::int as total from renewals r where ${where}`);
  const key = JSON.stringify(query);
  const known = totals.get(key);
  if (known !== undefined) return known;
  const { rows } = await pool.query<{ total: number }>(query);
  const total = rows[0]?.total ?? 0;
  totals.set(key, total);
  return total;
}
