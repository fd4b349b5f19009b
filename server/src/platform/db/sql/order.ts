import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm';

interface Sorting<Sort extends string> {
  sort?: Sort | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/**
 * The order of a list: by the column that is asked for, in which rows that agree stand in the list's own order, else by that
 * alone.
 */
export function orderOf<Sort extends string>(
  columns: Readonly<Record<Sort, SQLWrapper>>,
  { sort, direction }: Sorting<Sort>,
  own: readonly SQL[],
): SQL[] {
  if (sort === undefined) return [...own];
  return [direction === 'desc' ? desc(columns[sort]) : asc(columns[sort]), ...own];
}
