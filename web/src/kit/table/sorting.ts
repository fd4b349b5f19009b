import type { Column, Sort, SortValue } from './types.ts';

const words = new Intl.Collator('en-IN', { numeric: true });

const isEmpty = (value: SortValue) => value === null || value === '';
const isAmount = (value: SortValue): value is Extract<SortValue, readonly unknown[]> => Array.isArray(value);

/** Below zero where `a` stands before `b`. */
function inOrder(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // Nearly all are of one currency, and comparing words is slow.
  if (isAmount(a) && isAmount(b)) return a[0] === b[0] ? a[1] - b[1] : words.compare(a[0], b[0]);
  return words.compare(String(a), String(b));
}

/** Numbers by value, amounts by currency and value, text as people sort it; empty ones stand last in both directions. */
export function compare(a: SortValue, b: SortValue, direction: Sort['direction']): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  return direction === 'asc' ? inOrder(a, b) : -inOrder(a, b);
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
