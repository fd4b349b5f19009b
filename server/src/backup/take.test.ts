import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditLogTable } from '../platform/db/tables/audit.ts';
import { databaseUrl } from '../testing/clone.ts';
import { ask, scratchDatabase } from '../testing/scratch.ts';
import { readManifest } from './manifest.ts';
import { takeBackup } from './take.ts';
import { eachWithBackups, fillOddly, methods, never, now, serverMajor } from './testing/backups.ts';

// Migrations, and programs of their own, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

describe.each(methods)('a backup by %s', (method) => {
  test('is of one moment while others write, and each restored half has its other half', async () => {
    let written = 0;
    let stopped = false;
    const writer = async () => {
      for (let n = 0; !stopped; n += 1) {
        await place.desk.db.transaction(async (tx) => {
          const changes = [{ field: 'n', old: null, new: String(n) }];
          await tx.insert(auditLogTable).values({ actor: 'writer', action: 'a', subject: 'first', changes });
          await tx.insert(auditLogTable).values({ actor: 'writer', action: 'b', subject: 'second', changes });
          await tx.execute(sql`insert into customers (company_name, created_at) values (${`Customer ${n}`}, now())`);
        });
        written += 1;
      }
    };
    const writers = [writer(), writer(), writer()];
    while (written < 20) await pause(5);
    await place.take(method);
    stopped = true;
    await Promise.all(writers);
    const { url } = await scratchDatabase();
    await place.restore(url);

    const counts = await ask<{ first: string; second: string; customers: string }>(
      url,
      `select count(*) filter (where subject = 'first') as first, count(*) filter (where subject = 'second') as second,
         (select count(*) from customers) as customers from audit_log`,
    );
    const [{ first, second, customers } = { first: '0', second: '', customers: '' }] = counts;
    expect(Number(first)).toBeGreaterThanOrEqual(20);
    expect([second, customers]).toEqual([first, first]);
    expect(written).toBeGreaterThan(Number(first));
  });

  test('is for its owner only, has no key and no half beside it', async () => {
    await fillOddly(place);
    await place.desk.db.execute(sql`insert into installation (name, value) values ('secret', '0123456789abcdef')`);
    const manifest = await place.take(method);

    expect(readdirSync(place.folder)).toEqual(['backup']);
    const modes = readdirSync(place.backup).map((name) => statSync(join(place.backup, name)).mode & 0o777);
    expect(statSync(place.backup).mode & 0o777).toBe(0o700);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(manifest.secret_fingerprint).toBe('0123456789abcdef');
    expect(await readManifest(place.backup)).toEqual(manifest);
  });
});

test('a backup into a folder that is there is refused, and so is one into nowhere', async () => {
  await place.take('copy');
  const before = statSync(join(place.backup, 'manifest.json')).mtimeMs;

  await expect(place.take('copy')).rejects.toThrow('is there already');
  await expect(
    takeBackup({ url: databaseUrl, to: join(place.folder, 'nowhere', 'backup'), now, signal: never }),
  ).rejects.toThrow('There is no folder');

  expect(statSync(join(place.backup, 'manifest.json')).mtimeMs).toBe(before);
  expect(readdirSync(place.folder)).toEqual(['backup']);
});

test('a backup that is stopped leaves nothing', async () => {
  const stopping = new AbortController();
  // The first file is there: it is in the middle.
  const looking = setInterval(() => {
    const [half] = readdirSync(place.folder);
    if (half !== undefined && existsSync(join(place.folder, half, 'accounts.copy.gz'))) stopping.abort();
  }, 1);
  onTestFinished(() => clearInterval(looking));

  await expect(
    takeBackup({ url: databaseUrl, to: place.backup, method: 'copy', now, signal: stopping.signal }),
  ).rejects.toThrow();
  expect(readdirSync(place.folder)).toEqual([]);
});

describe('which method', () => {
  const path = process.env['PATH'];
  /** A folder with a program that says that it is of this version stands first in the PATH, or alone. */
  const findPgDump = (version?: string) => {
    const programs = mkdtempSync(join(tmpdir(), 'desk-programs-'));
    if (version !== undefined) {
      writeFileSync(join(programs, 'pg_dump'), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${version}'\n`);
      chmodSync(join(programs, 'pg_dump'), 0o755);
    }
    process.env['PATH'] = version === undefined ? programs : `${programs}${delimiter}${path ?? ''}`;
    onTestFinished(() => {
      process.env['PATH'] = path;
      rmSync(programs, { recursive: true });
    });
  };

  test('is chosen: pg_dump where one of the server’s major version is on the PATH', async () => {
    expect((await place.take()).method).toBe(methods.at(-1));
  });

  test('is copy where there is no pg_dump, and who insists is told', async () => {
    findPgDump();
    await expect(place.take('pg_dump')).rejects.toThrow('; there is none. --method copy needs nothing.');
    expect((await place.take()).method).toBe('copy');
  });

  test('is copy where pg_dump is of another major version, and who insists is told', async () => {
    findPgDump('9.6.24');
    await expect(place.take('pg_dump')).rejects.toThrow(
      `needs the pg_dump of PostgreSQL ${serverMajor} on the PATH; the one there is of 9.`,
    );
    expect((await place.take()).method).toBe('copy');
  });
});
