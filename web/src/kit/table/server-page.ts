import { useEffect } from 'react';
import { readSort, writeSort } from './sorting.ts';
import type { Column, PageSizes, TableView } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import type { ListFilters } from '../filter/list-filters.tsx';
import { ofAnyList, type AnySearch, type ListSearch } from '../filter/list-search.ts';
import { useStable } from '../browser/use-stable.ts';

interface Page<Row> {
  /** A query of one page that keeps the former page until the next one is there. */
  query: Loading & { readonly isPlaceholderData: boolean };
  /** Undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** How many match, on all pages. */
  total: number | undefined;
  /** Rows on a page. */
  size: number;
  /** Other sizes, of which one can be chosen. */
  sizes?: PageSizes | undefined;
  /** The screen's address, and how it is set. */
  search: { readonly page: number; readonly sort: string };
  set: (change: { page?: number; sort?: string }, how?: 'replace' | 'push') => void;
  /** Whether the filters are those with which the list begins. */
  isUsual: boolean;
  /** Takes the filters away; given only while some hold. */
  onClear?: (() => void) | undefined;
}

/** `view` and `query` of a `DataTable` whose list the server pages. A page that is no longer there leads to the last one. */
function useServerPage<Row>({ query, rows = [], total = 0, size, sizes, search, set, isUsual, onClear }: Page<Row>) {
  const { page, sort } = search;
  const last = Math.max(1, Math.ceil(total / size));
  const beyond = !query.isPending && !query.isError && !query.isPlaceholderData && page > last;
  const toLast = useStable(() => set({ page: last }));
  useEffect(() => {
    if (beyond) toLast();
  }, [beyond, toLast]);
  const view: TableView<Row> = {
    rows,
    total,
    page,
    size,
    sort: readSort(sort),
    onSort: (next) => set({ sort: writeSort(next) }),
    onPage: (next) => set({ page: next }, 'push'),
    ...(sizes && { sizes }),
    isUsual,
    ...(onClear && { onClear }),
  };
  // A refresh in the background is not shown: only another page or order is waited for.
  return { view, query: { ...query, isFetching: query.isPlaceholderData } };
}

/** Columns for a list that the server sorts: it can do so by some of them only. */
export const sortedByServer = <Row>(
  columns: readonly Column<Row>[],
  known: readonly string[],
): readonly Column<Row>[] =>
  columns.map(({ sort, ...column }) => (known.includes(column.id) && sort ? { ...column, sort } : column));

/** A list that the server pages, as a `ServerTable` draws it. */
export interface ServerList<Row> {
  readonly search: AnySearch;
  /** The columns by which the server can sort. */
  readonly sorts: readonly string[];
  /** How many match; undefined until it is known. */
  readonly total: number | undefined;
  readonly view: TableView<Row>;
  readonly query: Loading;
}

const UNSORTED: readonly string[] = [];

/** The page of a list that its search asked for. */
export function useServerList<Row, Filters extends ListFilters>(
  search: ListSearch<Filters>,
  {
    sorts = UNSORTED,
    ...page
  }: Pick<Page<Row>, 'query' | 'rows' | 'total' | 'size' | 'sizes'> & { sorts?: readonly string[] },
): ServerList<Row> {
  const any = ofAnyList(search);
  const { values, set, isUsual, onClear } = any;
  return {
    search: any,
    sorts,
    total: page.total,
    ...useServerPage({ ...page, search: values, set, isUsual, onClear }),
  };
}
