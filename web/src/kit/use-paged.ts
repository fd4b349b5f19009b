import { useMemo } from 'react';
import { sorted } from './sorting.ts';
import type { Column, Sort } from './table-types.ts';

interface Wanted<Row> {
  columns: readonly Column<Row>[];
  /** Keep it stable (`useCallback`), or the whole list is filtered on every render. */
  match?: (row: Row) => boolean;
  sort: Sort | undefined;
  page: number;
  size: number;
}

/**
 * Filters, sorts and cuts outside the table, so that an edit touches only the page on screen.
 * A page beyond the last one shows the last one.
 */
export function usePaged<Row>(rows: readonly Row[], { columns, match, sort, page, size }: Wanted<Row>) {
  const matching = useMemo(() => (match ? rows.filter(match) : rows), [rows, match]);
  const all = useMemo(() => sorted(matching, columns, sort), [matching, columns, sort]);
  const shownPage = Math.min(Math.max(page, 1), Math.max(1, Math.ceil(all.length / size)));
  const onPage = useMemo(() => all.slice((shownPage - 1) * size, shownPage * size), [all, shownPage, size]);
  return { rows: onPage, all, total: all.length, page: shownPage, size, sort };
}
