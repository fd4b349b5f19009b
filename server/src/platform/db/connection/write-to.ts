import { drizzle } from 'drizzle-orm/node-postgres';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { Db, Write } from '../db.ts';
import { committing } from './pipeline-transactions.ts';

/** @param last a statement after the work, which commits; when it fails, the work is undone */
export async function transact<T>(
  pool: Pool,
  work: (tx: Db, connection: ClientBase) => Promise<T>,
  last?: (result: T) => QueryConfig,
): Promise<T> {
  const connection = await pool.connect();
  try {
    return await drizzle(connection).transaction(async (tx) => {
      const result = await work(tx, connection);
      if (last !== undefined) await connection.query<never>(committing(last(result)));
      return result;
    });
  } finally {
    connection.release();
  }
}

export const writeTo =
  (pool: Pool): Write =>
  (work) =>
    transact(pool, work);
