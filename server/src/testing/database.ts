import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../launcher/postgres/postgres.ts';
import { readConfig } from '../config.ts';
import { prepareDatabase } from '../platform/db/schema/app-role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: {
      /** Of a role that may create databases and roles. */
      url: string;
      /** The name of the migrated database to clone. */
      template: string;
      /** The role that the server has: it owns nothing. */
      role: { name: string; password: string };
    };
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
async function findServer(env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = env['TEST_DATABASE_URL'] ?? env['DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined, temporary: true });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** One migrated template database and the server's role for it; `stop` drops them and whatever was cloned. */
export async function makeTemplate(env: NodeJS.ProcessEnv = process.env) {
  const { url, stop: stopServer } = await findServer(env);
  const template = `desk_template_${randomBytes(4).toString('hex')}`;
  await withClient(url, (client) => client.query(`create database ${template}`));
  const role = { name: `${template}_server`, password: randomBytes(12).toString('hex') };
  await withClient(url, (client) => client.query(`create role ${role.name} login password '${role.password}'`));
  const owner = on(url, template);
  const server = Object.assign(new URL(owner), { username: role.name, password: role.password }).href;
  await prepareDatabase(readConfig({ NODE_ENV: 'test', MIGRATION_DATABASE_URL: owner, DATABASE_URL: server }));
  const stop = async () => {
    await withClient(url, async (client) => {
      const ours = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [template],
      );
      for (const { name } of ours.rows) await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`drop role if exists ${role.name}`);
    });
    await stopServer();
  };
  return { url, template, role, owner, server, stop };
}

/** The variable by which many short runs share one template, as JSON: making it takes longer than most of their tests. */
export const SHARED_TEMPLATE = 'TEST_TEMPLATE';

/** Vitest's global setup. */
export default async function setup(project: TestProject) {
  const shared = process.env[SHARED_TEMPLATE];
  if (shared !== undefined) {
    project.provide('database', JSON.parse(shared) as ProvidedContext['database']);
    return undefined;
  }
  const { url, template, role, stop } = await makeTemplate();
  project.provide('database', { url, template, role });
  return stop;
}
