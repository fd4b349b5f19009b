import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { migrateTo } from '../platform/db/schema/migrate.ts';
import { inTransaction, withClient } from '../platform/db/connection/one-client.ts';
import { knownMigrations, neededLevel, reachedLevel } from '../platform/db/schema/schema-level.ts';
import { databaseUrl } from '../testing/clone.ts';
import { makeRenewal } from '../testing/fixtures.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { ask, scratchDatabase } from '../testing/scratch.ts';
import { shipped, type Run } from '../testing/shipped.ts';

// Several processes, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const start = shipped('cli/backup.ts', 'cli/restore.ts');
const folder = mkdtempSync(join(tmpdir(), 'desk-restore-'));
const backup = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = 'a key of thirty-two characters or more';
const settings = (url: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  ...more,
});
const take = (to = backup) => start('backup', ['--to', to, '--method', 'copy'], settings(databaseUrl));
const restore = (url: string, args: string[] = [], more: Record<string, string> = {}) =>
  start('restore', ['--from', backup, ...args], settings(url, more));

let desk: TestServer;
beforeEach(async () => {
  desk = await testServer();
  rmSync(backup, { recursive: true, force: true });
});

const tablesIn = (url: string) =>
  ask<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text
    in ('public', 'drizzle', 'graphile_worker')`,
  );
/** Short polling: the observed state is transient. */
const FAST = { timeout: 30_000, interval: 5 };
const restoring = (database: string) =>
  ask<{ pid: number }>(
    databaseUrl,
    `select pid from pg_stat_activity
     where datname = $1 and application_name = 'reseller-desk restore' and backend_xid is not null`,
    [database],
  );

/** Ends the process in the middle of its transaction, and waits until the database has noticed. */
async function killWithin({ child, ended }: Run, database: string) {
  await vi.waitUntil(async () => (await restoring(database)).length > 0, FAST);
  child.kill('SIGKILL');
  await ended;
  await vi.waitUntil(async () => (await restoring(database)).length === 0, FAST);
}

test('a backup is taken, rehearsed and restored from the shell, and each says what it did and what comes next', async () => {
  await makeRenewal(desk.db);
  await ask(databaseUrl, `insert into installation (name, value) values ('secret', '0123456789abcdef')`);
  const taken = await take().ended;
  expect(taken.code).toBe(0);
  expect(taken.output).toMatch(/\d+ tables, \d+ rows, \d+ kB by copy\.\n.*0123456789abcdef/);

  const rehearsed = await start('restore', ['--from', backup, '--rehearse'], settings(databaseUrl)).ended;
  expect(rehearsed.code).toBe(0);
  expect(rehearsed.output).toMatch(/^renewals +1$/m);
  expect(rehearsed.output).toContain('The backup can be restored: every row is there as it was.');

  const { url } = await scratchDatabase();
  const { code, output } = await restore(url, ['--hold-mail'], { SECRET_KEY: KEY }).ended;
  expect(code).toBe(0);
  expect(output).toMatch(/^renewals +1$/m);
  expect(output).toContain('The SECRET_KEY here is another one: before a node starts');
  expect(output).toContain('Messages are held');
  expect(await ask(url, `select value::json ->> 'by' as by from installation where name = 'mail_hold'`)).toEqual([
    { by: 'restore' },
  ]);
  const [entry] = await ask<{ action: string }>(url, 'select action from audit_log order by id desc limit 1');
  expect(entry?.action).toBe('backup_restored');

  const again = await restore(url).ended;
  expect(again.code).toBe(1);
  expect(again.output).toMatch(/^The database \S+ is not empty: it has \d+ tables\. Restore into a new one\.\n$/);
});

test('a backup of three migrations ago is rehearsed and restored from the shell, and is at today’s schema then', async () => {
  const then = knownMigrations().at(-4)?.level ?? 0;
  const old = await scratchDatabase();
  await withClient(old.url, 'test', (client) => inTransaction(client, () => migrateTo(client, then)));
  await ask(
    old.url,
    `insert into customers (company_name, created_at) values ('Acme', now());
     insert into contacts (customer_id, name, created_at) values (1, 'Ravi', now());
     insert into contact_writes (contact_id, created_by, created_at) values (1, 'asha@desk.example', now());
     insert into accounts (kind, email, name, password_hash, status, role, created_at)
       values ('staff', 'asha@desk.example', 'Asha', 'x', 'ACTIVE', 'ADMIN', now());
     insert into account_menus select 1, id from menus where audience = 'staff'`,
  );
  expect((await start('backup', ['--to', backup, '--method', 'copy'], settings(old.url)).ended).code).toBe(0);

  expect((await start('restore', ['--from', backup, '--rehearse'], settings(old.url)).ended).code).toBe(0);
  const { url } = await scratchDatabase();
  const { code, output } = await restore(url).ended;

  expect(code).toBe(0);
  expect(output).toContain('Changes of 1 contact (1) waited for the CRM');
  expect(await withClient(url, 'test', reachedLevel)).toBe(neededLevel());
  expect(await ask(url, 'select state from contact_writes')).toEqual([{ state: 'refused' }]);
  const [entry] = await ask<{ changes: unknown[] }>(url, 'select changes from audit_log order by id desc limit 1');
  expect(entry?.changes).toContainEqual({ field: 'contacts_untold', old: null, new: '1' });
});

test('a restore that is killed leaves the database empty, and the next one succeeds', async () => {
  await makeRenewal(desk.db);
  await take().ended;
  const { name, url } = await scratchDatabase();

  await killWithin(restore(url), name);

  expect(await tablesIn(url)).toEqual([]);
  expect((await restore(url).ended).code).toBe(0);
  expect(await ask(url, 'select count(*)::int as renewals from renewals')).toEqual([{ renewals: 1 }]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('a backup that gets %s leaves nothing half', async (signal) => {
  await desk.db.execute(`insert into audit_log (actor, action, subject, changes, at)
    select 'x', 'x', 'x', to_json(array[repeat(md5(n::text), 40)]), now() from generate_series(1, 40000) n`);
  const run = take();
  const isWriting = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'audit_log.copy.gz')));
  while (!isWriting()) await pause(1);

  run.child.kill(signal);

  expect(await run.ended).toEqual({ code: 1, output: 'Stopped. Nothing was left behind.\n' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a rehearsal that is killed is cleared away by the next one', async () => {
  await take().ended;
  const scratch = () =>
    ask<{ name: string }>(
      databaseUrl,
      `select datname as name from pg_database
       where shobj_description(oid, 'pg_database') like 'Made by a rehearsal of ' || current_database() || ',%'`,
    );
  const run = start('restore', ['--from', backup, '--rehearse'], settings(databaseUrl));
  const [made] = await vi.waitFor(async () => {
    const found = await scratch();
    expect(found).toHaveLength(1);
    return found;
  }, FAST);
  await killWithin(run, made?.name ?? '');
  expect(await scratch()).toEqual([made]);

  expect((await start('restore', ['--from', backup, '--rehearse'], settings(databaseUrl)).ended).code).toBe(0);
  expect(await scratch()).toEqual([]);
});

test.each([
  ['backup', [], 'Usage: node server/dist/backup.js --to'],
  ['backup', ['--to', join(folder, 'x'), '--method', 'tar'], 'Usage: node server/dist/backup.js --to'],
  ['backup', ['--to', folder], 'is there already'],
  ['restore', [], 'Usage: node server/dist/restore.js --from'],
  ['restore', ['--from', folder], 'There is no backup in'],
])('%s %j ends with code 1 and one sentence', async (name, args, sentence) => {
  const { code, output } = await start(name, args, settings(databaseUrl)).ended;
  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
});
