import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { databaseUrl } from '../testing/clone.ts';
import { ask } from '../testing/scratch.ts';
import { rehearse } from './rehearse.ts';
import { contentsOf, eachWithBackups, fillOddly, methods, never } from './testing/backups.ts';

// Migrations, and programs of their own, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

describe.each(methods)('a backup by %s', (method) => {
  test('can be rehearsed beside the database it is of, which stays as it is', async () => {
    await fillOddly(place);
    const before = await contentsOf(databaseUrl);
    await place.take(method);

    const manifest = await rehearse({ url: databaseUrl, from: place.backup, signal: never });

    expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(before).map(([name, rows]) => [name, rows.length]),
    );
    expect(await contentsOf(databaseUrl)).toEqual(before);
    expect(await ask(databaseUrl, `select datname from pg_database where datname like '%\\_rehearsal'`)).toEqual([]);
  });

  test('whose rows are other ones fails its rehearsal, though the files are whole and the counts right', async () => {
    await fillOddly(place);
    const manifest = await place.take(method);
    const customers = manifest.tables.find(({ name }) => name === 'customers');
    Object.assign(customers ?? {}, { content_sha256: '0'.repeat(64) });
    writeFileSync(join(place.backup, 'manifest.json'), JSON.stringify(manifest));

    await expect(rehearse({ url: databaseUrl, from: place.backup, signal: never })).rejects.toThrow(
      'The rows of the table customers are not those of the backup.',
    );
    expect(await ask(databaseUrl, `select datname from pg_database where datname like '%\\_rehearsal'`)).toEqual([]);
  });
});
