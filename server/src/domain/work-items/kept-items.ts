import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { compiled } from '../../platform/db/sql/compile.ts';
import { revisionCache } from '../../platform/db/revision-cache.ts';
import { ALL_REVISIONS, WORK_REVISIONS } from '../../platform/db/revisions.ts';
import { itemOf, type Item } from './items.ts';
import { conditionOf, readWork, type Whose } from './work-rows.ts';

const REVISION = `select concat(${ALL_REVISIONS}, ' ', ${WORK_REVISIONS}) as revision`;
/** What is overdue is so by the clock, whatever was written: items are made anew after a while. */
const FRESH_MS = 300_000;
/** Of each of the staff the own work of each product and what is covered for: all of them are counted each minute. */
const MOST = 1_000;
/** About what an item weighs. */
const ITEM_BYTES = 1_000;

interface Asked {
  readonly whose: Whose;
  readonly today: string;
  readonly timeZone: string;
}

const kept = revisionCache<readonly Item[]>(
  { most: MOST, bytes: 128 * 1024 * 1024, sizeOf: (items) => items.length * ITEM_BYTES },
  async (pool, key) => {
    const { whose, today, timeZone } = JSON.parse(key) as Asked;
    return (await readWork(pool, whose, timeZone)).map((row) => itemOf(row, today));
  },
);

const counted = revisionCache<number>({ most: MOST, bytes: MOST, sizeOf: () => 1 }, async (pool, key) => {
  const which = conditionOf(JSON.parse(key) as Whose);
  const query = sql`select count(*)::int as count from renewals r where ${which}`;
  return (await pool.query<{ count: number }>(compiled(query))).rows[0]?.count ?? 0;
});

export interface Reading {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly today: string;
  readonly now: Date;
}

/** How far what is written has come: read before what it is the revision of. */
export async function workRevision({ pool, now }: Reading): Promise<string> {
  const { rows } = await pool.query<{ revision: string }>({ name: 'work-revision', text: REVISION });
  return `${rows[0]?.revision ?? ''} ${String(Math.floor(now.getTime() / FRESH_MS))}`;
}

/** What owners have to do. While nothing is written they are the same objects: who has thousands looks at them again and again. */
export function itemsOf({ pool, timeZone, today }: Reading, revision: string, whose: Whose): Promise<readonly Item[]> {
  return kept(pool, JSON.stringify({ whose, today, timeZone } satisfies Asked), revision);
}

/** How many renewals are somebody's work. */
export const countOf = ({ pool }: Reading, revision: string, whose: Whose): Promise<number> =>
  counted(pool, JSON.stringify(whose), revision);
