import { FileProblem } from '../file-problem.ts';
import type { Table } from '../table.ts';
import { closestHeader } from './closest-header.ts';
import { mapInChunks } from '../../concurrency/chunks.ts';

export interface ColumnSpec {
  /** Accepted headers; the first is the one used in sentences. Case, spaces, `_` and `-` do not matter. */
  names: readonly [string, ...string[]];
  /** Names that mean this column alone: beside one of them, a header of `names` means something else and is not read. */
  surer?: readonly string[];
  required: boolean;
}
/** How much of somebody's header a sentence says. */
const LONGEST_SHOWN = 60;

type Columns = Readonly<Record<string, ColumnSpec>>;

export interface PickedRow<S extends Columns> {
  line: number;
  /** Trimmed; undefined where the file has no such column, '' where its cell is blank. */
  values: { [K in keyof S]: S[K]['required'] extends true ? string : string | undefined };
}

/**
 * The wanted columns of a table by their headers; write the spec `as const`. Other columns are left out.
 * @throws FileProblem where the header has not what is wanted, once.
 */
export async function pickColumns<const S extends Columns>(table: Table, spec: S): Promise<PickedRow<S>[]> {
  refuseLacking(table, spec);
  const places = Object.entries(spec).map(([key, column]) => [key, placeOf(column, table.header)] as const);
  return mapInChunks(table.rows, ({ line, cells }) => ({
    line,
    values: Object.fromEntries(places.map(([key, at]) => [key, cells[at]?.trim()])) as PickedRow<S>['values'],
  }));
}

export const hasColumn = ({ header }: Table, column: ColumnSpec): boolean => placeOf(column, header) !== -1;

/** @throws FileProblem naming the first column that must be there and is not, with the header that may have meant it. */
function refuseLacking(table: Table, spec: Columns): void {
  const lacking = Object.values(spec).find((column) => column.required && !hasColumn(table, column));
  if (!lacking) return;
  const name = lacking.names[0];
  const unknown = ignoredColumns(table, spec).find(({ meant }) => meant === name);
  const hint = unknown === undefined ? '' : ` Did you mean '${name}' by '${unknown.column.slice(0, LONGEST_SHOWN)}'?`;
  throw new FileProblem(`The file has no column '${name}'.${hint}`, { column: name });
}

/** A column that is not read, and the one that its header may have meant. */
export interface IgnoredColumn {
  column: string;
  meant: string | null;
}

/** The headers of a table that are none of the wanted columns; one that the file lacks may have been meant. */
export function ignoredColumns({ header }: Table, spec: Columns): IgnoredColumn[] {
  const columns = Object.values(spec);
  const places = columns.map((column) => placeOf(column, header));
  const lacking = columns.filter((_, at) => places[at] === -1).map(({ names, surer = [] }) => [...names, ...surer]);
  const read = new Set(places);
  return header.flatMap((column, at) => {
    if (column === '' || read.has(at)) return [];
    const isKnown = columns.some((one) => namesOf(one).includes(plain(column)));
    return { column, meant: isKnown ? null : closestHeader(column, lacking) };
  });
}

/** Position of the column in the header, -1 where it is missing. */
function placeOf({ names, surer = [] }: ColumnSpec, header: readonly string[]): number {
  const sure = placesOf(surer, header);
  const [first, second] = sure.length > 0 ? sure : placesOf(names, header);
  if (second !== undefined) {
    throw new FileProblem(`The column '${names[0]}' is in the file twice.`, { column: header[second] ?? names[0] });
  }
  return first ?? -1;
}

function placesOf(names: readonly string[], header: readonly string[]): number[] {
  const wanted = new Set(names.map(plain));
  return header.flatMap((title, at) => (wanted.has(plain(title)) ? [at] : []));
}

const namesOf = ({ names, surer = [] }: ColumnSpec): string[] => [...names, ...surer].map(plain);

const plain = (title: string): string => title.toLowerCase().replaceAll(/[\s_-]/g, '');
