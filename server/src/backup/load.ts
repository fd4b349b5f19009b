import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { escapeIdentifier, type ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { migrateTo } from '../platform/db/schema/migrate.ts';
import { compareTables } from './compare.ts';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { target } from './read-table.ts';
import { partitionsOf, tablesOf } from './tables.ts';

interface ForeignKey {
  owner: string;
  name: string;
  definition: string;
}

async function loadRows(client: ClientBase, folder: string, { tables }: Manifest, signal: AbortSignal): Promise<void> {
  for (const table of tables) {
    if (!table.file) throw new BackupProblem(`The backup has no file for the table ${table.name}.`);
    const rows = client.query(from(`copy ${target(table)} from stdin`));
    await pipeline(createReadStream(join(folder, table.file.name)), createGunzip(), rows, { signal });
  }
}

/**
 * Makes the tables as they were at the backup's last migration and fills them, in the caller's transaction. Triggers rest
 * meanwhile: what they would write is in the backup. Foreign keys are put aside, so that tables may refer to each other
 * as they like, and put back at the end, which checks every row.
 */
export async function load(client: ClientBase, folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
  await migrateTo(client, manifest.migration.level);
  const there = await tablesOf(client);
  compareTables(there, manifest);
  const names = there.map(({ name }) => `public.${escapeIdentifier(name)}`);
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`);
  // Of a partition it is asked by its own name.
  const owners = [...names, ...(await partitionsOf(client))];
  for (const name of owners) await client.query(`alter table ${name} disable trigger user`);
  // Rows inserted by migrations are in the backup as well, as they were then.
  await client.query(`truncate ${names.join(', ')}`);
  await loadRows(client, folder, manifest, signal);
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [`public.${escapeIdentifier(name)}`, last]);
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
  for (const name of owners) await client.query(`alter table ${name} enable trigger user`);
}
