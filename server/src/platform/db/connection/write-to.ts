import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig } from 'pg';
import type { Work, Write } from '../db.ts';
import { committing } from './pipeline-transactions.ts';

const asItIs = (statement: QueryConfig): QueryConfig => statement;

/** @param then a statement after the work, which commits; when it fails, the work is undone */
export async function transact<T>(pool: Pool, work: Work<T>, then?: (result: T) => QueryConfig): Promise<T> {
  const connection = await pool.connect();
  try {
    return await drizzle(connection).transaction(async (tx) => {
      const result = await work(tx, connection, then === undefined ? committing : asItIs);
      if (then !== undefined) await connection.query<never>(committing(then(result)));
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
