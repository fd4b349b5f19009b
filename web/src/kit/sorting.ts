import type { Column, Sort, SortValue } from './table-types.ts';

const words = new Intl.Collator('en-IN', { numeric: true });

const isEmpty = (value: SortValue) => value === null || value === '';

/** Numbers by value, text as people sort it; empty ones stand last in both directions. */
export function compare(a: SortValue, b: SortValue, direction: Sort['direction']): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
  return direction === 'asc' ? order : -order;
}

export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const by = columns.find((column) => column.id === sort?.column)?.sort;
  if (!sort || !by) return rows;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort((a, b) => compare(a.value, b.value, sort.direction))
    .map(({ row }) => row);
}

/** None, ascending, descending, none. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : undefined;
}

/** In an address: `renewal_date`, descending `-renewal_date`. */
export const writeSort = (sort: Sort | undefined): string =>
  sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : '';

export const readSort = (text: string): Sort | undefined => {
  if (text === '') return undefined;
  return text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' };
};
