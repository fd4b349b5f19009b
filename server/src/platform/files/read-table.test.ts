import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';
import { problemOf } from './testing/problem-of.ts';
import { row, workbook } from './testing/workbook.ts';

const csv = (text: string) => Buffer.from(`Domain,Seats\n${text}`);

test('a CSV and an XLSX file give their tables', async () => {
  const rows = [{ line: 2, cells: ['acme.example', '40'] }];
  const header = ['Domain', 'Seats'];
  const [fromCsv, fromXlsx] = await Promise.all([
    readTable(csv('acme.example,40\n')),
    readTable(workbook(row(1, ...header) + row(2, 'acme.example', '40'))),
  ]);
  expect(fromCsv).toEqual({ kind: 'csv', header, rows });
  expect(fromXlsx).toEqual({ kind: 'xlsx', header, rows, sheet: { name: 'One', others: [] } });
});

test('five uploads at once each get their own answer', async () => {
  const readings = ['a', 'b', 'c', 'd', 'e'].map((name) => readTable(csv(`${name}.example,1\n`)));
  const tables = await Promise.all(readings);
  expect(tables.map((table) => table.rows[0]?.cells[0])).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
    'e.example',
  ]);
});

test('a problem found in the file arrives with its place, and the next file is read', async () => {
  expect(await problemOf(() => readTable(csv('a.example\n')))).toEqual({
    reason: 'Row 2 has 1 cells, the header has 2.',
    line: 2,
  });
  expect((await readTable(csv('a.example,1\n'))).rows).toHaveLength(1);
});

test.each([
  ['an empty file', Buffer.alloc(0), 'The file is empty.'],
  ['a CSV file over 5 MB', csv('x'.repeat(5 * 1024 * 1024)), 'The file is larger than 5 MB.'],
  [
    'an XLSX file over 2 MB',
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2 * 1024 * 1024)]),
    'The file is larger than 2 MB.',
  ],
  [
    'an old Excel file',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an old Excel file (.xls) or one with a password. Save it as XLSX or CSV without one.',
  ],
])('%s is refused', async (_file, bytes, reason) => {
  expect(await problemOf(() => readTable(bytes))).toEqual({ reason });
});

test('a reading that takes too long is ended', async () => {
  expect(await problemOf(() => readTable(csv('a,1\n'.repeat(9_000)), { milliseconds: 0 }))).toEqual({
    reason: 'The file takes too long to read. Split it.',
  });
});

test('a reading that takes too much memory ends alone', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => row(at + 1, 'x')).join('');
  const limits = { rows: 100_000, heapMegabytes: 8 };
  expect(await problemOf(() => readTable(workbook(rows), limits))).toEqual({
    reason: 'The file takes too much memory to read. Split it.',
  });
});
