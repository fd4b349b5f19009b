import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitsOf } from '../limits.ts';
import { readCsv } from './read.ts';
import { type CsvCell, csvLine, csvRows } from './write.ts';

const fileOf = (header: string[], rows: CsvCell[][]) => buffer(Readable.from(csvRows(header, rows)));

const hostile = fc
  .tuple(
    fc.constantFrom('', "'", '"', ' ', '\uFEFF', "''", '\n'),
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'),
    fc.string({ unit: 'binary' }),
  )
  .map((parts) => parts.join(''));
const text = fc
  .oneof(fc.string({ unit: 'binary' }), hostile)
  .map((value) => value.replaceAll(/[\0-\x08\x0e-\x1f]/g, ''));

test('what is exported is read back exactly as it was, formulas, quotes, line ends and apostrophes included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), async (rows) => {
      const file = await fileOf(
        ['A', 'B', 'n'],
        rows.map((cells, at) => [...cells, at]),
      );
      expect(readCsv(file, limitsOf.csv).rows.map((row) => row.cells)).toEqual(
        rows.map((cells, at) => [...cells, String(at)]),
      );
    }),
    { numRuns: 500 },
  );
});

test('no exported text starts as a spreadsheet would start a formula, read by another reader', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      const [, cells] = parse(await fileOf(['a'], [[value, '\0', 'x']]), { bom: true, relax_column_count: true });
      for (const cell of cells ?? []) expect(cell).not.toMatch(/^["\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\0]/);
    }),
  );
});

test('numbers stay numbers, text that looks like one is text', () => {
  expect(csvLine([-12.5, 40, '-12.5', '+919800000000', null, 'a,"b"'])).toBe(
    `-12.5,40,'-12.5,'+919800000000,,"a,""b"""\r\n`,
  );
});

test('a file starts with a byte order mark and its header, and comes in chunks of bounded size', async () => {
  const row = ['acme.example', 40];
  const chunks: string[] = [];
  for await (const chunk of csvRows(
    ['Domain', 'Seats'],
    Array.from({ length: 20_000 }, () => row),
  ))
    chunks.push(chunk);
  expect(chunks[0]?.startsWith('\uFEFFDomain,Seats\r\nacme.example,40\r\n')).toBe(true);
  expect(chunks.join('').length).toBe(1 + 'Domain,Seats\r\n'.length + 20_000 * 'acme.example,40\r\n'.length);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(66_000);
});
