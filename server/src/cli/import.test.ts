import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { auditLogTable } from '../platform/db/tables/audit.ts';
import { renewalsTable } from '../platform/db/tables/renewals.ts';
import { importsTable, subscriptionsTable } from '../platform/db/tables/subscriptions.ts';
import { databaseUrl } from '../testing/clone.ts';
import { testServer } from '../testing/server.ts';

// Each run is a process of its own that reads the whole server first.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'desk-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = fileURLToPath(new URL('import.ts', import.meta.url));
const nextYear = new Date().getUTCFullYear() + 1;
const HEADER = 'Domain,Company Name,Subscription Id,SKU,Plan,Renewal Date';
const ROW = `acme.example,Acme,S-1,Vault,ANNUAL,01-04-${nextYear}`;

interface Run {
  code: number;
  output: string;
}

/** Runs the command as a shell would. */
const run = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' };
    execFile(process.execPath, ['--import', 'tsx', script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const file = (...lines: string[]): string => {
  const path = join(folder, 'subscriptions.csv');
  writeFileSync(path, [HEADER, ...lines].join('\n'));
  return path;
};

test('a dry run from the shell tells the tally and writes nothing, with --confirm the file is written', async () => {
  const { db } = await testServer();
  const args = ['--kind', 'subscriptions', '--file', file(ROW)];

  expect(await run(...args)).toEqual({
    code: 0,
    output:
      '1 new, 0 changed, 0 unchanged, 0 wrong\nNothing was written. Repeat the command with --confirm to write it.\n',
  });
  expect([await db.$count(subscriptionsTable), await db.$count(importsTable)]).toEqual([0, 0]);

  expect(await run(...args, '--confirm')).toEqual({
    code: 0,
    output: '1 new, 0 changed, 0 unchanged, 0 wrong\nThe file was written. Renewals opened: 1\n',
  });
  expect(await db.$count(renewalsTable)).toBe(1);
  const [entry] = await db.select().from(auditLogTable).where(eq(auditLogTable.action, 'file_imported'));
  expect(entry?.actor).toBe('system');
  expect(entry?.changes).toContainEqual({ field: 'operator', old: null, new: userInfo().username });
});

test('wrong rows are told with line and column, nothing is written, and the command fails', async () => {
  const { db } = await testServer();

  const { code, output } = await run(
    '--kind',
    'subscriptions',
    '--file',
    file(ROW, 'acme,,S-2,Vault,ANNUAL,'),
    '--confirm',
  );

  expect({ code, output }).toEqual({
    code: 1,
    output:
      '1 new, 0 changed, 0 unchanged, 1 wrong\n' +
      'Line 3, Domain, Company Name: Domain: Enter a domain such as company.example. Company Name: Company Name is missing\n',
  });
  expect([await db.$count(subscriptionsTable), await db.$count(importsTable)]).toEqual([0, 0]);
});

const prices = join(folder, 'prices.csv');
writeFileSync(prices, 'Price\n10');

test.each([
  ['an unknown kind', ['--kind', 'invoices', '--file', 'x.csv'], 'Usage: '],
  ['a file that is not there', ['--kind', 'subscriptions', '--file', 'nowhere.csv'], 'There is no file nowhere.csv.'],
  ['a file of something else', ['--kind', 'renewal_dates', '--file', prices], "The file has no column 'Renewal Date'."],
])('%s is one sentence and code 1', async (_what, args, sentence) => {
  const { code, output } = await run(...args);
  expect(code).toBe(1);
  expect(output.startsWith(sentence)).toBe(true);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
});
