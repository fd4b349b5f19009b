import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../../launcher/ports.ts';
import { databaseUrl } from '../../../testing/clone.ts';
import { ask, scratchDatabase } from '../../../testing/scratch.ts';
import { shipped, type Run } from '../../../testing/shipped.ts';
import { migrateTo, migrate } from './migrate.ts';
import { inTransaction, withClient } from '../connection/one-client.ts';
import { knownMigrations, neededLevel, reachedLevel } from './schema-level.ts';

// Many short processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

const KILLS = 20;
const start = shipped('cli/migrate.ts', 'main.ts');
const levels = knownMigrations().map(({ level }) => level);
const prepare = (url: string) => start('migrate', [], { DATABASE_URL: url });

/** A database of an older version, with what people have written into it; its clones are the same. */
async function oldDatabase() {
  const old = await scratchDatabase();
  await withClient(old.url, 'test', async (client) => {
    await inTransaction(client, () => migrateTo(client, levels[2] ?? 0));
    await client.query(`insert into customers (company_name, created_at) select 'Customer ' || n, now() from generate_series(1, 500) n;
      insert into accounts (kind, email, name, password_hash, status, role, created_at)
        select 'staff', 'a' || n || '@desk.example', 'Asha', 'x', 'ACTIVE', 'ADMIN', now() from generate_series(1, 50) n;
      insert into account_menus select a.id, m.id from accounts a, menus m where m.audience = 'staff';
      insert into audit_log (actor, action, subject, changes, at) select 'asha', 'x', 'account', '[]', now() from generate_series(1, 500)`);
  });
  return old;
}

/** The level that was reached, and a checksum of what no migration changes. */
async function stateOf(url: string) {
  const [rows] = await ask<{ sum: string }>(
    url,
    `select md5(concat((select string_agg(concat(id, company_name, created_at), ',' order by id) from customers),
       (select string_agg(concat(id, email, created_at), ',' order by id) from accounts),
       (select string_agg(concat(id, at, actor, action), ',' order by id) from audit_log))) as sum`,
  );
  return { level: await withClient(url, 'test', reachedLevel), sum: rows?.sum };
}

/** All that a schema is made of, as the catalogs tell it. */
const schemaOf = (url: string) =>
  ask<{ line: string }>(
    url,
    `select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select concat_ws(' ', 'trigger', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
     union all select concat_ws(' ', 'menu', to_route) from menus
     union all select concat_ws(' ', 'migration', hash) from drizzle.__drizzle_migrations order by 1`,
  );

const migrating = (database: string) =>
  ask(
    databaseUrl,
    `select pid from pg_stat_activity where datname = $1 and application_name like 'reseller-desk migrations'`,
    [database],
  );

/** Kills the process some milliseconds after it began to speak to the database, and waits until that has noticed. */
async function killWithin({ child, ended }: Run, database: string, ms: number) {
  await vi.waitUntil(async () => (await migrating(database)).length > 0, { timeout: 30_000, interval: 2 });
  await pause(ms);
  child.kill('SIGKILL');
  await ended;
  await vi.waitUntil(async () => (await migrating(database)).length === 0, { timeout: 30_000, interval: 2 });
}

test(`a migration that is killed, ${KILLS} times at any moment, is done whole or not at all, and the next one ends it`, async () => {
  const old = await oldDatabase();
  const before = await stateOf(old.url);
  const whole = await scratchDatabase(old.name);
  const began = performance.now();
  expect((await prepare(whole.url).ended).code).toBe(0);
  const took = performance.now() - began;
  const done = { level: neededLevel(), sum: before.sum };
  expect(await stateOf(whole.url)).toEqual(done);
  const schema = await schemaOf(whole.url);

  const seen = new Set<number>();
  for (let n = 0; n < KILLS; n += 1) {
    const { name, url } = await scratchDatabase(old.name);
    await killWithin(prepare(url), name, (took * n) / (KILLS * 2));
    const killed = await stateOf(url);
    expect([before, done]).toContainEqual(killed);
    seen.add(killed.level);
    if (n % 5 > 0) continue;
    await migrate(url);
    expect([await stateOf(url), await schemaOf(url)]).toEqual([done, schema]);
  }
  // The first was killed when it had just connected.
  expect(seen).toContain(before.level);
});

test('nodes that start at once prepare the database once, and whoever comes later changes nothing', async () => {
  const { url } = await scratchDatabase();
  const nodes = await Promise.all([prepare(url).ended, prepare(url).ended, prepare(url).ended]);
  expect(nodes).toEqual(nodes.map(() => ({ code: 0, output: 'The database is prepared for this version.\n' })));
  const schema = await schemaOf(url);

  await migrate(url);

  expect(await schemaOf(url)).toEqual(schema);
  expect(await ask(url, 'select count(*)::int as migrations from drizzle.__drizzle_migrations')).toEqual([
    { migrations: levels.length },
  ]);
});

test('every migration is later than the one before, or it would be passed over', () => {
  expect(levels).toEqual([...new Set(levels)].sort((a, b) => a - b));
});

test('a migration that finds a table in use gives up at once instead of making all others wait', async () => {
  const old = await oldDatabase();
  const before = await stateOf(old.url);
  const { url } = await scratchDatabase(old.name);
  await withClient(url, 'test', async (writer) => {
    await writer.query('begin; lock table accounts in row exclusive mode');
    await expect(migrate(url)).rejects.toThrow('a migration gave up on a table that others use for long');
  });
  expect(await stateOf(url)).toEqual(before);
  await migrate(url);
  expect((await stateOf(url)).level).toBe(neededLevel());
});

test('a database of before the first release is refused in a sentence, and left as it is', async () => {
  const old = await oldDatabase();
  const { name, url } = await scratchDatabase(old.name);
  await ask(
    url,
    `update drizzle.__drizzle_migrations set created_at = created_at - ${levels[2] ?? 0} + ${(levels[0] ?? 0) - 1}`,
  );
  const before = await stateOf(url);

  await expect(migrate(url)).rejects.toThrow(
    `The database ${name} was made by a version before the first release, which this one cannot bring up to date. ` +
      'Create an empty database and name it in DATABASE_URL.',
  );

  expect(await stateOf(url)).toEqual(before);
});

test('an old node starts and answers on the schema of a newer one', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  await ask(
    url,
    `alter table customers add column loyalty text not null default 'none'; create table loyalties (id int);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${neededLevel() + 86_400_000})`,
  );
  const port = String(await freePort());
  const { child, ended } = start('main', [], {
    DATABASE_URL: url,
    PUBLIC_URL: 'http://desk.example',
    PORT: port,
    LOG_LEVEL: 'warn',
    STOP_DELAY: '0',
  });
  onTestFinished(() => void child.kill('SIGKILL'));

  const answer = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).catch(() => undefined);
  await vi.waitUntil(async () => (await answer('/readyz'))?.ok, { timeout: 60_000, interval: 50 });
  const brand = await answer('/api/brand/', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(brand?.status).toBe(200);

  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
