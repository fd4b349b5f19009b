import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { limitsOf } from '../limits.ts';
import { readXlsx } from './read.ts';
import { sheetOf, textColumns, type Sheet, type SheetColumn } from '../sheet.ts';
import { xlsxOf } from './write.ts';
import { createXlsxBuilder } from './builder.ts';

const partsOf = (file: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([path, part]) => [path, strFromU8(part)]));

test('ids are text, days are days, amounts are numbers in their currency, and the header stays in sight', async () => {
  const columns: SheetColumn[] = [
    { label: 'Subscription Id', kind: 'text' },
    { label: 'Renewal Date', kind: 'day' },
    { label: 'Price', kind: 'amount' },
    { label: 'Margin', kind: 'percent' },
    { label: 'Seats', kind: 'number' },
    { label: 'When', kind: 'moment' },
  ];
  const rows = [
    ['007654321000', '01-04-2027', '150000.50', '12.55', 25, '01-04-2027 06:00:00', 'INR'],
    ['1E5', '', '99.00', '', '', '', 'USD'],
    ['=1+1', 'soon', 'free', 'some', 'many', 'once', ''],
  ];
  const csv = () =>
    Readable.from([
      `${columns.map(({ label }) => label).join(',')}\r\n${rows.map((row) => row.join(',')).join('\r\n')}`,
    ]);

  const file = await buffer(xlsxOf({ columns, csv }));

  expect(readXlsx(file, limitsOf.xlsx)).toEqual({
    kind: 'xlsx',
    header: columns.map(({ label }) => label),
    rows: [
      { line: 2, cells: ['007654321000', '2027-04-01', '150000.5', '12.55%', '25', '2027-04-01'] },
      { line: 3, cells: ['1E5', '', '99', '', '', ''] },
      { line: 4, cells: ['=1+1', 'soon', 'free', 'some', 'many', 'once'] },
    ],
    sheet: { name: 'Data', others: [] },
  });
  const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/styles.xml': styles = '' } = partsOf(file);
  expect(sheet).toContain('<c r="A2" s="2" t="inlineStr"><is><t xml:space="preserve">007654321000</t></is></c>');
  expect(sheet).toContain('<c r="B2" s="5"><v>46478</v></c><c r="C2" s="7"><v>150000.50</v></c>');
  expect(sheet).toContain('<c r="F2" s="6"><v>46478.25</v></c>');
  expect(sheet).toContain('<c r="C3" s="8"><v>99.00</v></c>');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toMatch(/<col min="1" max="1" width="20" customWidth="1"\/>/);
  expect(sheet).toContain('<autoFilter ref="A1:F4"/>');
  expect(sheet).not.toContain('<f>');
  expect(styles).toContain('numFmtId="49"');
  expect(styles).toContain('₹');
  expect(styles).toContain('formatCode="&quot;USD&quot; #,##0.00"');
});

test('lines end as the database ends them, below a header that ends as a file does', async () => {
  const csv = () => Readable.from(['A,B\r\n1,"one\nand two"\n2,"three\r\nand four"\n']);

  const file = await buffer(xlsxOf({ columns: textColumns(['A', 'B']), csv }));

  expect(readXlsx(file, limitsOf.xlsx).rows.map(({ cells }) => cells)).toEqual([
    ['1', 'one\nand two'],
    ['2', 'three\r\nand four'],
  ]);
});

const hostile = fc
  .tuple(
    fc.constantFrom('', "'", '"', ' ', '\uFEFF', "''", '\n', '_x0041_', '&lt;', ']]>'),
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '<', '&'),
    fc.string({ unit: 'grapheme' }),
  )
  .map((parts) => parts.join(''));
const text = fc
  .oneof(fc.string({ unit: 'binary' }), hostile)
  // Without characters that no file or database can hold, or that Unicode itself does not assign.
  .map((value) =>
    Buffer.from(value)
      .toString()
      .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''),
  );

test('what is exported is read back exactly as it was, formulas, line ends and apostrophes included', async () => {
  const maker = async (rows: string[][]) => {
    const sheet = sheetOf(textColumns(['A', 'B', 'n']), rows);
    const { add, end } = createXlsxBuilder(sheet.columns);
    const made = [...(await add(await buffer(sheet.csv('xlsx')))), ...(await end())];
    return Buffer.concat(made);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), async (pairs) => {
      const rows = pairs.map((pair, at) => [...pair, `n${at}`]);
      expect(readXlsx(await maker(rows), limitsOf.xlsx).rows.map(({ cells }) => cells)).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test('a sheet that is full goes on in another, each with its header', async () => {
  const columns = textColumns(['Id']);
  const { add, end } = createXlsxBuilder(columns, 151);
  const rows = Array.from({ length: 400 }, (_, n) => [`id ${n}`]);
  const file = Buffer.concat([...(await add(await buffer(sheetOf(columns, rows).csv('xlsx')))), ...(await end())]);
  const parts = partsOf(file);
  const counts = [1, 2, 3].map((n) => parts[`xl/worksheets/sheet${n}.xml`]?.split('<row ').length);
  expect(counts).toEqual([152, 152, 102]);
  expect(readXlsx(file, limitsOf.xlsx)).toMatchObject({ sheet: { name: 'Data', others: ['Data 2', 'Data 3'] } });
});

test('a text that is too long for a cell is cut, so that the file opens', async () => {
  const file = await buffer(xlsxOf(sheetOf(textColumns(['A']), [['x'.repeat(40_000)]])));
  const [cell = ''] = readXlsx(file, limitsOf.xlsx).rows[0]?.cells ?? [];
  expect([cell.length, cell.at(-1)]).toEqual([32_767, '…']);
});

test('rows that fail break the workbook off', async () => {
  const broken: Sheet = {
    columns: textColumns(['A']),
    csv: () =>
      Readable.from(
        (function* rows() {
          yield 'A\r\n1\r\n';
          throw new Error('the database is gone');
        })(),
      ),
  };
  await expect(buffer(xlsxOf(broken))).rejects.toThrow('the database is gone');
});

test('a reader who goes away ends the rows', async () => {
  let csv = new Readable();
  const endless: Sheet = {
    columns: textColumns(['A']),
    csv: () => {
      const rows = (function* lines() {
        for (;;) yield `${Math.E}\r\n`.repeat(10_000);
      })();
      csv = Readable.from(rows);
      return csv;
    },
  };
  const file = xlsxOf(endless);
  await file[Symbol.asyncIterator]().next();
  file.destroy();
  await new Promise<void>((resolve) => {
    if (csv.closed) resolve();
    else csv.once('close', resolve);
  });
  expect(csv.destroyed).toBe(true);
});
