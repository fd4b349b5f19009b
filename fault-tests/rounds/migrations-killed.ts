import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import { ask } from '../database.ts';
import { makeNode } from '../node.ts';
import type { Product } from '../product.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const KILLS = { long: 20, short: 3 };
/** Until a node has begun, and for how long at most it is left to it. */
const BEGUN_MS = 20_000;
const LONGEST_MS = 400;

/** All that migrations make, as one text. */
const SHAPE = `select md5(string_agg(line, chr(10) order by line collate "C")) as shape, count(*)::int as lines from (
  select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') || is_nullable as line
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select m::text from menus m
  union all select 'migration ' || hash from drizzle.__drizzle_migrations) shape`;

const TABLES = `select count(*)::int as tables from information_schema.tables where table_schema in ('public', 'drizzle')`;

/** Where tables are missing, what the database says of that. */
const shapeOf = (url: string): Promise<string> =>
  ask(url, SHAPE).then(JSON.stringify, (error: unknown) => String(error));

/** Whether the node whose database this is has begun with the migrations. */
const hasBegun = async (url: string): Promise<boolean> =>
  (
    await ask(
      url,
      `select from pg_stat_activity where datname = current_database() and application_name like '% migrations'`,
    )
  ).length > 0;

/** A node prepares an empty database, dies at any moment of that, and another one goes on. */
async function killedOnce(product: Product, shape: string): Promise<{ wasUnfinished: boolean; problems: string[] }> {
  const name = await product.database.empty();
  const url = product.database.directUrl(name);
  const node = await makeNode(
    product.main,
    { ...product.env, DATABASE_URL: url },
    join(product.folder, 'migrating.log'),
  );
  try {
    node.launch();
    await until(() => hasBegun(url), BEGUN_MS, 5);
    await pause(randomInt(LONGEST_MS));
    await node.kill();
    const [{ tables } = { tables: 0 }] = await ask<{ tables: number }>(url, TABLES);
    const isHalf = tables > 0 && (await shapeOf(url)) !== shape;
    const goesOn = await node.start().then(
      () => true,
      () => false,
    );
    await node.stop();
    const isOther = (await shapeOf(url)) !== shape;
    const problems = [
      ...(isHalf ? ['half: migrations that were killed left something'] : []),
      ...(goesOn ? [] : ['no node starts after migrations that were killed']),
      ...(isOther ? ['the schema is not that of migrations that were left in peace'] : []),
    ];
    return { wasUnfinished: tables === 0, problems };
  } finally {
    await node.kill();
    await product.database.drop(name);
  }
}

async function killed(product: Product, kills: number): Promise<{ unfinished: number; problems: string[] }> {
  const shape = await shapeOf(product.env.DATABASE_URL);
  const problems: string[] = [];
  let unfinished = 0;
  for (let n = 0; n < kills; n++) {
    const one = await killedOnce(product, shape);
    unfinished += one.wasUnfinished ? 1 : 0;
    problems.push(...one.problems);
  }
  if (unfinished === 0) problems.push('no kill met a migration that was under way');
  return { unfinished, problems };
}

/** The next version's change: a column that this one does not know, and its migration. */
const NEWER = [
  'alter table renewals add column of_the_next_version text',
  `insert into drizzle.__drizzle_migrations (hash, created_at)
   select 'of the next version', max(created_at) + 86400000 from drizzle.__drizzle_migrations`,
];

/** migrations that are killed, and a node of the version before on what the next one has made. */
export const migrationsKilled: Round = {
  id: 'R-15a',
  title: 'migrations killed; an older node on a newer schema',
  barMs: 2_000,
  nodes: 1,
  async run(product, works, length) {
    const { unfinished, problems } = await killed(product, KILLS[length]);
    const { probe, stop } = startWriters(product, works);
    await pause(1_000);
    for (const statement of NEWER) await product.ask(statement);
    await pause(1_000);
    await stop();
    const outages = probe.outages();
    for (const node of product.nodes) {
      await node.stop();
      await node.start();
    }
    const others = probe.others();
    if (others !== 'none') problems.push(`requests failed on a newer schema: ${others}`);
    const note = `${unfinished} of ${KILLS[length]} kills met migrations that were not done`;
    return { rounds: 1, injected: KILLS[length], ...outages, problems: [...problems, ...probe.problems()], note };
  },
};
