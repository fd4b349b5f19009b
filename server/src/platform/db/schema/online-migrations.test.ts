import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addressOf, ask, scratchDatabase, scratchRole } from '../../../testing/scratch.ts';
import { lockNumber } from '../locks.ts';
import { inTransaction, withClient } from '../connection/one-client.ts';
import { migrate, migrateTo } from './migrate.ts';
import { migrateOnline } from './online-migrations.ts';
import { knownMigrations, neededLevel, reachedLevel } from './schema-level.ts';

vi.setConfig({ testTimeout: 60_000 });

const BY_YEAR = '0027_audit_log_by_year';
const ENTRY = `insert into audit_log (actor, action, subject, changes, at)
  select 'asha', 'x', 'account', '[]', now() - interval '1 day' * n from generate_series(1, $1::int) n`;
const ENTRIES = 500;

/** A database of just before a migration, with entries in its log. */
async function before(tag: string) {
  const level = knownMigrations()[knownMigrations().findIndex((one) => one.tag === tag) - 1]?.level;
  if (level === undefined) return expect.unreachable('there is such a migration');
  const database = await scratchDatabase();
  await withClient(database.url, 'test', async (client) => {
    await inTransaction(client, () => migrateTo(client, level));
    await client.query(ENTRY, [ENTRIES]);
  });
  return { ...database, level };
}

const levelOf = (url: string) => withClient(url, 'test', reachedLevel);
const countOf = async (url: string) =>
  (
    await ask<{ entries: number; newest: number }>(
      url,
      'select count(*)::int as entries, max(id)::int as newest from audit_log',
    )
  )[0];

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('people go on writing while an index is made beside somebody’s long transaction, and nothing of either is lost', async () => {
  const { url, level } = await before(BY_YEAR);
  const [long, short] = [await open(url), await open(url)];
  await long.query('begin');
  await long.query(ENTRY, [1]);

  const migrating = migrate(url);
  const isBuilding = async () =>
    (await short.query('select from pg_stat_progress_create_index where phase ~ $1', ['waiting'])).rowCount === 1;
  await vi.waitUntil(isBuilding, { timeout: 20_000, interval: 20 });
  await short.query(`set statement_timeout = '2s'`);
  await short.query(ENTRY, [1]);
  expect(await levelOf(url)).toBe(level);
  await long.query('commit');
  await migrating;

  expect(await levelOf(url)).toBe(neededLevel());
  await short.query(ENTRY, [1]);
  expect(await countOf(url)).toEqual({ entries: ENTRIES + 3, newest: ENTRIES + 3 });
});

test('nodes of a new version that start at once wait for each other, however long an index takes', async () => {
  const { url } = await before(BY_YEAR);
  const long = await open(url);
  await long.query('begin');
  await long.query(ENTRY, [1]);

  const nodes = Promise.all([migrate(url), migrate(url), migrate(url)]);
  const waiting = async () =>
    (await ask(url, `select from pg_stat_activity where datname = current_database() and application_name like '% migrations'`)).length === 3; // prettier-ignore
  await vi.waitUntil(waiting, { timeout: 20_000, interval: 20 });
  await long.query('commit');
  await nodes;

  expect(await levelOf(url)).toBe(neededLevel());
});

test('a node of the version before that starts meanwhile has the lock of the schema at once, and is not waited for', async () => {
  const { url } = await before(BY_YEAR);
  const [long, old] = [await open(url), await open(url)];
  await long.query('begin');
  await long.query(ENTRY, [1]);

  const migrating = migrate(url);
  const isBuilding = async () => (await ask(url, 'select from pg_stat_progress_create_index')).length === 1;
  await vi.waitUntil(isBuilding, { timeout: 20_000, interval: 20 });
  await old.query(`set statement_timeout = '2s'`);
  await old.query('begin');
  await old.query('select pg_advisory_xact_lock($1)', [lockNumber('schema')]);
  await old.query('commit');
  await long.query('commit');
  await migrating;

  expect(await levelOf(url)).toBe(neededLevel());
});

test('a bound that an upgrade of long ago left is moved', async () => {
  const { url } = await before(BY_YEAR);
  const near = new Date().getUTCFullYear() + 3;
  await ask(url, `alter table audit_log add constraint audit_log_first_years check (at < '${near}-01-01 00:00:00+00')`);

  await migrate(url);

  const [row] = await ask<{ bound: string }>(
    url,
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where oid = 'audit_log_first'::regclass`,
  );
  expect(row?.bound).not.toContain(String(near));
});

test('what a node left that was killed while it made an index is made anew', async () => {
  const { url } = await before(BY_YEAR);
  // Of the same name, and not to its end: not all actors are different.
  await expect(ask(url, 'create unique index concurrently audit_log_first_pkey on audit_log (actor)')).rejects.toThrow(
    'could not create unique index',
  );

  await migrate(url);

  const [made] = await ask<{ text: string }>(
    url,
    `select indexdef as text from pg_indexes where indexname = 'audit_log_first_pkey'`,
  );
  expect(made?.text).toContain('(at, id)');
  expect(await ask(url, 'select from pg_index where not indisvalid')).toEqual([]);
});

test('the server’s role goes on reading and adding without a moment in between, and no more', async () => {
  const { url, name } = await before(BY_YEAR);
  const role = await scratchRole();
  await ask(url, `grant usage on schema public to ${role.name}`);
  await ask(url, `grant select, insert on audit_log to ${role.name}`);
  const server = addressOf(name, role);
  onTestFinished(() => ask(url, `drop owned by ${role.name}`).then(() => undefined));

  await withClient(url, 'test', (client) => inTransaction(client, () => migrateTo(client, neededLevel())));

  await ask(server, `insert into audit_log (actor, action, subject, changes, at) values ('a', 'b', 'c', '[]', now())`);
  expect(await countOf(server)).toEqual({ entries: ENTRIES + 1, newest: ENTRIES + 1 });
  for (const statement of [
    'insert into audit_log_first default values',
    'delete from audit_log_first',
    'delete from audit_log',
  ])
    await expect(ask(server, statement), statement).rejects.toThrow('permission denied');
  await expect(ask(server, 'select make_audit_years(now())')).rejects.toThrow('permission denied');
});

test('entries of a clock that was ahead lie in the first partition with all others', async () => {
  const { url } = await before(BY_YEAR);
  await ask(
    url,
    `insert into audit_log (actor, action, subject, changes, at) values ('a', 'b', 'c', '[]', now() + interval '9 years')`,
  );

  await migrate(url);

  expect(await ask(url, 'select distinct tableoid::regclass::text as name from audit_log')).toEqual([
    { name: 'audit_log_first' },
  ]);
});

test('a renewal that was never told of its instruction is told by the migration that asks it', async () => {
  const { url } = await before('0029_few_of_many');
  await ask(
    url,
    `set session_replication_role = replica;
     insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status, sku_name, state, closed_because, created_at)
       values (1, 1, '2027-04-01', 'x', 'acme.example', 'N', 'ANNUAL', 'ACTIVE', 'Starter', 'closed', 'passed', now());
     insert into instructions (renewal_id, outcome, source, requested_by_id, approval_reasons, state, created_at, changed_at)
       values (1, 'end', 'staff', 1, '{}', 'blocked', now(), now())`,
  );

  await migrate(url);

  expect(await ask(url, 'select instruction_state, wanted_outcome, wanted_seats from renewals')).toEqual([
    { instruction_state: 'blocked', wanted_outcome: 'end', wanted_seats: null },
  ]);
});

test('an index that was made beforehand keeps nobody from writing when the migration itself comes', async () => {
  const { url, level } = await before('0029_few_of_many');
  await withClient(url, 'test', (client) => migrateOnline(client, level));
  const writer = await open(url);
  await writer.query('begin; lock table renewals, outbox, reminder_steps, job_runs in row exclusive mode');

  await migrate(url);

  expect(await levelOf(url)).toBe(neededLevel());
});

test('a column that was added after the log of years is added where it is not there: the round that goes back to that log keeps it', () => {
  const at = knownMigrations().findIndex(({ tag }) => tag === BY_YEAR);
  const later = knownMigrations().slice(at + 1);
  const added = later.flatMap(({ tag, statements }) =>
    statements.filter((one) => /add column (?!if not exists)/i.test(one)).map((one) => `${tag}: ${one.trim()}`),
  );
  expect(later.length).toBeGreaterThan(0);
  expect(added).toEqual([]);
});
