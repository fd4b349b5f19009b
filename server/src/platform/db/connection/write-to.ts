import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Write } from '../db.ts';

export const writeTo =
  (pool: Pool): Write =>
  async (work) => {
    const connection = await pool.connect();
    try {
      return await drizzle(connection).transaction((tx) => work(tx, connection));
    } finally {
      connection.release();
    }
  };
