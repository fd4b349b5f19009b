import type { CellReader } from './cells.ts';
import { cellError } from './cell-faults.ts';
import { type ColumnSpec, pickColumns } from './pick-columns.ts';
import { FileProblem } from '../file-problem.ts';
import { formatCount } from '../limits.ts';
import { mapInChunks } from '../../concurrency/chunks.ts';
import type { Table } from '../table.ts';

export interface TypedColumn<T = unknown> extends ColumnSpec {
  read: CellReader<T>;
  /** Of a required column: a line may leave its cell blank. */
  mayBeBlank?: true;
  /** Our own exports have it; templates do not. */
  isOnlyExported?: true;
}

/** Parsed values of a row; null is a blank cell, or a column that the file does not have. */
export type ValuesOf<C extends Record<string, TypedColumn>> = {
  -readonly [K in keyof C]: C[K] extends { required: true; mayBeBlank?: never }
    ? ReturnType<C[K]['read']>
    : ReturnType<C[K]['read']> | null;
};

interface WrongCell {
  column: string;
  reason: string;
}

export interface TypedRow<Values> {
  line: number;
  /** The cells as they were written, or how they begin, for words about the row. */
  cells: Partial<Record<keyof Values, string>>;
  /** Null when a cell is wrong. */
  values: Values | null;
  wrong: WrongCell[];
}

/** Reads the cells of a table by their columns (write them `as const`): every wrong cell is told, not only the first. */
export async function typedRows<const C extends Record<string, TypedColumn>>(
  table: Table,
  columns: C,
  today: string,
): Promise<TypedRow<ValuesOf<C>>[]> {
  return mapInChunks(await pickColumns(table, columns), ({ line, values }) => {
    const cells = values as Partial<Record<keyof C, string>>;
    const wrong: WrongCell[] = [];
    const read = Object.entries(columns).map(([key, column]) => {
      try {
        return [key, valueOf(cells[key] ?? '', column, today)];
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        wrong.push({ column: column.names[0], reason: error.reason });
        return [key, null];
      }
    });
    return {
      line,
      cells: shortened(cells) as typeof cells,
      values: wrong.length > 0 ? null : (Object.fromEntries(read) as ValuesOf<C>),
      wrong,
    };
  });
}

/** No column takes more, and a longer one is not looked through for what it may be. */
const LONGEST = 1_000;
const SHOWN = 200;
const shortened = (cells: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell?.slice(0, SHOWN)]));

function valueOf(cell: string, { names, required, mayBeBlank, read }: TypedColumn, today: string): unknown {
  if (cell === '' && required && !mayBeBlank) throw new FileProblem(`${names[0]} is missing`);
  if (cell === '') return null;
  if (cell.length > LONGEST) throw new FileProblem(`At most ${formatCount(LONGEST)} characters`);
  const fault = cellError(cell);
  if (fault !== undefined) throw new FileProblem(fault);
  return read(cell, today);
}
