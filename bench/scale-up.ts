import type { Client } from 'pg';
import { inTransaction } from '../server/src/platform/db/connection/one-client.ts';
import { withoutIndexes } from './data-set.ts';
import { earlierTerms } from './earlier-terms.ts';
import { countOf } from './growth.ts';
import { filteredPage, groupedCounts, wholeMonth, type Bench } from './reads.ts';
import { timed } from './measure.ts';
import type { Line } from './report.ts';

/** What is asked before the store has grown and after it. */
const ASKED = { W1: wholeMonth, W2: filteredPage, W3: groupedCounts };
/** What an answer may cost of what it cost beside few. */
const FLAT = 1.3;
const MEGABYTE = 1_024 * 1_024;

type Work = readonly [name: string, work: () => Promise<Line[]>];

/** Stores `more` terms of earlier years. */
export async function grow(client: Client, more: number): Promise<void> {
  const statements = withoutIndexes(await earlierTerms(client, more));
  // In one transaction: nothing half grown is left, and no vacuum reads what is just being written.
  await inTransaction(client, async () => {
    await client.query("set local synchronous_commit = off; set local maintenance_work_mem = '1GB'");
    for (const statement of statements) await client.query(statement);
  });
  await client.query('vacuum analyze renewals');
  // What is still to be written to the disk shall not be written while the answers are measured; who may not say so waits less exactly.
  await client.query('do $$ begin checkpoint; exception when insufficient_privilege then null; end $$');
}

/** Bytes of the renewals' rows, and of each of their indexes. */
async function sizesOf(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select 'rows' as name, pg_table_size('renewals') as bytes union all select 'all indexes', pg_indexes_size('renewals')
     union all (select 'index ' || indexrelid::regclass, pg_relation_size(indexrelid) from pg_index
       where indrelid = 'renewals'::regclass order by 2 desc)`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const shown = (count: number): string => count.toLocaleString('en');

/** The store grows; what it holds then beside what it held. */
async function grown(bench: Bench, to: number): Promise<Line[]> {
  const [few, before] = [await countOf(bench), await sizesOf(bench.client)];
  if (to <= few) throw new Error(`There are ${shown(few)} renewals already; --rows names more.`);
  const ms = await timed(() => grow(bench.client, to - few));
  const [many, after] = [await countOf(bench), await sizesOf(bench.client)];
  const what = `${shown(many)} renewals beside ${shown(few)}`;
  const sizes = [...after].map(([name, bytes]): Line => {
    const work = `${what}: ${name}, ${Math.round(bytes / many)} bytes a renewal`;
    return { work, unit: 'MB', limit: (before.get(name) ?? 0) / MEGABYTE, product: bytes / MEGABYTE };
  });
  return [{ work: `${what}: to store them`, unit: 's', limit: null, product: ms / 1_000 }, ...sizes];
}

/** A tail and a peak hang on what else the machine does: they are told, and nothing is demanded of them. */
const isDemanded = ({ work, unit }: Line): boolean => unit !== 'MB' && !work.includes('p95');

/** @throws when not the same was asked: its count of rows stands in the name of a work. */
export const beside = (before: readonly Line[], after: readonly Line[], what: string): Line[] =>
  after.map(({ work, unit, product }) => {
    const known = before.find((line) => line.work === work);
    if (known === undefined) throw new Error(`"${work}" was not measured before.`);
    const line: Line = { work: `${work}; ${what}`, unit, limit: known.product, product };
    return isDemanded(line) ? { ...line, times: FLAT } : line;
  });

/** W1 to W3 beside what is stored at first and beside `to` renewals: the limit of the product is the product itself before. */
export function scaleUp(bench: Bench, to: number): Work[] {
  const asked = Object.entries(ASKED);
  const before = new Map<string, Line[]>();
  let few = 0;
  const first = async (name: string, ask: (typeof asked)[number][1]): Promise<Line[]> => {
    few = await countOf(bench);
    const lines = await ask(bench);
    before.set(name, lines);
    return lines;
  };
  const again = async (name: string, ask: (typeof asked)[number][1]): Promise<Line[]> => {
    const many = await countOf(bench);
    const lines = await ask(bench);
    const own = lines.map((line) => ({ ...line, work: `Among ${shown(many)} renewals: ${line.work}` }));
    return [...own, ...beside(before.get(name) ?? [], lines, `with ${shown(many)} renewals beside ${shown(few)}`)];
  };
  return [
    ...asked.map(([name, ask]) => [name, () => first(name, ask)] as const),
    ['the growth', () => grown(bench, to)],
    ...asked.map(([name, ask]) => [`${name} once more`, () => again(name, ask)] as const),
  ];
}
