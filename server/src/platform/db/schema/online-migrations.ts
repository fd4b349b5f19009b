import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { knownMigrations } from './schema-level.ts';

/** The time for a lock is over; or two wait for each other, and the migration is the one to give way. */
const GAVE_UP = new Set(['55P03', '40P01']);
/**
 * Whoever waits for a lock that others have to wait for makes them wait, too: less than a second. Only the last try outlasts an autovacuum,
 * which gives way after one (`deadlock_timeout`).
 */
const LONGEST_WAITS = ['900ms', '900ms', '1500ms'] as const;
const BETWEEN_TRIES_MS = 500;

/** Whether a statement gave up on a lock. */
export const hasWaited = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && GAVE_UP.has(error.code ?? '');

/** Does something again where it gave up on a table that others use, a few times in a few seconds. */
export async function withTries<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  const left: string[] = [...LONGEST_WAITS];
  for (;;) {
    await client.query(`set lock_timeout = '${left.shift()}'`);
    try {
      return await work();
    } catch (error) {
      if (!hasWaited(error) || left.length === 0) throw error;
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

const IS_CONCURRENT = / concurrently /i;
/** What reads and writes of others go past while it waits. */
const HOLDS_UP_NOBODY = / concurrently | validate constraint /i;

const MAKES_INDEX = /\bcreate (?:unique )?index concurrently if not exists "(\w+)"/i;

/**
 * For a transaction, in which nobody else sees the table anyway. What has been made beforehand is passed over: to find that out PostgreSQL itself
 * would lock the table against all who write, until the transaction ends.
 */
export function insideTransaction(statement: string): string {
  const plain = statement.replace(IS_CONCURRENT, ' ');
  const index = MAKES_INDEX.exec(statement)?.[1];
  if (index === undefined) return plain;
  return `do $online$ begin if to_regclass('public."${index}"') is null then ${plain.replace(/;\s*$/, '')}; end if; end $online$`;
}

/**
 * Indexes of ours that were not made to their end: they are of no use, and their names are taken. Not those that somebody is just making;
 * PostgreSQL's own rebuilding names them so.
 */
async function dropUnfinishedIndexes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace and c.relname !~ '_cc(new|old)\\d*$'
       and pg_has_role(c.relowner, 'usage') and not exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid)`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/**
 * What can be done of the migrations above a level while people work: indexes and proofs over large tables, which would stop every write
 * in a transaction. Each statement is of its own, and safe to repeat: whoever is killed between two begins anew. All of them come before
 * the first migration, so those of a file wait for the migration itself where the database does not have yet what they name.
 * @param level above 0: of a database that has tables.
 */
export async function migrateOnline(client: pg.ClientBase, level: number): Promise<void> {
  const statements = knownMigrations().flatMap((one) =>
    one.level > level && one.onlineFrom <= level ? one.online : [],
  );
  if (statements.length === 0) return;
  await dropUnfinishedIndexes(client);
  for (const statement of statements) {
    if (HOLDS_UP_NOBODY.test(statement)) {
      await client.query('set lock_timeout = 0');
      await client.query(statement);
    } else await withTries(client, () => client.query(statement));
  }
}
