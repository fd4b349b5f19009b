import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../launcher/ports.ts';
import { pidLines } from '../launcher/postgres/orphan.ts';
import { commandOf } from '../launcher/process-table.mjs';
import { until } from '../launcher/processes.ts';
import { root } from '../launcher/root.mjs';

const START_MS = 90_000;
/** Orphaned processes end within this time; a machine that does other things takes its time. */
const END_MS = 20_000;
/** So much of a command line tells whose process it is. */
const SEEN = 60;

let dataDir: string;
let port: number;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-killed-'));
  // Started by root, PostgreSQL runs as another user, who passes through.
  chmodSync(dataDir, 0o755);
  port = await freePort();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

type Process = { pid: number; parent: number; command: string };

/** A process and all that it began, directly or not; the oldest first. */
function family(pid: number): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => {
    const [, own = '', parent = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(own), parent: Number(parent), command };
  });
  const below = (one: Process): Process[] => [
    one,
    ...all.filter(({ parent }) => parent === one.pid).flatMap((child) => below(child)),
  ];
  return all.filter((one) => one.pid === pid).flatMap(below);
}

let begun: Process[] = [];
/** Those that were begun and still run; a process id alone may have been reused. */
const left = () => begun.filter(({ pid, command }) => commandOf(pid)?.slice(0, SEEN) === command.slice(0, SEEN));
afterEach(() => {
  for (const { pid } of left()) process.kill(pid, 'SIGKILL');
});

/** `npm start` as somebody types it, without demo and on a database of its own. */
async function npmStart() {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DEMO: 'false',
    LOG_LEVEL: 'warn',
  };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let result = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text: Buffer) => (result += text.toString()));
  const isUp = await until(() => npm.exitCode !== null || result.includes('Reseller Desk is ready'), START_MS);
  begun = family(Number(npm.pid));
  if (!isUp || npm.exitCode !== null) throw new Error(`npm start did not get ready:\n${result}`);
  return npm;
}

/** Runs statements in the database of the data folder. */
async function ask(text: string): Promise<object[]> {
  const folder = join(dataDir, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8');
  const own = pidLines(join(folder, 'cluster'))[3];
  const client = new pg.Client(`postgres://postgres:${password}@127.0.0.1:${own}/reseller_desk`);
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

const nothingIsLeft = async (): Promise<string[]> => {
  await until(() => left().length === 0, END_MS);
  return left().map(({ command }) => command.slice(0, SEEN));
};

// Two starts each.
const timeout = 3 * START_MS;

test.each([
  ['npm', /^npm start/],
  ['the launcher’s first process', /^node launcher\/begin\.mjs/],
  ['the launcher’s second process', /launcher\/start\.ts$/],
])(
  'after kill -9 of %s nothing runs on unattended, and the next start has the port and the data',
  async (name, which) => {
    await npmStart();
    const table = `kept after ${name}`;
    await ask(`create table "${table}" as select 42 as answer`);
    const one = begun.find(({ command }) => which.test(command)) ?? expect.unreachable(JSON.stringify(begun));
    process.kill(one.pid, 'SIGKILL');
    expect(await nothingIsLeft()).toEqual([]);

    const npm = await npmStart();
    expect(await ask(`select answer from "${table}"`)).toEqual([{ answer: 42 }]);
    npm.kill('SIGTERM');
    expect(await nothingIsLeft()).toEqual([]);
  },
);

test('after kill -9 the next start does not wait for somebody to come and look', { timeout }, async () => {
  const npm = await npmStart();
  await ask('create table "kept at once" as select 42 as answer');
  const before = begun;
  npm.kill('SIGKILL');
  await npmStart();
  begun = [...before, ...begun];
  expect(await ask('select answer from "kept at once"')).toEqual([{ answer: 42 }]);
});
