import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { compiled } from '../../platform/db/sql/compile.ts';

/** How far each month had been written, with the file of the table: a restored database has another. */
interface Revisions {
  readonly file: string;
  readonly months: ReadonlyMap<string, string>;
}

/** How many hold a condition in each month, and what had been written by then. */
interface Counted {
  readonly revisions: Revisions;
  readonly counts: ReadonlyMap<string, number>;
}

interface Kept {
  /** ALL_REVISIONS as it was asked with. */
  readonly revision: string;
  readonly counted: Promise<Counted>;
}

const TOTALS = 1_000;
/** Of so many months the counts are brought up to date one by one; of more, as after a sync, all are counted in one scan. */
const FEW_MONTHS = 12;
/** Of each node, by condition and values: the one that was counted first stands first. */
const keptOf = new WeakMap<Pool, Map<string, Kept>>();

const REVISIONS = {
  name: 'revisions-by-month',
  text: `select pg_relation_filenode('month_revisions')::text as file, month::text, sum(revision)::text as revision
    from month_revisions group by month`,
};

async function readRevisions(pool: Pool): Promise<Revisions> {
  const { rows } = await pool.query<{ file: string; month: string; revision: string }>(REVISIONS);
  return { file: rows[0]?.file ?? '', months: new Map(rows.map(({ month, revision }) => [month, revision])) };
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** By month, of the months that are named, or of all. */
async function count(pool: Pool, where: SQL, months?: readonly string[]): Promise<Map<string, number>> {
  const from = months
    ? sql`unnest(${sql.param([...months])}::date[]) m join renewals r on r.term_end >= m and r.term_end < (m + interval '1 month')::date`
    : sql`renewals r`;
  const { rows } = await pool.query<{ day: string; count: number }>(
    compiled(sql`select r.term_end as day, count(*)::int as count from ${from} where ${where} group by r.term_end`),
  );
  const counts = new Map<string, number>();
  for (const { day, count: of } of rows) counts.set(monthOf(day), (counts.get(monthOf(day)) ?? 0) + of);
  return counts;
}

/** Read before anything is counted: what is written meanwhile is counted once more the next time, and never missed. */
async function countAnew(pool: Pool, where: SQL, before: Counted | undefined): Promise<Counted> {
  const revisions = await readRevisions(pool);
  if (before?.revisions.file !== revisions.file) return { revisions, counts: await count(pool, where) };
  const written = [...revisions.months].flatMap(([month, revision]) =>
    before.revisions.months.get(month) === revision ? [] : [month],
  );
  if (written.length > FEW_MONTHS) return { revisions, counts: await count(pool, where) };
  const now = written.length === 0 ? new Map<string, number>() : await count(pool, where, written);
  return {
    revisions,
    counts: new Map([...before.counts, ...written.map((month) => [month, now.get(month) ?? 0] as const)]),
  };
}

/**
 * How many renewals hold a condition, exactly. After a write only the months that were written are counted anew, so that it costs what a
 * month has, however many there are.
 * @param revision ALL_REVISIONS, read before
 * @param where on the alias `r` alone; what it finds lies in months that are written with it
 */
export async function totalOf(pool: Pool, revision: string, where: SQL): Promise<number> {
  const kept = keptOf.get(pool) ?? new Map<string, Kept>();
  keptOf.set(pool, kept);
  const key = JSON.stringify(compiled(where));
  const known = kept.get(key);
  const isCurrent = known?.revision === revision;
  const counted = isCurrent
    ? known.counted
    : (known?.counted ?? Promise.resolve(undefined)).catch(() => undefined).then((before) => countAnew(pool, where, before)); // prettier-ignore
  if (!isCurrent) {
    kept.delete(key);
    kept.set(key, { revision, counted });
    const [oldest] = kept.keys();
    if (kept.size > TOTALS && oldest !== undefined) kept.delete(oldest);
    // Who asks next counts all of it.
    counted.catch(() => kept.get(key)?.counted === counted && kept.delete(key));
  }
  return [...(await counted).counts.values()].reduce((sum, of) => sum + of, 0);
}
