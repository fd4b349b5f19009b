import { lockNumber } from '../platform/db/locks.ts';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client, ClientBase } from 'pg';
import { halfRestored, markHalfRestored, unmarkHalfRestored } from '../platform/db/schema/half-restored.ts';
import { bringUpToDate, migrateTo } from '../platform/db/schema/migrate.ts';
import { inTransaction, withClient } from '../platform/db/connection/one-client.ts';
import { knownMigrations } from '../platform/db/schema/schema-level.ts';
import { compareRows, compareTables } from './compare.ts';
import { load } from './load.ts';
import { type BackupFile, filesOf, type Manifest, readManifest } from './manifest.ts';
import { drained, measured } from './measured.ts';
import { majorOf, runOn } from './pg-programs.ts';
import { BackupProblem, LeftBehind } from './problem.ts';
import { SAME_TEXT } from './read-table.ts';
import { tablesOf, type Table } from './tables.ts';

const CUT_OFF = 'The database is half restored: drop it, create it anew and restore again.';
const NOT_CONFIRMED =
  'Whether the restore was completed is not known: drop the database, create it anew and restore again.';

export interface RestoreOptions {
  /** Of the role that is to own the tables. */
  url: string;
  from: string;
  signal: AbortSignal;
  /** The last step, at this version's schema, in the transaction that completes the restore. */
  finish: (client: Client, manifest: Manifest) => Promise<unknown>;
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
  const half = await halfRestored(client);
  if (half !== undefined) throw new BackupProblem(half);
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

/** The tables that the migrations create; the database stays as it is. */
async function tablesAt(client: ClientBase, level: number): Promise<Table[]> {
  await client.query('begin');
  try {
    await migrateTo(client, level);
    return await tablesOf(client);
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** pg_restore commits on its own, before anything is compared: the mark tells until the last step. */
async function restoreDump(client: Client, dump: BackupFile, { url, from, signal }: RestoreOptions): Promise<void> {
  await markHalfRestored(client);
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'] as const;
  const give = createReadStream(join(from, dump.name));
  await runOn(url, ['pg_restore', ...args], { give, take: drained }, signal);
}

async function complete(client: Client, manifest: Manifest, { from, signal, finish }: RestoreOptions): Promise<void> {
  let isEnding = false;
  const work = async () => {
    if (manifest.dump === undefined) await load(client, from, manifest, signal);
    else await unmarkHalfRestored(client);
    const there = await tablesOf(client);
    compareTables(there, manifest);
    await compareRows(client, there, manifest, signal);
    await bringUpToDate(client);
    await finish(client, manifest);
    isEnding = true;
  };
  await inTransaction(client, work).catch((error: unknown) => {
    throw isEnding ? new LeftBehind(error, NOT_CONFIRMED) : error;
  });
}

/**
 * Restores a backup into an empty database: at the schema that it had, where it is compared row by row with what was
 * backed up, then brought to this version's. A rehearsal goes the same way. Until the last step is done nobody works on
 * anything of it: a restore that is killed leaves the database empty, or marked where pg_restore was at work.
 * @throws BackupProblem where the backup or the database is not as it must be; LeftBehind where it does not stay empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { url, from, signal } = options;
  const manifest = await readManifest(from);
  await checkFiles(from, manifest, signal);
  const work = async (client: Client) => {
    await client.query(SAME_TEXT);
    await refuseUnlessKnown(manifest, client);
    // No node may begin to prepare the database meanwhile.
    await client.query('select pg_advisory_lock($1)', [lockNumber('schema')]);
    await refuseUnlessEmpty(client);
    const { dump } = manifest;
    if (dump === undefined) return complete(client, manifest, options);
    compareTables(await tablesAt(client, manifest.migration.level), manifest);
    try {
      await restoreDump(client, dump, options);
      await complete(client, manifest, options);
    } catch (error) {
      throw error instanceof LeftBehind ? error : new LeftBehind(error, CUT_OFF);
    }
  };
  await withClient(url, 'restore', work, signal);
  return manifest;
}
