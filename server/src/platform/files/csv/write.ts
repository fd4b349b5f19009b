import { escapeFormula } from './formula.ts';

/** Text is guarded against formulas, a number is written as it is, null is an empty cell. */
export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = '\uFEFF';
const CHUNK = 64 * 1024;

const QUOTED = /[",\r\n]/;

function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = escapeFormula(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its line end, as RFC 4180 has it. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * A whole CSV file in chunks of about 64 KB, for `Readable.from`: byte order mark (Excel reads UTF-8 only with it), header,
 * rows. Never more than one chunk is held.
 */
export async function* csvRows(
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string, void, undefined> {
  let chunk = BYTE_ORDER_MARK + csvLine(header);
  for await (const row of rows) {
    chunk += csvLine(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
