import { parse } from 'csv-parse';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { currencyStyles, rowXml, sheetFoot, sheetHead, workbookParts } from './sheet-xml.ts';
import type { SheetColumn } from '../sheet.ts';

/** So many rows decide how wide the columns are. */
const SIZED_BY = 100;
/** Rows of a sheet, by Excel; what is more goes to a further one. */
const MOST_ROWS = 1_048_576;
const PIECE = 64 * 1024;
/** Half the time of the next level, and files a fifth larger. */
const LEVEL = 1;

/** Makes a workbook of the CSV of a sheet, piece by piece: never more than some rows are held. */
export function createXlsxBuilder(columns: readonly SheetColumn[], mostRows = MOST_ROWS) {
  const made: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else made.push(bytes);
  });
  const currencies = currencyStyles();
  let first: string[][] | undefined = [];
  let part: ZipDeflate | undefined;
  let [sheets, line, text] = [0, 0, ''];

  function open(path: string): ZipDeflate {
    const next = new ZipDeflate(path, { level: LEVEL });
    zip.add(next);
    return next;
  }
  function write(xml: string): void {
    text += xml;
    if (text.length < PIECE) return;
    part?.push(strToU8(text));
    text = '';
  }
  function beginSheet(sizedBy: readonly string[][]): void {
    sheets += 1;
    part = open(`xl/worksheets/sheet${sheets}.xml`);
    line = 1;
    write(sheetHead(columns, sizedBy));
  }
  function endSheet(): void {
    part?.push(strToU8(text + sheetFoot(columns, line)), true);
    text = '';
  }
  function writeRow(cells: string[]): void {
    if (line === mostRows) {
      endSheet();
      beginSheet([cells]);
    }
    line += 1;
    write(rowXml(line, cells, columns, currencies.styleOf(cells[columns.length])));
  }
  /** The columns are sized as soon as some rows are there, or all of them. */
  function flushFirst(): void {
    if (!first) return;
    const rows = first;
    first = undefined;
    beginSheet(rows);
    rows.forEach(writeRow);
  }

  const parser = parse({
    bom: true,
    from_line: 2,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    on_record: (cells: string[]) => {
      if (!first) writeRow(cells);
      else if (first.push(cells) === SIZED_BY) flushFirst();
      return null;
    },
  });
  parser.on('error', (error) => (failure = error));
  // Records are taken as they are found; the end is heard by who listens.
  parser.resume();

  const taken = (): Uint8Array[] => {
    if (failure) throw failure;
    return made.splice(0);
  };
  return {
    /** Takes some of the CSV. @returns what is made of the workbook since. */
    add: (csv: Uint8Array): Promise<Uint8Array[]> =>
      new Promise((resolve, reject) => {
        parser.write(Buffer.from(csv.buffer, csv.byteOffset, csv.length), (error) => {
          if (error) reject(error);
          else resolve(taken());
        });
      }),
    /** The rest of the workbook. */
    end: async (): Promise<Uint8Array[]> => {
      await new Promise<void>((resolve, reject) => {
        parser.once('error', reject).once('end', resolve).end();
      });
      flushFirst();
      endSheet();
      for (const [path, xml] of Object.entries(workbookParts(sheets, currencies.formats()))) {
        open(path).push(strToU8(xml), true);
      }
      zip.end();
      return taken();
    },
  };
}
