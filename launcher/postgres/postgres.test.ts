import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { startPostgres, type Postgres } from './postgres.ts';
import { pidFileOf } from './orphan.ts';
import { root } from '../root.mjs';
import { commandOf } from '../process-table.mjs';

const notes: string[] = [];
const log = (line: string): unknown => notes.push(line);
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  notes.length = 0;
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'desk-postgres-'));
  // As npm start leaves it: others pass through.
  chmodSync(path, 0o755);
  cleanups.push(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

async function started(dataDir: string, temporary = true): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log, temporary });
  cleanups.push(postgres.stop);
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return (rows as unknown[][])[0]?.[0];
  } finally {
    await client.end();
  }
}

const pidOf = (dataDir: string): number =>
  Number(readFileSync(pidFileOf(join(dataDir, 'cluster')), 'utf8').split('\n')[0]);

describe('the bundled PostgreSQL', { timeout: 120_000 }, () => {
  test('keeps what was written over a stop and a start', async () => {
    const dataDir = folder();
    const first = await started(dataDir);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await started(dataDir);
    expect(await ask(second.url, 'select answer from kept')).toBe(42);
  });

  test('is reached by its socket where one is asked for, and by the network all the same', async () => {
    const { url, stop } = await startPostgres({ dataDir: folder(), log, temporary: true, hasSocket: true });
    cleanups.push(stop);
    expect(await ask(url, 'select inet_server_addr() is null')).toBe(true);
    expect(await ask(url.split('?')[0] ?? '', 'select inet_server_addr() is null')).toBe(false);
  });

  test('is durable, checks its pages, speaks UTF-8 and knows letters beyond ASCII', async () => {
    const { url } = await started(folder(), false);
    expect(await ask(url, 'show fsync')).toBe('on');
    expect(await ask(url, 'show data_checksums')).toBe('on');
    expect(await ask(url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(url, "select lower('ÄÉ')")).toBe('äé');
    expect(await ask(url, 'show max_connections')).toBe('100');
  });

  test('listens on this machine only, and asks for its password', async () => {
    const dataDir = folder();
    const { url } = await started(dataDir);
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1');
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  });

  test('after a killed launcher, stops the PostgreSQL that was left running and takes its data over', async () => {
    const dataDir = folder();
    const orphan = await started(dataDir);
    await ask(orphan.url, 'create table kept as select 42 as answer');
    const pid = pidOf(dataDir);
    const next = await started(dataDir);
    await orphan.ended;
    expect(commandOf(pid)).toBeUndefined();
    expect(await ask(next.url, 'select answer from kept')).toBe(42);
  });

  test('ends in order by itself when its launcher was killed', async () => {
    const dataDir = folder();
    const script = `import { startPostgres } from './launcher/postgres/postgres.ts';
      const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined, temporary: true });
      console.log(url);`;
    const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(launcher.stdout, 'data')) as [Buffer];
    await ask(url.toString().trim(), 'create table kept as select 42 as answer');
    const pid = pidOf(dataDir);
    launcher.kill('SIGKILL');
    await expect.poll(() => commandOf(pid), { timeout: 30_000 }).toBeUndefined();
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
    const next = await started(dataDir);
    expect(await ask(next.url, 'select answer from kept')).toBe(42);
  });

  test('recovers when everything was killed, also when its old process number went to an unrelated process', async () => {
    const dataDir = folder();
    const killed = await started(dataDir, false);
    await ask(killed.url, 'create table kept as select 42 as answer');
    process.kill(pidOf(dataDir), 'SIGKILL');
    await killed.ended;
    const pidFile = pidFileOf(join(dataDir, 'cluster'));
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [String(process.ppid), ...rest].join('\n'));
    const next = await started(dataDir);
    expect(await ask(next.url, 'select answer from kept')).toBe(42);
  });

  test('says that the password is missing instead of making another', async () => {
    const dataDir = folder();
    const postgres = await started(dataDir);
    await postgres.stop();
    rmSync(join(dataDir, 'password'));
    await expect(started(dataDir)).rejects.toThrow(/^The database's password is missing/);
  });

  test.runIf(process.getuid?.() === 0)(
    'root runs it as another user, and says where it is kept if that one cannot enter',
    async () => {
      const closed = folder();
      chmodSync(closed, 0o700);
      const { url } = await started(join(closed, 'data'));
      expect(notes).toEqual([
        expect.stringMatching(/cannot enter .*: the database is kept in \/var\/lib\/reseller-desk\//),
      ]);
      const kept = String(await ask(url, 'show data_directory'));
      cleanups.unshift(() => rmSync(join(kept, '..'), { recursive: true, force: true }));
      expect(statSync(kept).uid).not.toBe(0);
    },
  );
});
