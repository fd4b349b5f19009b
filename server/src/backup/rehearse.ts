import { escapeIdentifier, type Client, type ClientBase } from 'pg';
import { migrate } from '../db/migrate.ts';
import { withClient } from '../db/one-client.ts';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { readTable } from './read-table.ts';
import { restoreBackup } from './restore.ts';
import { tablesOf } from './tables.ts';

export interface RehearsalWish {
  /** Of a role that may create databases; the scratch one is made beside its own. */
  url: string;
  from: string;
  signal: AbortSignal;
}

/** Any number will do that nobody else locks. */
const REHEARSING = 7_305_121;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Every row must have come back as it was: its text is read anew and measured. */
async function compareContents(client: ClientBase, { tables }: Manifest, signal: AbortSignal): Promise<void> {
  const there = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  for (const { name, columns, content_sha256 } of tables) {
    const key = there.get(name)?.key ?? [];
    const read = await readTable(client, { name, columns, key }, signal);
    if (read.content_sha256 !== content_sha256)
      throw new BackupProblem(`The rows of the table ${name} are not those of the backup.`);
  }
}

async function makeScratch(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [REHEARSING]);
  if (!rows[0]?.isFree) throw new BackupProblem('Another rehearsal is under way.');
  // One that a killed rehearsal left.
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new BackupProblem('The role may not create databases, which a rehearsal needs: alter role … createdb.');
  });
}

/**
 * Restores a backup into a scratch database, compares it row by row with what was backed up, brings it to this version's
 * schema, and drops it again.
 */
export const rehearse = ({ url, from, signal }: RehearsalWish): Promise<Manifest> =>
  withClient(url, 'rehearsal', async (client) => {
    const scratch = new URL(url);
    scratch.pathname += '_rehearsal';
    const name = escapeIdentifier(decodeURIComponent(scratch.pathname.slice(1)));
    await makeScratch(client, name);
    try {
      const finish = (restored: ClientBase, manifest: Manifest) => compareContents(restored, manifest, signal);
      const manifest = await restoreBackup({ url: scratch.href, from, signal, finish });
      await migrate(scratch.href);
      return manifest;
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  });
