import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { prepareDatabase } from '../platform/db/schema/app-role.ts';
import { markHalfRestored } from '../platform/db/schema/half-restored.ts';
import { migrateTo, migrate } from '../platform/db/schema/migrate.ts';
import { inTransaction, withClient } from '../platform/db/connection/one-client.ts';
import { knownMigrations, neededLevel, reachedLevel } from '../platform/db/schema/schema-level.ts';
import { databaseUrl } from '../testing/clone.ts';
import { ask, scratchDatabase } from '../testing/scratch.ts';
import { filesOf, type Manifest } from './manifest.ts';
import { LEFT_OUT } from './tables.ts';
import { contentsOf, eachWithBackups, fillOddly, methods } from './testing/backups.ts';

// Migrations, and programs of their own, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

/** In which shard a migration that writes was counted is a matter of its connection. */
const unsharded = (contents: Awaited<ReturnType<typeof contentsOf>>) => ({
  ...contents,
  work_revisions: contents['work_revisions']?.length,
});

describe.each(methods)('a backup by %s', (method) => {
  test('comes back with every row as it was, in a database that goes on numbering', async () => {
    await fillOddly(place);
    const before = await contentsOf(databaseUrl);
    const manifest = await place.take(method);
    const { url } = await scratchDatabase();

    await place.restore(url);

    expect(await contentsOf(url)).toEqual(before);
    expect(manifest.method).toBe(method);
    expect(manifest.tables.find(({ name }) => name === 'renewals')?.rows).toBe(1);
    const insert = `insert into customers (company_name, created_at) values ('next', now()) returning id`;
    const next = await ask<{ id: number }>(databaseUrl, insert);
    expect(await ask(url, insert)).toEqual(next);
    await expect(ask(url, 'delete from audit_log')).rejects.toThrow('append-only');
    await expect(ask(url, `update renewals set customer_id = 4711`)).rejects.toThrow('foreign key');
  });

  test('of which a file is not as it was written is refused before a row is read', async () => {
    await fillOddly(place);
    const manifest = await place.take(method);
    const [file] = filesOf(manifest).toSorted((a, b) => b.bytes - a.bytes);
    const path = join(place.backup, file?.name ?? '');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
    writeFileSync(path, bytes);
    const { url } = await scratchDatabase();

    await expect(place.restore(url)).rejects.toThrow(`${file?.name ?? ''} is not the file that was written`);
    rmSync(path);
    await expect(place.restore(url)).rejects.toThrow(`${file?.name ?? ''} cannot be read`);
    expect(await contentsOf(url)).toEqual({});
  });

  test('whose restore is cut off at its last step leaves nothing that anybody would work on', async () => {
    await fillOddly(place);
    await place.take(method);
    const { url, name } = await scratchDatabase();
    const isWhole = method === 'copy';

    await expect(place.restore(url, () => Promise.reject(new Error('cut off')))).rejects.toThrow(
      isWhole ? /^cut off$/ : /^Error: cut off The database is half restored: drop it, create it anew/,
    );

    if (isWhole) expect(await contentsOf(url)).toEqual({});
    else await expect(migrate(url)).rejects.toThrow(`The database ${name} is half restored.`);
  });

  test('of three migrations ago is compared as it was then, and brought to today by the same migrations', async () => {
    const known = knownMigrations();
    const then = known.at(-4)?.level ?? 0;
    const old = await scratchDatabase();
    await withClient(old.url, 'test', (client) => inTransaction(client, () => migrateTo(client, then)));
    await ask(
      old.url,
      `insert into accounts (kind, email, name, password_hash, status, role, created_at)
      values ('staff', 'asha@desk.example', 'Asha', 'x', 'ACTIVE', 'ADMIN', now())`,
    );
    await ask(old.url, `insert into account_menus select 1, id from menus where audience = 'staff'`);
    const manifest = await place.take(method, old.url);
    const { url } = await scratchDatabase();

    await place.restore(url, async (client) => expect(await reachedLevel(client)).toBe(neededLevel()));

    expect(manifest.migration).toEqual({ tag: known.at(-4)?.tag, level: then });
    await migrate(old.url);
    expect(unsharded(await contentsOf(url))).toEqual(unsharded(await contentsOf(old.url)));
  });
});

test('sessions, codes, counters and tokens of external services are left behind', async () => {
  const asha = await place.desk.as();
  await place.desk.db.execute(
    sql`insert into throttles (key, hits, window_ends_at) values ('login', 50, now() + interval '1 hour')`,
  );
  const manifest = await place.take('copy');
  const { url } = await scratchDatabase();
  await place.restore(url);

  expect(asha.token).toBeDefined();
  expect(manifest.left_out).toEqual([...LEFT_OUT].sort());
  expect(await ask(url, 'select * from sessions')).toEqual([]);
  expect(await ask(url, 'select * from throttles')).toEqual([]);
  expect(await ask(url, 'select email from accounts')).toEqual([{ email: 'asha@desk.example' }]);
});

test('in a half restored database no node begins and nothing is restored, until it is made anew', async () => {
  await place.take('copy');
  const { url, name } = await scratchDatabase();
  await withClient(url, 'test', markHalfRestored);
  const sentence = `The database ${name} is half restored. Drop it, create it anew and restore again.`;

  await expect(migrate(url)).rejects.toThrow(sentence);
  await expect(place.restore(url)).rejects.toThrow(sentence);
  await withClient(url, 'test', (client) => inTransaction(client, () => migrateTo(client, neededLevel())));
  await expect(prepareDatabase(readConfig({ DATABASE_URL: url }))).rejects.toThrow(sentence);
});

test('a database that has tables is left alone', async () => {
  await place.take('copy');
  const { url, name } = await scratchDatabase();
  await migrate(url);
  const before = await contentsOf(url);

  await expect(place.restore(url)).rejects.toThrow(`The database ${name} is not empty`);

  expect(await contentsOf(url)).toEqual(before);
});

test.each<[what: string, spoil: (text: string) => string | undefined, sentence: string]>([
  ['has no manifest', () => undefined, 'There is no backup in'],
  ['has half a manifest', (text) => text.slice(0, 100), 'cannot be read by this version'],
  [
    'names a file elsewhere',
    (text) => text.replace('accounts.copy.gz', '../accounts.copy.gz'),
    'cannot be read by this version',
  ],
  [
    'is of a newer version',
    (text) => text.replace(String(neededLevel()), '9999999999999'),
    'is of a version that this one does not know',
  ],
  [
    'lacks a table',
    (text) => {
      const manifest = JSON.parse(text) as Manifest;
      return JSON.stringify({ ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'contacts') });
    },
    'The tables of the backup are not those of its last migration: contacts (',
  ],
  [
    'only says that it left a table out',
    (text) => {
      const manifest = JSON.parse(text) as Manifest;
      const tables = manifest.tables.filter(({ name }) => name !== 'contacts');
      return JSON.stringify({ ...manifest, tables, left_out: [...manifest.left_out, 'contacts'] });
    },
    'The tables of the backup are not those of its last migration: contacts (',
  ],
])('a folder that %s is refused', async (_what, spoil, sentence) => {
  await place.take('copy');
  const file = join(place.backup, 'manifest.json');
  const spoilt = spoil(readFileSync(file, 'utf8'));
  if (spoilt === undefined) rmSync(file);
  else writeFileSync(file, spoilt);
  const { url } = await scratchDatabase();

  await expect(place.restore(url)).rejects.toThrow(sentence);
  expect(await contentsOf(url)).toEqual({});
});
