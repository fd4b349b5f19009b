import { setTimeout as pause } from 'node:timers/promises';
import { lockNumber, type Lock } from '../locks.ts';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { BadSetting } from '../../../config.ts';
import { hasWaited, insideTransaction, migrateOnline, withTries } from './online-migrations.ts';
import { halfRestored } from './half-restored.ts';
import { Client, clientConfig } from '../connection/client.ts';
import { USER_TIMEOUT } from '../connection/keepalive.ts';
import { inTransaction, withClient } from '../connection/one-client.ts';
import { lacksMenus, upsertMenus } from './menus.ts';
import { knownMigrations, neededLevel, reachedLevel, refusalOf } from './schema-level.ts';

/** A host that was lost between two statements holds its tables for no longer. */
const LONGEST_IDLE = '60s';
const BETWEEN_TRIES_MS = 200;

/** The migrations that lie between the database and a level; all or none of them, as the caller's transaction ends. */
export async function migrateTo(client: pg.ClientBase, level: number): Promise<void> {
  const reached = await reachedLevel(client);
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of knownMigrations()) {
    if (migration.level <= reached || migration.level > level) continue;
    for (const statement of migration.online) await client.query(insideTransaction(statement));
    for (const statement of migration.statements) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.level,
    ]);
  }
}

/** The reason in words that tell what to do. */
function explainError(error: unknown): unknown {
  return hasWaited(error)
    ? new Error('a migration gave up on a table that others use for long (a backup, an export). Please try again')
    : error;
}

/** The schema and the menus of this version, as the caller's transaction ends. */
export async function bringUpToDate(client: pg.ClientBase): Promise<void> {
  await migrateTo(client, neededLevel());
  await upsertMenus(client);
}

function refuseBeforeRelease(client: pg.Client, reached: number): void {
  const refusal = refusalOf(reached, client.database ?? '');
  if (refusal !== undefined) throw new BadSetting(refusal);
}

async function refuseHalfRestored(client: pg.ClientBase): Promise<void> {
  const half = await halfRestored(client);
  if (half !== undefined) throw new BadSetting(half);
}

/** Until the session ends. An index that is made while people work waits for every statement there is: who waited for its node in one would wait for ever. */
async function lockForSession(client: pg.ClientBase, lock: Lock): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockNumber(lock),
    ]);
    if (rows[0]?.locked === true) return;
    await pause(BETWEEN_TRIES_MS);
  }
}

/** Another node may be first. Nodes of the version before wait in a statement for the lock of the schema, which is not held for an index so. */
async function migrateUnderLocks(client: pg.ClientBase): Promise<void> {
  await lockForSession(client, 'online migrations');
  await refuseHalfRestored(client);
  const level = await reachedLevel(client);
  if (level > 0) await migrateOnline(client, level);
  await lockForSession(client, 'schema');
  await refuseHalfRestored(client);
  await withTries(client, () => inTransaction(client, () => bringUpToDate(client)));
}

/** With a pool of our own: a line that is lost while the library closes its one would end the process. */
async function prepareQueue(url: string): Promise<void> {
  const session = clientConfig(url, USER_TIMEOUT, `idle_in_transaction_session_timeout=${LONGEST_IDLE}`);
  const pgPool = new pg.Pool({ ...session, Client, max: 1, application_name: 'reseller-desk migrations' });
  const lost = () => undefined;
  pgPool.on('error', lost);
  pgPool.on('connect', (client) => client.on('error', lost));
  try {
    await runWorkerMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/**
 * Brings the database to this version's schema and menus; one node at a time, all or nothing, safe to repeat. A newer schema stays.
 * @throws BadSetting where a restore was cut off, and for a database of before the first release.
 * @param url of the role that owns the tables; where nothing is to be done, of any role that may read them.
 */
export async function migrate(url: string): Promise<void> {
  await withClient(url, 'migrations', async (client) => {
    const reached = await reachedLevel(client);
    // The mark is there before the tables are: looked for after them, it cannot be missed.
    await refuseHalfRestored(client);
    refuseBeforeRelease(client, reached);
    // A newer version's menus are left to it.
    if (reached < neededLevel() || (reached === neededLevel() && (await lacksMenus(client)))) {
      await client.query(`set ${USER_TIMEOUT}; set idle_in_transaction_session_timeout = '${LONGEST_IDLE}'`);
      await migrateUnderLocks(client).catch((error: unknown) => {
        throw explainError(error);
      });
    }
    await prepareQueue(url);
  });
}
