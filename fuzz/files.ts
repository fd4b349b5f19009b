import { ASSIGNMENT_COLUMNS } from '@desk/contract/rules/assignment-columns';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { hostileFiles } from '../fault-tests/hostile-files.ts';
import { COLUMNS_OF } from '../server/src/domain/imports/read-file.ts';
import { likely } from './bodies.ts';
import { ODD_TEXTS } from './odd.ts';
import type { KnownValues } from './filled-database.ts';

const labelsOf = (columns: Readonly<Record<string, { readonly names: readonly string[] }>>): string[] =>
  Object.values(columns).map(({ names: [label = ''] }) => label);
/** The header of each kind of file, whole. */
const HEADERS = [...Object.values(COLUMNS_OF).map(labelsOf), ['Subscription Id', 'Assigned To']];
const LABELS = [...HEADERS.flat(), ...Object.values(ASSIGNMENT_COLUMNS).flat(), 'Surprise', ''];

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const VALUES = ['Google Workspace Business Starter', '1010020027', 'ANNUAL', 'ACTIVE', '25', '1200.00', 'INR', '12.5'];

const tableOf = (known: KnownValues): fc.Arbitrary<string[][]> => {
  const cellOf = (label: string): fc.Arbitrary<string> => {
    const wanted = likely(label, known);
    return fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...(wanted.length > 0 ? wanted : VALUES)) },
      { weight: 2, arbitrary: fc.constantFrom(...VALUES, ...ODD_TEXTS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    );
  };
  const header = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HEADERS) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 6 }) },
  );
  return header.chain((head) =>
    fc.array(fc.tuple(...head.map(cellOf)), { maxLength: 6 }).map((rows) => [head, ...rows]),
  );
};

const escaped = (text: string): string =>
  text.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, '?');
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function workbookOf(rows: readonly string[][]): Buffer {
  const cells = rows.map(
    (row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`,
  );
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, Buffer.from(xml)]))));
}

/** Some bytes changed, or the end gone. */
const broken = (files: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(files, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat(3))
    .map(([file, changes, cut]) => {
      const bytes = Buffer.from(file);
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
      return cut === 0 ? bytes.subarray(0, bytes.length >> 1) : bytes;
    });

let hostile: readonly Buffer[] | undefined;
/** Made once: they are large. */
const hostileOnce = (): readonly Buffer[] => (hostile ??= hostileFiles().map(({ bytes }) => bytes));

/** Files of every kind that an upload may be given. */
export function filesFor(known: KnownValues): fc.Arbitrary<Buffer> {
  const tables = tableOf(known);
  const csv = tables.chain((rows) =>
    fc
      .constantFrom('\n', '\r\n', '\r')
      .map((end) => Buffer.from(rows.map((row) => row.map(quoted).join(',')).join(end))),
  );
  const workbooks = tables.map(workbookOf);
  return fc.oneof(
    { weight: 6, arbitrary: csv },
    { weight: 6, arbitrary: workbooks },
    { weight: 3, arbitrary: broken(fc.oneof(csv, workbooks)) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileOnce()) },
  );
}
