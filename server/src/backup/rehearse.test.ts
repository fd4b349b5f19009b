import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseUrl, now } from '../testing/clone.ts';
import { addressOf, ask, scratchDatabase, scratchRole } from '../testing/scratch.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { rehearse } from './rehearse.ts';
import { contentsOf, eachWithBackups, fillOddly, methods, never } from './testing/backups.ts';

// Migrations, and programs of their own, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

/** Databases of rehearsals of ours; other test files may have theirs. */
const SCRATCH = `select from pg_database
  where shobj_description(oid, 'pg_database') like 'Made by a rehearsal of ' || current_database() || ',%'`;

describe.each(methods)('a backup by %s', (method) => {
  test('can be rehearsed beside the database it is of, which stays as it is', async () => {
    await fillOddly(place);
    const before = await contentsOf(databaseUrl);
    await place.take(method);

    const manifest = await rehearse({ url: databaseUrl, from: place.backup, now, signal: never });

    expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(before).map(([name, rows]) => [name, rows.length]),
    );
    expect(await contentsOf(databaseUrl)).toEqual(before);
    expect(await ask(databaseUrl, SCRATCH)).toEqual([]);
  });

  test('whose rows are other ones fails its rehearsal, though the files are whole and the counts right', async () => {
    await fillOddly(place);
    const manifest = await place.take(method);
    const customers = manifest.tables.find(({ name }) => name === 'customers');
    Object.assign(customers ?? {}, { content_sha256: '0'.repeat(64) });
    writeFileSync(join(place.backup, 'manifest.json'), JSON.stringify(manifest));

    await expect(rehearse({ url: databaseUrl, from: place.backup, now, signal: never })).rejects.toThrow(
      'The rows of the table customers are not those of the backup.',
    );
    expect(await ask(databaseUrl, SCRATCH)).toEqual([]);
  });

  test('is taken, rehearsed and restored by a role that owns its database, may make others, and nothing more', async () => {
    const owner = await scratchRole('createdb');
    const [from, to] = [await scratchDatabase(), await scratchDatabase()];
    for (const { name, url } of [from, to]) await ask(url, `alter database ${name} owner to ${owner.name}`);
    const source = addressOf(from.name, owner);
    await migrate(source);
    await ask(source, `insert into customers (company_name, created_at) values ('Acme', now())`);
    await place.take(method, source);

    await rehearse({ url: source, from: place.backup, now, signal: never });
    await place.restore(addressOf(to.name, owner));

    expect(await contentsOf(to.url)).toEqual(await contentsOf(from.url));
  });
});

test('a database that somebody else named as a rehearsal’s stays', async () => {
  await place.take('copy');
  const names = [
    `${new URL(databaseUrl).pathname.slice(1)}_rehearsal`,
    `reseller_desk_rehearsal_${randomBytes(8).toString('hex')}`,
  ];
  for (const name of names) {
    await ask(databaseUrl, `create database ${name}`);
    onTestFinished(async () => {
      await ask(databaseUrl, `drop database if exists ${name}`);
    });
  }

  await rehearse({ url: databaseUrl, from: place.backup, now, signal: never });

  expect(await ask(databaseUrl, 'select from pg_database where datname = any ($1)', [names])).toHaveLength(2);
});
