import { FileProblem } from './file-problem.ts';
import type { Table } from './table.ts';

export interface ColumnSpec {
  /** What the header may say; the first is the one that sentences use. Case, spaces, `_` and `-` do not matter. */
  names: readonly [string, ...string[]];
  required: boolean;
}

export interface PickedRow<S extends Record<string, ColumnSpec>> {
  line: number;
  /** Trimmed; undefined where the file has no such column, '' where its cell is blank. */
  values: { [K in keyof S]: S[K]['required'] extends true ? string : string | undefined };
}

/** The wanted columns of a table by their headers; write the spec `as const`. Other columns are left out. */
export function pickColumns<const S extends Record<string, ColumnSpec>>(table: Table, spec: S): PickedRow<S>[] {
  const places = Object.entries(spec).map(([key, column]) => [key, placeOf(column, table.header)] as const);
  return table.rows.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(places.map(([key, at]) => [key, cells[at]?.trim()])) as PickedRow<S>['values'],
  }));
}

export const hasColumn = ({ header }: Table, column: ColumnSpec): boolean =>
  placeOf({ ...column, required: false }, header) !== -1;

/** Position of the column in the header, -1 where it may be and is missing. */
function placeOf({ names, required }: ColumnSpec, header: string[]): number {
  const wanted = new Set(names.map(plain));
  const [first, second] = header.flatMap((title, at) => (wanted.has(plain(title)) ? [at] : []));
  if (second !== undefined) {
    throw new FileProblem(`The column '${names[0]}' is in the file twice.`, { column: header[second] ?? names[0] });
  }
  if (first === undefined && required) {
    throw new FileProblem(`The file has no column '${names[0]}'.`, { column: names[0] });
  }
  return first ?? -1;
}

const plain = (title: string): string => title.toLowerCase().replaceAll(/[\s_-]/g, '');
