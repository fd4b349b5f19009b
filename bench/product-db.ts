import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { setClock } from '../server/src/platform/db/now.ts';

/** A connection of the product's own kind, for what a bench asks of its functions without a server between. */
export async function withProductDb<T>(databaseUrl: string, work: (db: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(drizzle(setClock(client, () => new Date())));
  } finally {
    await client.end();
  }
}
