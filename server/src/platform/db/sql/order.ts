import { asc, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

interface Sorting<Sort extends string> {
  sort?: Sort | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** A column that is empty in some rows: these stand last, whichever way it is sorted. */
export const sometimesEmpty = (nullsLast: SQLWrapper) => ({ nullsLast });
type Sorted = SQLWrapper | ReturnType<typeof sometimesEmpty>;

function sortedBy(by: Sorted, direction: 'asc' | 'desc' | undefined): SQL {
  const way = direction === 'desc' ? desc : asc;
  return 'nullsLast' in by ? sql`${way(by.nullsLast)} nulls last` : way(by);
}

/**
 * The order of a list: by the column that is asked for, in which rows that agree stand in the list's own order, else by that
 * alone.
 */
export function orderOf<Sort extends string>(
  columns: Readonly<Record<Sort, Sorted>>,
  { sort, direction }: Sorting<Sort>,
  own: readonly SQL[],
): SQL[] {
  return sort === undefined ? [...own] : [sortedBy(columns[sort], direction), ...own];
}
