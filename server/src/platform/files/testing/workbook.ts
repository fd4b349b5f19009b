import { zipSync } from 'fflate';

const SHEET = 'xl/worksheets/sheet1.xml';
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook by hand, for what no spreadsheet program would save: `rows` is the XML between the sheetData tags. */
export function workbook(rows: string, more: Record<string, Uint8Array> = {}): Buffer {
  const part = (xml: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part(
        `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATION}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      [SHEET]: part(`<worksheet xmlns="${NAMESPACE}"><sheetData>${rows}</sheetData></worksheet>`),
      ...more,
    }),
  );
}

/** The same workbook with another size written down for its sheet, in both places where an archive says it. */
export function declaring(bytes: Buffer, size: number): Buffer {
  const forged = Buffer.from(bytes);
  // Name and uncompressed size in a local header (PK 3 4) and in the directory at the end (PK 1 2).
  for (const [mark, nameAt, sizeAt] of [
    ['PK\x03\x04', 30, 22],
    ['PK\x01\x02', 46, 24],
  ] as const) {
    let at = forged.indexOf(mark, 0, 'latin1');
    while (at >= 0 && forged.toString('latin1', at + nameAt, at + nameAt + SHEET.length) !== SHEET) {
      at = forged.indexOf(mark, at + 4, 'latin1');
    }
    forged.writeUInt32LE(size, at + sizeAt);
  }
  return forged;
}

/** One row of text cells: `row(2, 'a', 'b')` fills A2 and B2. */
export function row(line: number, ...texts: string[]): string {
  const cell = (text: string, at: number) =>
    `<c r="${String.fromCharCode(65 + at)}${String(line)}" t="inlineStr"><is><t>${text}</t></is></c>`;
  return `<row r="${String(line)}">${texts.map(cell).join('')}</row>`;
}
