import { useMemo } from 'react';
import { sorted } from './sorting.ts';
import type { Column, Sort } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';

interface Wanted<Row> {
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  /** Keep it stable (`useCallback`), or the whole list is filtered on every render. */
  match?: (row: Row) => boolean;
  sort: Sort | undefined;
  page: number;
  size: number;
  /** Another number filters and sorts anew: after what was done with many rows at once, or in a dialog. */
  drawn?: number;
}

/**
 * Filters, sorts and cuts outside the table, so that an edit touches only the page on screen. A row whose values change
 * stays where it is until the user filters, sorts or turns the page, or `drawn` is another. A page beyond the last one shows the last one.
 */
export function usePaged<Row>(rows: readonly Row[], { row, columns, match, sort, page, size, drawn }: Wanted<Row>) {
  const members = rows.map(row.key).join();
  const [by, direction] = [sort?.column, sort?.direction];
  const order = useMemo(
    () => sorted(match ? rows.filter(match) : rows, columns, sort).map(row.key),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- made anew for other rows, not for other values of the same rows
    [members, match, by, direction, page, drawn],
  );
  const all = useMemo(() => {
    const byKey = new Map(rows.map((one) => [row.key(one), one]));
    return order.flatMap((key) => byKey.get(key) ?? []);
  }, [rows, order, row]);
  const shownPage = Math.min(Math.max(page, 1), Math.max(1, Math.ceil(all.length / size)));
  const onPage = useMemo(() => all.slice((shownPage - 1) * size, shownPage * size), [all, shownPage, size]);
  return { rows: onPage, all, total: all.length, page: shownPage, size, sort };
}
