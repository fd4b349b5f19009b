import { numberText } from './cell-text.ts';
import { FileProblem } from '../file-problem.ts';
import { formatCount, type Limits } from '../limits.ts';
import type { NumberKind } from './number-format.ts';
import { textGatherer } from './workbook-parts.ts';
import { BadXml, readXml } from './xml.ts';

/** Parts of the workbook that a sheet's cells refer to. */
export interface Book {
  sharedTexts: readonly string[];
  styles: readonly NumberKind[];
  is1904: boolean;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  /** The stored value; undefined without one. */
  value: string | undefined;
  formula: string | undefined;
}

const CODE_BEFORE_A = 64;
/** Of any sheet, by Excel. */
const LAST_ROW = 1_048_576;
/** 'C7' → 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - CODE_BEFORE_A;
  return column - 1;
}

/** 2 → 'C'. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(CODE_BEFORE_A + 1 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}

type Read = (value: string, style: number, book: Book) => string | undefined;

const readNumber: Read = (value, style, { styles, is1904 }) => {
  const number = Number(value);
  return Number.isFinite(number) ? numberText(number, styles[style] ?? 'plain', is1904) : undefined;
};

/** Reads a stored value by its cell's type; that of any other type is text. */
const READ: Readonly<Record<string, Read>> = {
  s: (value, _style, { sharedTexts }) => sharedTexts[Number(value)],
  b: (value) => (value === '1' ? 'TRUE' : 'FALSE'),
  d: (value) => value.slice(0, 10),
  n: readNumber,
};

/** The program that wrote the file left the formula's result to the next spreadsheet program, so it is unknown here. */
const isUnknown = ({ type, value, formula }: Cell): boolean =>
  formula !== undefined && (value === undefined || (value === '' && type !== 'str'));

/** The cell's text, or undefined where it cannot be told. */
function textOf(cell: Cell, book: Book): string | undefined {
  const { type, style, value = '', formula = '' } = cell;
  if (isUnknown(cell)) return `=${formula}`;
  if (value === '') return '';
  const read = Object.hasOwn(READ, type) ? READ[type] : undefined;
  return read ? read(value, style, book) : value;
}

/** Rows that say nothing, as a format over a whole sheet leaves them, are passed over, but not without end. */
const MOST_ROWS = 100_000;

const tooFar = (line: number, { rows }: Limits): FileProblem => {
  const most = `at most ${formatCount(rows)} rows are read`;
  return new FileProblem(`A sheet of the file reaches to row ${formatCount(line)} or further; ${most}.`, { line });
};

/** Reads the rows of a sheet one after the other; those without a cell that says anything are passed over. */
export function readSheet(
  part: Uint8Array,
  book: Book,
  limits: Limits,
  add: (line: number, cells: string[]) => void,
): void {
  const gathered = textGatherer();
  let [line, rows] = [0, 0];
  let cells: string[] = [];
  let cell: Cell | undefined;
  let column = 0;
  let taken: 'value' | 'formula' | undefined;

  function openRow(given: string | undefined): void {
    const next = given === undefined ? line + 1 : Number(given);
    if (!(next > line) || !Number.isInteger(next)) throw new BadXml('rows that go back');
    if (next > LAST_ROW) throw new BadXml('a row that no sheet has');
    line = next;
    rows += 1;
    if (rows > MOST_ROWS) throw tooFar(line, limits);
    cells = [];
    column = 0;
  }

  function openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    column = r === undefined ? column : columnOf(r);
    cell = { column, type: t, style: Number(s), value: undefined, formula: undefined };
    gathered.begin();
  }

  function closeCell(done: Cell): void {
    column = done.column + 1;
    const text = textOf(done.type === 'inlineStr' ? { ...done, value: gathered.end() } : done, book);
    if (text === '') return;
    const place = `row ${String(line)}, column ${String(column)}`;
    if (text === undefined) {
      throw new FileProblem(`The cell in ${place} cannot be read. Write a plain value into it.`, { line });
    }
    if (line > limits.rows + 1) throw tooFar(line, limits);
    if (column > limits.columns) {
      const most = `at most ${formatCount(limits.columns)} are read`;
      throw new FileProblem(`A sheet of the file reaches to column ${lettersOf(done.column)}; ${most}.`);
    }
    while (cells.length < done.column) cells.push('');
    cells[done.column] = text;
  }

  readXml(part, {
    open: (name, attributes) => {
      if (name === 'row') openRow(attributes['r']);
      else if (name === 'c') openCell(attributes);
      else if (name === 'v') taken = 'value';
      else if (name === 'f') taken = 'formula';
      else gathered.open(name);
      if (cell && taken) cell[taken] = '';
    },
    text: (text) => {
      if (cell && taken) cell[taken] = (cell[taken] ?? '') + text;
      else gathered.add(text);
    },
    close: (name) => {
      taken = undefined;
      if (name === 'c' && cell) {
        closeCell(cell);
        cell = undefined;
      } else if (name === 'row') add(line, cells);
      else gathered.close(name);
    },
  });
}
