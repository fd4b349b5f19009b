import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { knownMigrations } from './schema-level.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;
/** Whoever waits for a table lock makes all that come after it wait, too. */
const LONGEST_WAIT = '500ms';

/** Whether a statement gave up on a lock. */
export const hasWaited = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/** Does something again where it gave up on a table that others use, a few times in a few seconds. */
export async function withTries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!hasWaited(error) || tries === TRIES) throw error;
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

const IS_CONCURRENT = / concurrently /i;

/** For a transaction, in which nobody else sees the table anyway. */
export const insideTransaction = (statement: string): string => statement.replace(IS_CONCURRENT, ' ');

/** Indexes that were not made to their end: they are of no use, and their names are taken. PostgreSQL's own rebuilding names them so. */
async function dropUnfinishedIndexes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace and c.relname !~ '_cc(new|old)\\d*$'`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/**
 * What can be done of the migrations above a level while people work: indexes and proofs over large tables, which would stop every write
 * in a transaction. Each statement is of its own, and safe to repeat: whoever is killed between two begins anew. All of them come before
 * the first migration, so they name what every released version has.
 * @param level above 0: of a database that has tables.
 */
export async function prepareWhileInUse(client: pg.ClientBase, level: number): Promise<void> {
  const statements = knownMigrations().flatMap((one) => (one.level > level ? one.beforehand : []));
  if (statements.length === 0) return;
  await dropUnfinishedIndexes(client);
  for (const statement of statements) {
    // To wait for transactions to end holds up nobody; only a lock does.
    await client.query(`set lock_timeout = '${IS_CONCURRENT.test(statement) ? 0 : LONGEST_WAIT}'`);
    await withTries(() => client.query(statement));
  }
}
