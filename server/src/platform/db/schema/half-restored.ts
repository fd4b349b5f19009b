import type { ClientBase } from 'pg';

const MARK = 'restore_under_way';

/** Marks the database before rows come that are committed before the restore is complete. */
export const markHalfRestored = (client: ClientBase) => client.query(`create table public.${MARK} ()`);

/** Belongs into the transaction that completes the restore. */
export const unmarkHalfRestored = (client: ClientBase) => client.query(`drop table public.${MARK}`);

/** Why nobody may work on this database, in a sentence; undefined where a restore was not cut off. */
export async function halfRestored(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select current_database() as name from pg_tables where schemaname = 'public' and tablename = '${MARK}'`,
  );
  const [found] = rows;
  return found && `The database ${found.name} is half restored. Drop it, create it anew and restore again.`;
}
