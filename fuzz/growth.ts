import type pg from 'pg';
import { collectGarbage } from '../server/src/testing/collect-garbage.ts';

const MEGABYTE = 1024 * 1024;
/** Memory that the process may retain beyond its warmed-up size. */
export const MOST_MEGABYTES = 64;

/** Megabytes that the process holds after it has collected its garbage. */
export function heldMegabytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/**
 * Every request may be counted, and a refused one is recorded. Revisions count statements, a shard for each connection: what a
 * refused approval rightly leaves, the reasons for a second person, is one.
 */
const RECORDS = ['audit_log', 'throttles', 'month_revisions', 'work_revisions'];

export type Counts = Readonly<Record<string, number>>;

/** Counts the rows of every table of the product, partitions with their table, but the records of what was tried and the counts of what was written. */
export async function rowCounter(client: pg.Client): Promise<() => Promise<Counts>> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
    [RECORDS],
  );
  const counted = rows.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join(', ');
  return async () => (await client.query<Counts>(`select ${counted}`)).rows[0] ?? {};
}

/** Tables that have more rows, though no answer said that something was written. */
export const grown = (before: Counts, after: Counts): string[] =>
  Object.entries(after)
    .filter(([table, count]) => count > (before[table] ?? 0))
    .map(([table, count]) => `left ${count - (before[table] ?? 0)} rows in ${table}, and nobody wrote any`);
