import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../database.ts';
import { makeNode } from '../node.ts';
import type { Desk } from '../desk.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const KILLS = { long: 20, short: 3 };

/** All that migrations make, as one text. */
const SHAPE = `select md5(string_agg(line, chr(10) order by line collate "C")) as shape, count(*)::int as lines from (
  select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') || is_nullable as line
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select m::text from menus m
  union all select 'migration ' || hash from drizzle.__drizzle_migrations) shape`;

const shapeOf = async (url: string): Promise<string> => JSON.stringify(await ask(url, SHAPE));

/** A node prepares an empty database and dies at any moment of that, again and again. */
async function killed(desk: Desk, name: string, kills: number): Promise<string[]> {
  const env = { ...desk.env, DATABASE_URL: desk.database.straight(name) };
  const node = await makeNode(desk.main, env, join(desk.folder, 'migrating.log'));
  try {
    for (let n = 0; n < kills; n++) {
      node.launch();
      // Half of it is spent before the first statement.
      await pause(randomInt(400, 2_500));
      await node.kill();
    }
    await node.start();
    await node.stop();
  } finally {
    await node.kill();
  }
  const shapes = await Promise.all([desk.env.DATABASE_URL, env.DATABASE_URL].map(shapeOf));
  return shapes[0] === shapes[1] ? [] : ['the schema is not that of a database whose migrations were left in peace'];
}

/** What the next version will have done: a column that this one does not know, and its migration. */
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
  async run(desk, works, length) {
    const name = await desk.database.empty();
    try {
      const problems = await killed(desk, name, KILLS[length]);
      const { pulse, stop } = startWriters(desk, works);
      await pause(1_000);
      for (const statement of NEWER) await desk.ask(statement);
      await pause(1_000);
      await stop();
      const outageMs = pulse.longestOutage();
      for (const node of desk.nodes) {
        await node.stop();
        await node.start();
      }
      const others = pulse.others();
      if (others !== 'none') problems.push(`requests failed on a newer schema: ${others}`);
      return { rounds: 1, injected: KILLS[length], outageMs, problems: [...problems, ...pulse.problems()] };
    } finally {
      await desk.database.drop(name);
    }
  },
};
