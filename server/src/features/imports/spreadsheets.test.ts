import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsTable } from '../../platform/db/tables/subscriptions.ts';
import { ACME, check, csv, HEADER, open } from './testing/files.ts';

const savedBy = (program: string) =>
  readFileSync(new URL(`../../platform/files/testing/fixtures/${program}.xlsx`, import.meta.url));

const ROUNDED = (number: string) =>
  `The spreadsheet rounded this number to ${number}. Format the column as text and enter the id again`;

test.each(['openpyxl', 'libreoffice'])('no value is changed without a word in a file of %s', async (program) => {
  const { desk, asha } = await open();

  const { status, reply } = await check(asha, savedBy(program));

  expect(status).toBe(200);
  const wrong = reply.rows.filter(({ verdict }) => verdict === 'wrong');
  const formulas = [
    [7, 'Price', 'A formula is not taken. Enter the plain value'],
    [8, 'Company Name', 'A formula is not taken. Enter the plain value'],
  ];
  expect(wrong.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [4, 'Subscription Id', ROUNDED('1.23457E+19')],
    [5, 'Subscription Id', ROUNDED('1.23457E+11')],
    [6, 'Price', 'The formula in this cell came to #N/A. Enter the plain value'],
    // LibreOffice keeps what its formulas come to.
    ...(program === 'openpyxl' ? formulas : []),
  ]);
  expect(reply.notes).toEqual([
    "Only the first sheet is read, 'Renewals'. Not read: 'Notes'.",
    "Columns that are not read: 'Renewel Date', 'Price (INR)', 'Remark'.",
  ]);
  const [kept] = await desk.db.select({ rows: importsTable.rows }).from(importsTable);
  expect((kept?.rows as unknown[]).slice(0, 2)).toMatchObject([
    { values: { subscriptionId: '007654321000', margin: '12.00', price: '1500.50', ownRenewalDate: '2027-04-01' } },
    { values: { subscriptionId: '123456789012', margin: '12.55', price: '1499.99' } },
  ]);
});

test('a column that nobody knows is named with the one that was likely meant', async () => {
  const { asha } = await open();
  const header = [...HEADER.slice(0, 6), 'Renewel Date', 'Price (INR)', 'Kontakt Email', 'Remark'];
  const { reply } = await check(asha, csv(header, [...ACME, 'asha@acme.example', 'seen']));
  expect(reply.notes).toEqual([
    "The column 'Renewel Date' is not known and is not read. Did you mean 'Renewal Date'?",
    "The column 'Price (INR)' is not known and is not read. Did you mean 'Price'?",
    "The column 'Kontakt Email' is not known and is not read. Did you mean 'Contact Email'?",
    "Columns that are not read: 'Remark'.",
  ]);
});

test('the hint that Excel takes for the separator is no row', async () => {
  const { asha } = await open();
  const { reply } = await check(asha, `sep=;\r\n${csv(HEADER, ACME).replaceAll(',', ';')}`);
  expect(reply).toMatchObject({ tally: { new: 1, wrong: 0 }, rows: [{ line: 3, subject: 'acme.example' }] });
});
