import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitsOf } from '../limits.ts';
import { readCsv } from './read.ts';
import { problemOf } from '../testing/problem-of.ts';

const read = (content: string | Buffer) => readCsv(Buffer.from(content as string), limitsOf.csv);
const cellsOf = (content: string | Buffer) => read(content).rows.map((row) => row.cells);
const HEADER = 'Subscription Id,Assigned To\n';

test('a file that separates with commas, semicolons or tabs gives the same table', () => {
  const separator = fc.constantFrom(',', ';', '\t');
  const cell = fc.stringMatching(/^[a-z,;\t" é₹]{1,12}$/).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(separator, fc.array(fc.tuple(cell, cell), { minLength: 1 }), (delimiter, rows) => {
      const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter));
      const file = ['Domain', 'Company, or who'].map((title) => `"${title}"`).join(delimiter);
      expect(cellsOf([file, ...quoted].join('\r\n'))).toEqual(rows);
    }),
  );
});

test('a semicolon in a quoted header does not decide, and commas in cells do not split a semicolon file', () => {
  expect(read('"a;b;c;d",x\n1,2\n').header).toEqual(['a;b;c;d', 'x']);
  expect(cellsOf('a;b\n"1,5";2,5\n')).toEqual([['1,5', '2,5']]);
});

test.each([
  ['UTF-8', Buffer.from(`${HEADER}é₹,b\n`)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${HEADER}é₹,b\n`)],
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${HEADER}é₹,b\n`, 'utf16le')],
  ['UTF-16 without one', Buffer.from(`${HEADER}é₹,b\n`, 'utf16le')],
  ['big-endian UTF-16 with a byte order mark', Buffer.from(`\uFEFF${HEADER}é₹,b\n`, 'utf16le').swap16()],
  ['big-endian UTF-16 without one', Buffer.from(`${HEADER}é₹,b\n`, 'utf16le').swap16()],
])('a file in %s is read', (_encoding, bytes) => {
  expect(read(bytes)).toEqual({
    kind: 'csv',
    header: ['Subscription Id', 'Assigned To'],
    rows: [{ line: 2, cells: ['é₹', 'b'] }],
  });
});

test.each(['\n', '\r\n', '\r'])('lines may end with %j, in one file with any of them', (end) => {
  expect(cellsOf(`a,b${end}1,2${end}3,4\r\n5,6\n7,8${end}`)).toEqual([
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
    ['7', '8'],
  ]);
});

test('a row keeps the number a spreadsheet shows, past blank rows and past cells of several lines', () => {
  const row = fc.constantFrom('blank', 'plain', 'of two lines');
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const texts = { blank: ' , ', plain: 'x,y', 'of two lines': '"x\r\nx",y' };
      const file = ['', 'a,b', ...rows.map((kind) => texts[kind])].join('\r\n');
      const expected = rows.flatMap((kind, at) => (kind === 'blank' ? [] : [at + 3]));
      expect(read(file).rows.map(({ line }) => line)).toEqual(expected);
    }),
  );
});

test.each([
  ['a quote that is never closed', `${HEADER}1,2\n"3,4\n5,6\n`, 'Row 3 opens a quote that is never closed.'],
  ['text after a closing quote', `${HEADER}"1"x,2\n`, 'Row 2 has text after a closing quote.'],
  ['a quote in a bare cell', `${HEADER}1,2"3\n`, 'Row 2 has a quote inside a cell that is not quoted.'],
  ['a row too short', `${HEADER}1,2\n3\n`, 'Row 3 has 1 cells, the header has 2.'],
  ['a row too long', `${HEADER}1,2,3\n`, 'Row 2 has 3 cells, the header has 2.'],
  [
    'a record without end',
    `${HEADER}1,"${'x\n'.repeat(300_000)}"\n`,
    'Row 2 is too long; perhaps a quote is not closed.',
  ],
])('a file with %s is refused and says where', async (_fault, file, reason) => {
  const line = Number(/Row (\d)/.exec(reason)?.[1]);
  expect(await problemOf(() => read(file))).toEqual({ reason, line });
});

test('a cell over 64 KB is refused by its row and column', async () => {
  expect(await problemOf(() => read(`${HEADER}1,${'x'.repeat(64 * 1024 + 1)}\n`))).toEqual({
    reason: 'A cell is longer than 65,536 characters.',
    line: 2,
    column: 'Assigned To',
  });
});

test('10,000 rows are read, and a file of 50,000 is refused with the limit', async () => {
  expect(cellsOf(HEADER + '1,2\n'.repeat(10_000))).toHaveLength(10_000);
  expect(await problemOf(() => read(HEADER + '1,2\n'.repeat(50_000)))).toEqual({
    reason: 'The file has more than 10,000 rows. Split it into smaller files.',
    line: 10_002,
  });
});

test('a file of more than 100 columns is refused', async () => {
  expect(await problemOf(() => read(`${'a,'.repeat(100)}b\n`))).toEqual({
    reason: 'The file has more than 100 columns.',
    line: 1,
  });
});

const NOT_A_TABLE = 'This is not a CSV or XLSX file.';
const ENCODING = 'The file is not written in UTF-8 or UTF-16. Save it as "CSV UTF-8" and upload it again.';
test.each([
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), NOT_A_TABLE],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), NOT_A_TABLE],
  ['text with a NUL', Buffer.from('a,b\n1,\0\n'), NOT_A_TABLE],
  ['text with control characters', Buffer.from('a,b\n1,\x1b[2J\n'), NOT_A_TABLE],
  ['text in Windows-1252', Buffer.from('a,b\ncaf\xe9,1\n', 'latin1'), ENCODING],
  ['nothing but blank lines', Buffer.from('\n\n , \n'), 'The file is empty.'],
])('%s is refused', async (_content, bytes, reason) => {
  expect(await problemOf(() => read(bytes))).toEqual({ reason });
});

test('a guard before a formula is taken off, an apostrophe before anything else stays', () => {
  expect(cellsOf("a,b\n'=1+1,'tis\n'+919800000000,''=x\n")).toEqual([
    ['=1+1', "'tis"],
    ['+919800000000', "'=x"],
  ]);
});

test.each([
  ['sep=;', 'a;b\n"1,5";2\n'],
  ['"sep=;"', 'a;b\n"1,5";2\n'],
  ['SEP=\t', 'a\tb\n1,5\t2\n'],
  ['sep=|', 'a|b\n1,5|2\n'],
])('the line %j says by what the cells are separated, and counts as a line', (hint, rest) => {
  expect(read(`\uFEFF${hint}\r\n${rest}`)).toEqual({
    kind: 'csv',
    header: ['a', 'b'],
    rows: [{ line: 3, cells: ['1,5', '2'] }],
  });
});

test('the cells of a file together have a limit, in number and in length', async () => {
  const limits = { ...limitsOf.csv, cells: 5, characters: 20 };
  const few = (content: string) => readCsv(Buffer.from(content), limits);
  expect(few('a,b\n1,\n2,\n3,\n').rows).toHaveLength(3);
  expect(await problemOf(() => few('a,b\n1,\n2,3\n4,\n'))).toEqual({
    reason: 'The file has more than 5 filled cells. Split it into smaller files.',
    line: 4,
  });
  expect(await problemOf(() => few(`a,b\n${'x'.repeat(19)},\n`))).toEqual({
    reason: 'The cells of the file hold more than 20 characters together. Split it into smaller files.',
    line: 2,
  });
});
