import type { Pool } from 'pg';
import { vi } from 'vitest';
import type { TestServer } from './server.ts';

type Asked = [text: string | { text: string; values?: unknown[] }, values?: unknown[]];

/** How the database reads each statement of some work that names one of the tables: its plans, run once more. */
export async function plansOf(
  { services: { pool } }: TestServer,
  table: string,
  work: () => Promise<{ status: number }>,
): Promise<string[]> {
  const spy = vi.spyOn(pool, 'query');
  const { status } = await work();
  const asked = spy.mock.calls as unknown as Asked[];
  spy.mockRestore();
  if (status !== 200) throw new Error(`Answered ${status}.`);
  const plans: string[] = [];
  for (const [query, given] of asked) {
    const { text, values } = typeof query === 'string' ? { text: query, values: given } : { values: given, ...query };
    if (!new RegExp(String.raw`\b${table}\b`).test(text)) continue;
    const { rows } = await pool.query<Record<'QUERY PLAN', string>>(
      `explain (analyze, costs off, timing off, summary off) ${text}`,
      values,
    );
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

/**
 * Gathers statistics, and marks the pages as visible to all: an index is read alone only where they are. A vacuum leaves
 * them out while a statement of the server's own is under way.
 */
export const vacuumAnalyze = (pool: Pool): Promise<void> =>
  vi.waitFor(
    async () => {
      await pool.query('vacuum analyze');
      const { rows } = await pool.query<{ relname: string }>(`select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < 0.9 * relpages`);
      if (rows.length > 0) throw new Error(`Not yet visible to all: ${rows.map(({ relname }) => relname).join(', ')}`);
    },
    { timeout: 30_000, interval: 50 },
  );
