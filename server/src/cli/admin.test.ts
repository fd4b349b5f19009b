import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { passwordMatches } from '../auth/passwords.ts';
import { databaseUrl } from '../testing/clone.ts';
import { testServer } from '../testing/server.ts';

// Each run is a process of its own that reads the whole server first.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'desk-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as a shell would. */
const run = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const script = fileURLToPath(new URL('admin.ts', import.meta.url));
    execFile(process.execPath, ['--import', 'tsx', script, ...args], { env }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });

test('the first administrator gets a password that is told once, must be changed and ends after 72 hours', async () => {
  const { db } = await testServer();
  const create = ['create', '--email', 'Owner@desk.example'];
  const [, password = ''] = /first login: (\S{24})\n/.exec(await run(...create)) ?? [];

  const { rows } = await db.execute<{ hash: string }>(sql`
    select email, role, first_login, may_export, password_hash as hash,
      round(extract(epoch from password_ends_at - created_at) / 3600)::int as hours
    from accounts`);
  expect(rows).toMatchObject([
    { email: 'owner@desk.example', role: 'ADMIN', first_login: true, may_export: true, hours: 72 },
  ]);
  expect(await passwordMatches(rows[0]?.hash, password)).toBe(true);
  expect(await run(...create)).toBe('There is an account with the e-mail owner@desk.example already.\n');
  const { rows: kept } = await db.execute(sql`select l.*, a.* from audit_log l, accounts a`);
  expect(JSON.stringify(kept)).not.toContain(password);
});
