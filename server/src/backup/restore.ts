import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type Client, type ClientBase } from 'pg';
import { inTransaction, withClient } from '../db/one-client.ts';
import { PREPARING } from '../db/migrate.ts';
import { knownMigrations } from '../db/schema-level.ts';
import { load } from './load.ts';
import { filesOf, type Manifest, readManifest } from './manifest.ts';
import { drained, measured } from './measured.ts';
import { majorOf, runOn } from './pg-programs.ts';
import { BackupProblem } from './problem.ts';
import { SAME_TEXT } from './read-table.ts';

export interface RestoreWish {
  /** Of the role that is to own the tables. */
  url: string;
  from: string;
  signal: AbortSignal;
  /** The last step, on what was restored; with the method copy in the same transaction. */
  finish: (client: Client, manifest: Manifest) => Promise<void>;
}

/** Reads every file to its end before a row is written. */
async function checkFiles(folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
  for (const { name, bytes, sha256 } of filesOf(manifest)) {
    const file = measured();
    await pipeline(createReadStream(join(folder, name)), file.pass, drained, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new BackupProblem(`The backup is not whole: ${name} cannot be read (${(error as Error).message}).`);
    });
    const found = file.result();
    if (found.sha256 !== sha256 || found.bytes !== bytes)
      throw new BackupProblem(
        `The backup is not whole: ${name} is not the file that was written. Nothing was restored.`,
      );
  }
}

async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string; tables: string }>(
    `select current_database() as database, count(*) as tables from pg_class c
     where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle', 'graphile_worker'))
       and c.relkind in ('r', 'p', 'v', 'm')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  const [found] = rows;
  if (found?.tables !== '0')
    throw new BackupProblem(
      `The database ${found?.database ?? ''} is not empty: it has ${found?.tables ?? ''} tables. Restore into a new one.`,
    );
}

async function refuseUnlessKnown({ migration, method }: Manifest, client: Client): Promise<void> {
  if (!knownMigrations().some(({ level }) => level === migration.level))
    throw new BackupProblem(
      `The backup is of a version that this one does not know (its last migration is ${migration.tag}). Restore it with that one.`,
    );
  if (method === 'copy') return;
  const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`);
  const major = Math.floor(Number(rows[0]?.number) / 10_000);
  const found = await majorOf('pg_restore');
  if (found !== major)
    throw new BackupProblem(
      `The backup was made by pg_dump: to restore it here, the pg_restore of PostgreSQL ${major} must be on the PATH; ` +
        `${found === undefined ? 'there is none' : `the one there is of ${found}`}.`,
    );
}

async function compareCounts(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from public.${escapeIdentifier(name)}`,
    );
    if (Number(rows[0]?.rows) !== expected)
      throw new BackupProblem(`The table ${name} has ${rows[0]?.rows ?? ''} rows, the backup says ${expected}.`);
  }
}

/**
 * Restores a backup into an empty database, at the schema that it had. Until the last row is there and counted nobody sees
 * anything of it, and a restore that is killed leaves the database empty.
 * @throws BackupProblem where the backup or the database is not as it must be.
 */
export async function restoreBackup({ url, from, signal, finish }: RestoreWish): Promise<Manifest> {
  const manifest = await readManifest(from);
  await checkFiles(from, manifest, signal);
  const work = async (client: Client) => {
    await client.query(SAME_TEXT);
    await refuseUnlessKnown(manifest, client);
    // No node may begin to prepare the database meanwhile.
    await client.query('select pg_advisory_lock($1)', [PREPARING]);
    await refuseUnlessEmpty(client);
    if (manifest.dump !== undefined) {
      const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'] as const;
      const give = createReadStream(join(from, manifest.dump.name));
      await runOn(url, ['pg_restore', ...args], { give, take: drained }, signal);
    }
    await inTransaction(client, async () => {
      if (manifest.dump === undefined) await load(client, from, manifest, signal);
      await compareCounts(client, manifest);
      await finish(client, manifest);
    });
    // Without it the first lists would be planned blindly.
    await client.query('analyze');
    return manifest;
  };
  return withClient(url, 'restore', work, signal);
}

/**
 * Browsers and nodes know months by their revision: none that was seen after the backup may come again with other rows.
 * The time in milliseconds is more than any month has been written since.
 */
export async function renewRevisions(client: ClientBase): Promise<void> {
  await client.query(
    'update month_revisions set revision = revision + floor(extract(epoch from clock_timestamp()) * 1000)::bigint',
  );
}
