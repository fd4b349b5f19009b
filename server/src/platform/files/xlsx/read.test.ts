import { deflateSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { limitsOf } from '../limits.ts';
import { readXlsx } from './read.ts';
import { problemOf } from '../testing/problem-of.ts';
import { declaring, row, workbook } from '../testing/workbook.ts';

const read = (bytes: Buffer) => readXlsx(bytes, limitsOf.xlsx);
const NOT_WHOLE = 'This is not a whole XLSX file. Open it in a spreadsheet program and save it again.';
const HEAD = row(1, 'a', 'b');

test('dates, numbers and truth come as the text a person would type', async () => {
  const day = (text: string) => ({ value: new Date(text), type: Date, format: 'dd/mm/yyyy' });
  const saved = await writeExcelFile([
    ['Domain', 'Seats', 'Price', 'Renews', 'Live', 'Note'].map((value) => ({ value })),
    [{ value: 'acme.example' }, { value: 40 }, { value: 1.1 }, day('2028-02-29'), { value: true }, { value: ' =1+1 ' }],
    [],
    [{ value: 'b.example' }, { value: 1e21 }, { value: 1.5e-7 }, day('2026-12-31'), { value: false }],
  ]).toBuffer();

  expect(read(saved)).toEqual({
    kind: 'xlsx',
    header: ['Domain', 'Seats', 'Price', 'Renews', 'Live', 'Note'],
    rows: [
      { line: 2, cells: ['acme.example', '40', '1.1', '2028-02-29', 'TRUE', ' =1+1 '] },
      { line: 4, cells: ['b.example', '1E+21', '0.00000015', '2026-12-31', 'FALSE', ''] },
    ],
    sheet: { name: 'Sheet1', others: [] },
  });
});

test('a formula gives the value that was stored with it, a cell that points nowhere is named', async () => {
  const cells = (value: string) => workbook(`${HEAD}<row r="2">${value}</row>`);
  const { rows } = read(cells('<c r="A2" t="str"><f>CONCAT("x","y")</f><v>xy</v></c>'));
  expect(rows).toEqual([{ line: 2, cells: ['xy', ''] }]);
  expect(await problemOf(() => read(cells('<c r="B2" t="s"><v>99</v></c>')))).toEqual({
    reason: 'The cell in row 2, column 2 cannot be read. Write a plain value into it.',
    line: 2,
  });
});

test('only the first sheet is read, and the others are named', async () => {
  const sheets = [
    { data: [[{ value: 'first' }], [{ value: '1' }]], sheet: 'One' },
    { data: [[{ value: 'second' }], [{ value: '2' }]], sheet: 'Two' },
  ];
  const saved = await writeExcelFile(sheets).toBuffer();
  expect(read(saved)).toMatchObject({ header: ['first'], sheet: { name: 'One', others: ['Two'] } });
});

test('rows that say nothing, as a format over a whole sheet leaves them, do not count', async () => {
  const blank = Array.from(
    { length: 6_000 },
    (_, at) => `<row r="${String(at + 3)}"><c r="A${String(at + 3)}" s="1"/></row>`,
  );
  expect(read(workbook(HEAD + row(2, 'acme.example') + blank.join(''))).rows).toHaveLength(1);
  const many = '<row/>'.repeat(100_001);
  expect((await problemOf(() => read(workbook(HEAD + many)))).reason).toContain('reaches to row');
});

test('5,000 rows are read and one more is refused, wherever it says that it stands', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 2, 'x')).join('');
  expect(read(workbook(HEAD + rows(5_000))).rows).toHaveLength(5_000);
  const tooFar = {
    reason: 'A sheet of the file reaches to row 5,002 or further; at most 5,000 rows are read.',
    line: 5002,
  };
  expect(await problemOf(() => read(workbook(HEAD + rows(5_001))))).toEqual(tooFar);
  const unnumbered = HEAD + '<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(5_001);
  expect(await problemOf(() => read(workbook(unnumbered)))).toEqual(tooFar);
});

test('a lone cell at the far end of the sheet is refused before the gap is filled', async () => {
  expect((await problemOf(() => read(workbook(HEAD + row(1_048_576, 'x'))))).reason).toContain('row 1,048,576');
  const wide = `<row r="2"><c r="XFD2"><v>1</v></c></row>`;
  expect((await problemOf(() => read(workbook(HEAD + wide)))).reason).toBe(
    'A sheet of the file reaches to column XFD; at most 100 are read.',
  );
});

test('an archive that says it is larger than 10 MB unpacked is refused unread', async () => {
  const bomb = workbook(HEAD, { 'xl/media/image1.png': new Uint8Array(40 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(limitsOf.xlsx.bytes);
  expect(await problemOf(() => read(bomb))).toEqual({ reason: 'The XLSX file is larger than 10 MB when unpacked.' });
});

test('a sheet of 300,000 rows that is declared small is refused without unpacking the rest', async () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => row(at + 1, 'x')).join('');
  const lying = declaring(workbook(rows), 4_000);
  expect(lying.length).toBeLessThan(limitsOf.xlsx.bytes);
  expect(await problemOf(() => read(lying))).toEqual({ reason: NOT_WHOLE });
});

test('an archive of more than 200 parts is refused', async () => {
  const parts = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`xl/media/${String(at)}.png`, new Uint8Array()]),
  );
  expect(await problemOf(() => read(workbook(HEAD, parts)))).toEqual({
    reason: 'The XLSX file has more than 200 parts.',
  });
});

test('a sheet that brings its own entities is refused', async () => {
  const sheet = `<!DOCTYPE x [<!ENTITY e "eee">]><worksheet><sheetData>${row(1, '&e;')}</sheetData></worksheet>`;
  const file = workbook('', { 'xl/worksheets/sheet1.xml': Buffer.from(sheet) });
  expect(await problemOf(() => read(file))).toEqual({ reason: NOT_WHOLE });
});

test.each([
  ['cut in the middle', workbook(HEAD).subarray(0, 700), NOT_WHOLE],
  ['nothing but the mark of one', Buffer.from('PK\x03\x04'), NOT_WHOLE],
  ['followed by noise', Buffer.concat([Buffer.from('PK\x03\x04'), deflateSync(Buffer.from('noise'))]), NOT_WHOLE],
  [
    'another document in the same wrapping',
    Buffer.from(zipSync({ 'word/document.xml': Buffer.from('<document></document>') })),
    'This is not a CSV or XLSX file.',
  ],
  [
    'without its sheet',
    Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.from('<workbook></workbook>') })),
    'This XLSX file cannot be read. Save it again, or save it as CSV.',
  ],
  ['with an empty sheet', workbook(''), 'The file is empty.'],
])('an XLSX file %s is refused', async (_fault, bytes, reason) => {
  expect(await problemOf(() => read(bytes))).toEqual({ reason });
});
