import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import pg from 'pg';
import { inject } from 'vitest';
import { loadDemo } from '../launcher/demo/load.ts';
import { freePort } from '../launcher/ports.ts';
import { startSimulators } from '../simulators/main.ts';
import type { World } from '../simulators/world/types.ts';
import { moveByBackup } from './restored.ts';

const START_MS = 30_000;
const PLANTED = `'<img src=x onerror=window.ran=1>"><svg onload=window.ran=1>'`;

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < START_MS; waited += 100) {
    if (await holds()) return;
    await pause(100);
  }
  throw new Error(`${what} took too long`);
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** Starts a server that listens on `PORT`. @returns what ends it */
export type StartServer = (env: NodeJS.ProcessEnv) => Promise<() => Promise<void>>;

const startServer: StartServer = async (env) => {
  const server = spawn(process.execPath, ['server/dist/main.js'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  await until('The server', () => answers(`http://127.0.0.1:${env['PORT'] ?? ''}/readyz`));
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
};

const dayNow = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: STANDARD_BUSINESS.timeZone }).format(new Date());

interface Options {
  /** Its data come out of a backup that was taken while others wrote. */
  isRestored?: boolean;
  /** Its clock is turned by the test: the day from which it is seen, and what starts it then. */
  turned?: { readonly today: string; readonly start: StartServer };
}

async function runIn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

interface DemoSource {
  readonly url: string;
  /** The migrated database of the run. */
  readonly template: string;
  readonly world: World;
  readonly today: string;
}

/** Makes a database with the demo's data of a day: they are loaded once in a run, into a database that the others are copies of. */
async function copyDemo(admin: pg.Client, name: string, { url, template, world, today }: DemoSource): Promise<void> {
  const demo = `${template}_demo_${today.replaceAll('-', '')}`;
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [demo]);
  if (rowCount === 0) {
    const loading = `${demo}_loading`;
    await admin.query(`drop database if exists ${loading} with (force)`);
    await admin.query(`create database ${loading} template ${template}`);
    await loadDemo({ databaseUrl: Object.assign(new URL(url), { pathname: `/${loading}` }).href, world, today });
    await admin.query(`alter database ${loading} rename to ${demo}`);
  }
  await admin.query(`create database ${name} template ${demo}`);
}

/** The built product with its demo data and simulators, on a database and ports of its own. */
export async function openProduct({ isRestored = false, turned }: Options = {}) {
  const { url, template, role } = inject('database');
  const name = `desk_e2e_${randomBytes(4).toString('hex')}`;
  const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const serverUrl = Object.assign(new URL(databaseUrl), { username: role.name, password: role.password }).href;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const today = turned?.today ?? dayNow();
  const simulators = await startSimulators({ today, ...(!turned && { realTime: Date.now }) });
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-e2e-'));
  const env = {
    ...process.env,
    ...simulators.env,
    NODE_ENV: 'production',
    // A role that owns nothing: what every journey does must be possible with it.
    DATABASE_URL: serverUrl,
    DATA_DIR: dataDir,
    DEMO: 'true',
    // So that whom to call stands at the foot of customers' pages.
    BUSINESS_PHONE: '+91 22 5550 0100',
    RATE_PROFILE: 'demo',
    LOG_LEVEL: 'warn',
    // Nothing stands in front of it that would have to notice.
    STOP_DELAY: '0',
  };
  if (isRestored) {
    await admin.query(`create database ${name}`);
    const before = Object.assign(new URL(url), { pathname: `/${name}_before` }).href;
    await admin.query(`create database ${name}_before template ${template}`);
    await loadDemo({ databaseUrl: before, world: simulators.world, today });
    await moveByBackup(before, databaseUrl, env);
    await admin.query(`drop database ${name}_before with (force)`);
  } else await copyDemo(admin, name, { ...inject('database'), world: simulators.world, today });
  // Hundreds of mails would leave while a journey runs, at some hours and not at others.
  if (!turned) await runIn(databaseUrl, 'update reminder_policies set is_on = false');
  // Taken at last: others look for ports at the same time.
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const end = await (turned?.start ?? startServer)({ ...env, PORT: String(port), PUBLIC_URL: address });
  const stop = async () => {
    await end();
    await simulators.stop();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  /** Runs statements in the product's database; `$1` stands for a text that no page may run. */
  const ask = async (statements: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const statement of statements.split(';')) await client.query(statement.replaceAll('$1', PLANTED));
    await client.end();
  };
  /** Rows of the product's database. */
  const read = async <Row extends object>(query: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(query)).rows;
    } finally {
      await client.end();
    }
  };
  const { mailboxUrl, google, zoho, jumpcloud, dns } = simulators;
  return { address, mailboxUrl, google, zoho, jumpcloud, dns, today, ask, read, stop };
}
