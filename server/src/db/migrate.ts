import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';

const LOCK = 7_305_116;

/** Beside the sources, or beside the bundle. */
const folder = (): string => {
  const beside = ['../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = beside.find((path) => existsSync(`${path}/meta/_journal.json`));
  if (found === undefined) throw new Error('The migrations folder is missing.');
  return found;
};

/** Brings the database to the newest schema; one node at a time, safe to repeat. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'reseller-desk migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: folder() });
    await runWorkerMigrations({ connectionString: url });
  } finally {
    await client.end();
  }
}
