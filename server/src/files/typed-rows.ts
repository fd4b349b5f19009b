import type { CellReader } from './cells.ts';
import { type ColumnSpec, pickColumns } from './columns-of.ts';
import { FileProblem } from './file-problem.ts';
import { looksLikeFormula } from './formula.ts';
import type { Table } from './table.ts';

export interface TypedColumn<T = unknown> extends ColumnSpec {
  read: CellReader<T>;
}

/** What the cells of a row say; null is a blank cell, or a column that the file does not have. */
export type ValuesOf<C extends Record<string, TypedColumn>> = {
  -readonly [K in keyof C]: C[K]['required'] extends true ? ReturnType<C[K]['read']> : ReturnType<C[K]['read']> | null;
};

interface WrongCell {
  column: string;
  reason: string;
}

export interface TypedRow<Values> {
  line: number;
  /** The cells as they were written, for words about the row. */
  cells: Partial<Record<keyof Values, string>>;
  /** Null when a cell is wrong. */
  values: Values | null;
  wrong: WrongCell[];
}

/** Reads the cells of a table by their columns (write them `as const`): every wrong cell is told, not only the first. */
export function typedRows<const C extends Record<string, TypedColumn>>(
  table: Table,
  columns: C,
  today: string,
): TypedRow<ValuesOf<C>>[] {
  return pickColumns(table, columns).map(({ line, values }) => {
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
    return { line, cells, values: wrong.length > 0 ? null : (Object.fromEntries(read) as ValuesOf<C>), wrong };
  });
}

function valueOf(cell: string, { names, required, read }: TypedColumn, today: string): unknown {
  if (cell === '' && required) throw new FileProblem(`${names[0]} is missing`);
  if (cell === '') return null;
  if (looksLikeFormula(cell)) throw new FileProblem('A formula is not taken. Enter the plain value');
  return read(cell, today);
}
