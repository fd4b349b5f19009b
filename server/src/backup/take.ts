import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { knownMigrations, reachedLevel } from '../platform/db/schema/schema-level.ts';
import { type BackupFile, MANIFEST, type Manifest, type Method } from './manifest.ts';
import { measured } from './measured.ts';
import { majorOf, runOn } from './pg-programs.ts';
import { BackupProblem } from './problem.ts';
import { readTable, writeTable } from './read-table.ts';
import { inSnapshot, type Snapshot } from './snapshot.ts';
import { LEFT_OUT } from './tables.ts';

export interface BackupOptions {
  /** Of a role that may read all tables. */
  url: string;
  /** The folder to make. */
  to: string;
  /** Left out: pg_dump where one that fits is there, else copy. */
  method?: Method | undefined;
  now: () => Date;
  signal: AbortSignal;
}

const DUMP = 'database.dump';

async function methodFor(wanted: Method | undefined, major: number): Promise<Method> {
  if (wanted === 'copy') return 'copy';
  const found = await majorOf('pg_dump');
  if (found === major) return 'pg_dump';
  if (wanted === undefined) return 'copy';
  throw new BackupProblem(
    `--method pg_dump needs the pg_dump of PostgreSQL ${major} on the PATH; ` +
      `${found === undefined ? 'there is none' : `the one there is of ${found}`}. --method copy needs nothing.`,
  );
}

async function copied({ client, tables }: Snapshot, folder: string, signal: AbortSignal) {
  const kept: Manifest['tables'] = [];
  for (const table of tables.filter(({ name }) => !LEFT_OUT.has(name))) {
    const name = `${table.name}.copy.gz`;
    const { file, ...read } = await writeTable(client, table, join(folder, name), signal);
    kept.push({ name: table.name, columns: table.columns, ...read, file: { name, ...file } });
  }
  return kept;
}

async function measuredTables({ client, tables }: Snapshot, signal: AbortSignal) {
  const kept: Manifest['tables'] = [];
  for (const table of tables.filter(({ name }) => !LEFT_OUT.has(name)))
    kept.push({ name: table.name, columns: table.columns, ...(await readTable(client, table, signal)) });
  return kept;
}

async function dumped(
  url: string,
  { client, name }: Snapshot,
  folder: string,
  signal: AbortSignal,
): Promise<BackupFile> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname not in ('public', 'drizzle', 'information_schema')
       and nspname not like 'pg\\_%'`,
  );
  const args = ['--format=custom', `--snapshot=${name}`, '--no-owner', '--no-privileges', '--no-comments'];
  // Only what migrations bring: whatever else the database has, the role that restores might not be allowed to make.
  args.push('--extension=citext', '--extension=pg_trgm', ...rows.map((schema) => `--exclude-schema="${schema.name}"`));
  args.push(...[...LEFT_OUT].map((table) => `--exclude-table-data=public.${table}`));
  const file = measured();
  const kept = createWriteStream(join(folder, DUMP), { mode: 0o600, flags: 'wx', flush: true });
  const take = (output: AsyncIterable<Buffer>) => pipeline(output, file.pass, kept, { signal });
  await runOn(url, ['pg_dump', ...args], { take }, signal);
  return { name: DUMP, ...file.result() };
}

async function about(client: Client) {
  const level = await reachedLevel(client);
  const tag = knownMigrations().find((migration) => migration.level === level)?.tag ?? 'of a newer version';
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename collate "C"`,
  );
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `select (select value from installation where name = 'secret') as fingerprint`,
  );
  return { migration: { tag, level }, secret_fingerprint: rows[0]?.fingerprint ?? null, sequences };
}

async function versionOf(client: Client) {
  const { rows } = await client.query<{ version: string; number: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number`,
  );
  return { version: rows[0]?.version ?? '', major: Math.floor(Number(rows[0]?.number) / 10_000) };
}

async function fill(folder: string, { url, method: wanted, now, signal }: BackupOptions): Promise<Manifest> {
  const manifest = await inSnapshot(
    url,
    async (snapshot): Promise<Manifest> => {
      const taken_at = now().toISOString();
      const postgresql = await versionOf(snapshot.client);
      const method = await methodFor(wanted, postgresql.major);
      const data =
        method === 'copy'
          ? { tables: await copied(snapshot, folder, signal) }
          : {
              dump: await dumped(url, snapshot, folder, signal),
              tables: await measuredTables(snapshot, signal),
            };
      const left_out = snapshot.tables.flatMap(({ name }) => (LEFT_OUT.has(name) ? name : []));
      // Sequences know no moment: read after the rows, none is behind them.
      return { format: 1, taken_at, postgresql, method, ...data, left_out, ...(await about(snapshot.client)) };
    },
    signal,
  );
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

async function reserveName(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/**
 * Writes a backup into a new folder that only its owner can read. The folder has its name when it is whole; what was begun
 * and not ended is removed.
 */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const to = resolve(options.to);
  const refuse = () => {
    if (existsSync(to)) throw new BackupProblem(`${to} is there already. Name a folder that is not.`);
  };
  refuse();
  if (!existsSync(dirname(to))) throw new BackupProblem(`There is no folder ${dirname(to)} to put the backup into.`);
  const half = await mkdtemp(join(dirname(to), `.${basename(to)}.half-`));
  try {
    const manifest = await fill(half, options);
    await reserveName(half);
    refuse();
    await rename(half, to);
    await reserveName(dirname(to));
    return manifest;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}
