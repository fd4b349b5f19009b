import { useCallback, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { DataTable } from './data-table.tsx';
import { ScreenFrame } from '../layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../filter/screen-search.ts';
import { SearchBox } from '../filter/search-box.tsx';
import { readSort, writeSort } from './sorting.ts';
import type { Column, TableTexts } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { usePaged } from './use-paged.ts';

const Search = z.object(tableSearch);
const NO_ROWS: readonly never[] = [];

interface Props<Row> {
  title: string;
  row: RowIdentity<Row>;
  /** All rows; undefined until they are there. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  query: Loading;
  texts: TableTexts;
  /** The search box: its label, and the text of a row that it searches as a substring. */
  search?: { readonly label: string; readonly in: (row: Row) => string };
  /** Rows on a page: 10 unless the specification says otherwise. */
  size?: number;
  /** Beside the title: the button that adds to the list. */
  beside?: ReactNode;
  /** The toolbar. */
  children?: ReactNode;
}

/** A screen that is one list held in the browser: title, search, toolbar, table, pager; its state stands in the address. */
export function TableScreen<Row>(props: Props<Row>) {
  const { title, row, rows, columns, query, texts, search, size = 10, beside, children } = props;
  const [{ q, sort, page }, set] = useScreenSearch(Search);
  const within = search?.in;
  const match = useCallback(
    (one: Row) => within === undefined || within(one).toLowerCase().includes(q.trim().toLowerCase()),
    [within, q],
  );
  const view = usePaged(rows ?? NO_ROWS, { row, columns, match, sort: readSort(sort), page, size });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  return (
    <ScreenFrame
      title={title}
      beside={beside}
      {...((search !== undefined || children !== undefined) && {
        toolbar: (
          <>
            {search && <SearchBox label={search.label} value={q} onSearch={setQuery} />}
            {children}
          </>
        ),
      })}
    >
      <DataTable
        label={title}
        row={row}
        columns={columns}
        view={{
          ...view,
          onSort: (next) => set({ sort: writeSort(next) }),
          onPage: (next) => set({ page: next }, 'push'),
          ...(q !== '' && { onClear: () => set({ q: '' }) }),
        }}
        query={query}
        texts={texts}
      />
    </ScreenFrame>
  );
}
