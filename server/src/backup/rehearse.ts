import { lockNumber } from '../platform/db/locks.ts';
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { migrate } from '../platform/db/schema/migrate.ts';
import type { Clock } from '../platform/time/clock.ts';
import { withDatabase } from '../database-address.ts';
import { withClient } from '../platform/db/connection/one-client.ts';
import { beginAnew } from './begin-anew.ts';
import type { Manifest } from './manifest.ts';
import { BackupProblem, LeftBehind } from './problem.ts';
import { restoreBackup } from './restore.ts';

export interface RehearsalOptions {
  /** Of a role that may create databases; the scratch one is made beside its own, under a name of its own. */
  url: string;
  from: string;
  now: Clock;
  signal: AbortSignal;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Databases with this comment were made by a rehearsal of the database asked, and nothing else is dropped. */
const MARK = `'Made by a rehearsal of ' || current_database() || ', which drops it'`;

/** Drops the databases left by killed rehearsals of this database. */
async function sweep(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database
     where shobj_description(oid, 'pg_database') = ${MARK} and pg_has_role(datdba, 'usage')`,
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
}

async function makeScratch(client: Client, name: string): Promise<void> {
  await client.query(`create database ${name}`).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new BackupProblem('The role may not create databases, which a rehearsal needs: alter role … createdb.');
  });
  const { rows } = await client.query<{ mark: string }>(`select quote_literal(${MARK}) as mark`);
  await client.query(`comment on database ${name} is ${rows[0]?.mark ?? ''}`);
}

/**
 * Restores a backup into a scratch database, as it would be restored in earnest, and drops it again.
 */
export const rehearse = ({ url, from, now, signal }: RehearsalOptions): Promise<Manifest> =>
  withClient(url, 'rehearsal', async (client) => {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      lockNumber('rehearsal'),
    ]);
    if (!rows[0]?.isFree) throw new BackupProblem('Another rehearsal is under way.');
    await sweep(client);
    const name = `reseller_desk_rehearsal_${randomBytes(8).toString('hex')}`;
    const scratch = withDatabase(url, name);
    await makeScratch(client, name);
    try {
      const manifest = await restoreBackup({
        url: scratch,
        from,
        signal,
        finish: (there) => beginAnew(there, now),
      });
      // Of what a node does when it starts: the queue's own tables.
      await migrate(scratch);
      return manifest;
    } catch (error) {
      // Objects left behind are dropped with the scratch database.
      throw error instanceof LeftBehind ? error.cause : error;
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  });
