import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync';
import { decodeText } from './decode-text.ts';
import { FileProblem } from '../file-problem.ts';
import { formatCount, type Limits } from '../limits.ts';
import { type Table, tableBuilder } from '../table.ts';

const DELIMITERS = [',', ';', '\t'];

const REASONS: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell that is not quoted',
  CSV_MAX_RECORD_SIZE: 'is too long; perhaps a quote is not closed',
};

export function readCsv(bytes: Buffer, limits: Limits): Table {
  const { text, hinted } = withoutHint(decodeText(bytes));
  const delimiter = hinted ?? delimiterOf(text);
  checkWidth(text, delimiter, limits);
  const builder = tableBuilder('csv', limits);
  // The hint was the first line.
  let line = hinted === undefined ? 0 : 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: limits.cellCharacters * 4,
      // Kept by the builder, so a file over the limit is left at the first row too many.
      on_record: (cells: string[]) => {
        line += 1;
        builder.add(line, cells);
        return null;
      },
    });
  } catch (error) {
    throw inPlainWords(error, line + 1);
  }
  return builder.table();
}

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = ['"', '\n', '\r'].map((sign) => sign.charCodeAt(0));

/** Counts the cells of each line before any is made: five megabytes of separators would be five million texts. */
function checkWidth(text: string, delimiter: string, { columns }: Limits): void {
  const separator = delimiter.charCodeAt(0);
  let [line, cells, isQuoted] = [1, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (code === LINE_FEED || code === CARRIAGE_RETURN) cells = 1;
    if (code === LINE_FEED) line += 1;
    if (code === separator) cells += 1;
    // A line that is only a little too long is told against its header.
    if (cells > columns * 2) throw new FileProblem(`The file has more than ${formatCount(columns)} columns.`, { line });
  }
}

/** `sep=;` in the first line tells Excel by what the cells are separated; it is no row. */
function withoutHint(text: string): { text: string; hinted?: string } {
  const hint = /^"?sep=([,;\t|])"?[\t ]*(?:\r\n|\n|\r)/i.exec(text);
  return hint?.[1] === undefined ? { text } : { text: text.slice(hint[0].length), hinted: hint[1] };
}

/** One delimiter for the whole file, by the header without its quoted parts: csv-parse would split on any of several. */
function delimiterOf(text: string): string {
  const bare = text.slice(0, 100_000).replaceAll(/"[^"]*"/g, 'x');
  const header = bare
    .trimStart()
    .split(/[\r\n]/, 1)
    .join();
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

function inPlainWords(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new FileProblem(`Row ${formatCount(line)} ${REASONS[error.code] ?? 'cannot be read as CSV'}.`, { line });
}
