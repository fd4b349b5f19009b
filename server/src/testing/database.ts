import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../launcher/postgres.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A URL that may create databases, and the name of the migrated database to clone. */
    database: { url: string; template: string };
  }
}

const on = (url: string, database: string): string => {
  const there = new URL(url);
  there.pathname = `/${database}`;
  return there.href;
};

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The server of a run: TEST_DATABASE_URL or DATABASE_URL if given, else an embedded one in a temporary folder. */
async function findServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined, temporary: true });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** Vitest's global setup: one migrated template database a run. */
export default async function setup(project: TestProject) {
  const { url, stop } = await findServer();
  const template = `desk_template_${randomBytes(4).toString('hex')}`;
  await withClient(url, (client) => client.query(`create database ${template}`));
  await migrate(on(url, template));
  project.provide('database', { url, template });
  return async () => {
    await withClient(url, async (client) => {
      const ours = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [template],
      );
      for (const { name } of ours.rows) await client.query(`drop database if exists ${name} with (force)`);
    });
    await stop();
  };
}
