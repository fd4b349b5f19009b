import { imports } from '@desk/contract/imports';
import { asc } from 'drizzle-orm';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { pricesTable } from '../../platform/db/tables/licences.ts';
import { importsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { check, confirm, csv, importFile, open } from './testing/files.ts';

const HEADER = ['SKU Id', 'SKU', 'Plan', 'Currency', 'Yearly Price'];
const STARTER = ['1010020027', '', 'ANNUAL', '', '1632'];

/** A desk that knows Business Starter by its id. */
async function opened() {
  const { desk, asha } = await open();
  await makeRenewal(desk.db, { externalId: 'S-1', sku: 'Google Workspace Business Starter' });
  return {
    ...{ desk, asha },
    checks: (...lines: string[][]) => check(asha, csv(HEADER, ...lines), 'prices'),
    imports: (...lines: string[][]) => importFile(asha, csv(HEADER, ...lines), 'prices'),
    prices: () => desk.db.select().from(pricesTable).orderBy(asc(pricesTable.id)),
  };
}

test('a confirmed price list says what a seat of each plan costs in a year', async () => {
  const { desk, prices, ...list } = await opened();

  const { status, reply } = await list.imports(
    STARTER,
    ['', 'google workspace business starter', 'Flexible', 'usd', '100.8'],
    ['1010020028', 'Google Workspace Business Standard', 'ANNUAL_MONTHLY_PAY', 'INR', '₹ 11,040'],
  );

  expect(status).toBe(200);
  expect(reply).toEqual({ tally: { new: 3, changed: 0, unchanged: 0, wrong: 0 }, renewals_opened: 0 });
  expect(await prices()).toMatchObject([
    { skuId: '1010020027', planName: 'ANNUAL', currency: 'INR', yearly: '1632.00' },
    { skuId: '1010020027', planName: 'FLEXIBLE', currency: 'USD', yearly: '100.80' },
    { skuId: '1010020028', planName: 'ANNUAL', currency: 'INR', yearly: '11040.00' },
  ]);
  expect(desk.announced).toEqual([]);
});

test('the check says which id a name stands for, what is not sold yet, and writes nothing', async () => {
  const { checks, prices } = await opened();

  const { reply } = await checks(
    STARTER,
    ['', 'Google Workspace Business Starter', 'FLEXIBLE', '', '1'],
    ['4711', '', 'ANNUAL', '', '1'],
  );

  expect(reply.rows).toEqual([
    { line: 2, verdict: 'new', subject: '1010020027', column: null, reason: null },
    {
      ...{ line: 3, verdict: 'new', subject: 'Google Workspace Business Starter', column: null },
      reason: 'SKU Id 1010020027',
    },
    { line: 4, verdict: 'new', subject: '4711', column: null, reason: 'No subscription has this SKU Id yet' },
  ]);
  expect(await prices()).toEqual([]);
});

test('another price takes the place of the old one, the same one is unchanged, and the audit has both', async () => {
  const { desk, asha, checks, prices, ...list } = await opened();
  await list.imports(STARTER, ['1010020027', '', 'ANNUAL', 'USD', '20']);

  const { reply } = await checks([...STARTER.slice(0, 4), '1,800.50'], ['1010020027', '', 'ANNUAL', 'USD', '20.00']);
  expect(reply).toMatchObject({
    tally: { new: 0, changed: 1, unchanged: 1, wrong: 0 },
    rows: [{ line: 2, verdict: 'changed', reason: 'Yearly Price 1632.00 → 1800.50' }],
  });
  await confirm(asha, reply.import_id);

  expect(await prices()).toMatchObject([
    { id: 1, currency: 'INR', yearly: '1800.50' },
    { id: 2, currency: 'USD', yearly: '20.00' },
  ]);
  const entries = await desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
  const about = (action: string) => entries.filter((entry) => entry.action === action);
  expect(about('price_imported')).toMatchObject([{ subject: 'price', subjectId: 1 }, { subjectId: 2 }]);
  expect(about('price_changed')).toMatchObject([
    {
      ...{ actor: 'asha@desk.example', subject: 'price', subjectId: 1 },
      changes: [{ field: 'Yearly Price of 1010020027 ANNUAL in INR', old: '1632.00', new: '1800.50' }],
    },
  ]);
  expect(about('file_imported')[1]?.changes).toContainEqual({ field: 'kind', old: null, new: 'prices' });
});

test.each<[string, string[], string, string]>([
  ['without a SKU', ['', '', 'ANNUAL', '', '1'], 'SKU Id', 'SKU Id or SKU is missing'],
  [
    'with a name that nobody has',
    ['', 'Vault', 'ANNUAL', '', '1'],
    'SKU',
    'No subscription has this SKU. Enter the SKU Id',
  ],
  [
    'with the id of one SKU and the name of another',
    ['1010020027', 'Google Vault', 'ANNUAL', '', '1'],
    'SKU',
    'This SKU Id is that of Google Workspace Business Starter',
  ],
  [
    'of a plan that is not sold',
    ['4711', '', 'FREE', '', '1'],
    'Plan',
    'Enter one of: ANNUAL, ANNUAL_YEARLY_PAY, FLEXIBLE',
  ],
  ['in no currency', ['4711', '', 'ANNUAL', 'Rs', '1'], 'Currency', 'Enter a currency such as INR or USD'],
  ['without a price', ['4711', '', 'ANNUAL', '', ''], 'Yearly Price', 'Yearly Price is missing'],
  ['with a price below zero', ['4711', '', 'ANNUAL', '', '-5'], 'Yearly Price', 'Enter an amount such as 1,50,000.00'],
])('a line %s is wrong, and the file is not written', async (_what, line, column, reason) => {
  const { asha, checks, prices } = await opened();

  const { reply } = await checks(STARTER, line);

  expect(reply).toMatchObject({ tally: { new: 1, wrong: 1 }, rows: [{ line: 3, column, reason }, { line: 2 }] });
  expect((await confirm(asha, reply.import_id)).status).toBe(422);
  expect(await prices()).toEqual([]);
});

test('two lines about the same price are told, however they name it', async () => {
  const { asha, checks } = await opened();

  const { reply } = await checks(
    STARTER,
    ['', 'Google Workspace Business Starter', 'ANNUAL', 'INR', '1632'],
    ['1010020027', '', 'ANNUAL', 'USD', '1632'],
  );

  expect(reply.rows.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'SKU', 'The same price is in line 2'],
    [2, null, null],
    [4, null, null],
  ]);
  const errors = await asha.calls(imports.errors, { import_id: reply.import_id });
  expect(parse(errors.reply as unknown as string, { bom: true })).toEqual([
    ['Line', 'Domain, Subscription Id or SKU', 'Column', 'Reason'],
    ['3', 'Google Workspace Business Starter', 'SKU', 'The same price is in line 2'],
  ]);
});

test("a name is the provider's id before that of a file without ids, and must have only one", async () => {
  const { desk, checks } = await opened();
  const sku = 'Google Workspace Business Starter';
  await makeRenewal(desk.db, { domain: 'file.example', sku, subscription: { source: 'file', skuId: sku } });
  await makeRenewal(desk.db, {
    domain: 'vault.example',
    sku: 'Vault',
    subscription: { source: 'file', skuId: 'Vault' },
  });
  const byName = async (name: string) => (await checks(['', name, 'ANNUAL', '', '1'])).reply.rows[0]?.reason;

  expect(await byName(sku)).toBe('SKU Id 1010020027');
  expect(await byName('Vault')).toBe('SKU Id Vault');
  await makeRenewal(desk.db, { domain: 'other.example', sku, subscription: { skuId: '1010029999' } });
  expect(await byName(sku)).toBe('This SKU has 2 ids. Enter the SKU Id');
});

test('what the desk knew at the check must still hold at the confirmation', async () => {
  const { asha, checks, prices, ...list } = await opened();
  const first = await checks(STARTER);
  await list.imports([...STARTER.slice(0, 4), '9']);

  expect((await confirm(asha, first.reply.import_id)).status).toBe(409);
  expect(await prices()).toMatchObject([{ yearly: '9.00' }]);
});

test('a price list is confirmed once, and of two at the same time one is checked again', async () => {
  const { desk, asha, checks, prices } = await opened();
  const [one, other] = await Promise.all([checks(STARTER), checks([...STARTER.slice(0, 4), '9'])]);
  const ids = [one, one, other, other].map(({ reply }) => reply.import_id);

  const answers = await Promise.all(ids.map((id) => confirm(asha, id)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await prices()).toHaveLength(1);
  expect((await desk.db.select().from(auditLogTable)).filter(({ subject }) => subject === 'price')).toHaveLength(1);
});

test('a price list needs a column that names the SKU', async () => {
  const { desk, asha } = await opened();
  const { status, reply } = await check(asha, 'Plan,Yearly Price\nANNUAL,1', 'prices');
  expect({ status, errors: reply.errors }).toMatchObject({
    status: 422,
    errors: [{ reason: "The file has no column 'SKU Id' and no column 'SKU'." }],
  });
  expect(await desk.db.$count(importsTable)).toBe(0);
});
