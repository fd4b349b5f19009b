import { hasControlCharacters } from './control-characters.ts';
import { FileProblem } from './file-problem.ts';
import { unescapeFormula } from './csv/formula.ts';
import { type FileKind, formatCount, type Limits } from './limits.ts';

export interface TableRow {
  /** Row number as a spreadsheet shows it: the header of a file without blank rows above it is 1. */
  line: number;
  /** As many as the header has, as written in the file without the guard of `write-csv.ts`. */
  cells: string[];
}

export interface Table {
  kind: FileKind;
  header: string[];
  rows: TableRow[];
  /** Of a workbook: the sheet that was read, and those that were not. */
  sheet?: { name: string; others: string[] };
}

/** Counts what the cells of a file hold together. @throws FileProblem where it is too much. */
function makeCounter(limits: Limits) {
  let [filled, characters] = [0, 0];
  return (cells: readonly string[], line: number): void => {
    for (const cell of cells) {
      if (cell !== '') filled += 1;
      characters += cell.length;
    }
    const split = 'Split it into smaller files.';
    if (filled > limits.cells) {
      throw new FileProblem(`The file has more than ${formatCount(limits.cells)} filled cells. ${split}`, { line });
    }
    if (characters > limits.characters) {
      const most = `${formatCount(limits.characters)} characters`;
      throw new FileProblem(`The cells of the file hold more than ${most} together. ${split}`, { line });
    }
  };
}

/**
 * Takes the rows of a file one after the other, the first that holds anything being the header, and keeps the limits. In a
 * workbook a row ends with its last cell, wherever the header does.
 */
export function tableBuilder(kind: FileKind, limits: Limits) {
  const rows: TableRow[] = [];
  const count = makeCounter(limits);
  let header: string[] | undefined;
  let widest = 0;

  function addRow(line: number, cells: string[], columns: string[]): void {
    if (kind === 'csv' && cells.length !== columns.length) {
      const counts = `${String(cells.length)} cells, the header has ${String(columns.length)}`;
      throw new FileProblem(`Row ${formatCount(line)} has ${counts}.`, { line });
    }
    if (rows.length === limits.rows) {
      throw new FileProblem(`The file has more than ${formatCount(limits.rows)} rows. Split it into smaller files.`, {
        line,
      });
    }
    rows.push({ line, cells: cells.map((cell, at) => checkedCell(cell, limits, line, columns[at])) });
  }

  return {
    add: (line: number, cells: string[]): void => {
      if (cells.every((cell) => cell.trim() === '')) return;
      count(cells, line);
      widest = Math.max(widest, cells.length);
      if (header) addRow(line, cells, header);
      else header = checkedHeader(line, cells, limits);
    },
    table: (): Table => {
      if (!header) throw new FileProblem('The file is empty.');
      for (const cells of [header, ...rows.map((row) => row.cells)]) {
        while (cells.length < widest) cells.push('');
      }
      return { kind, header, rows };
    },
  };
}

function checkedHeader(line: number, cells: string[], limits: Limits): string[] {
  if (cells.length > limits.columns) {
    throw new FileProblem(`The file has more than ${formatCount(limits.columns)} columns.`, { line });
  }
  return cells.map((cell) => checkedCell(cell, limits, line).trim());
}

function checkedCell(cell: string, limits: Limits, line: number, column = ''): string {
  if (cell.length > limits.cellCharacters) {
    throw new FileProblem(`A cell is longer than ${formatCount(limits.cellCharacters)} characters.`, { line, column });
  }
  if (hasControlCharacters(cell)) throw new FileProblem('A cell holds characters that are not text.', { line, column });
  return unescapeFormula(cell);
}
