import type { Call, InputOf, ReplyOf } from '@desk/contract/call';
import { useCall } from '../../api/hooks.ts';
import { useFailedLoad, type FailedLoadTexts } from '../../kit/feedback/failed-load.ts';
import type { ListFilters } from '../../kit/filter/list-filters.tsx';
import type { AskedBy, ListSearch } from '../../kit/filter/list-search.ts';
import { useServerList } from '../../kit/table/server-page.ts';
import type { PageSizes } from '../../kit/table/types.ts';
import { readSort } from '../../kit/table/sorting.ts';

const PAGE_SIZE = 10;

type Sent<Filters extends ListFilters, Body, Sort> = AskedBy<Filters> &
  Body & { page: number } & ([Sort] extends [never] ? unknown : { sort?: Sort; direction?: 'asc' | 'desc' });

/** A field that the call does not know, or of another type, does not compile. */
type Known<C extends Call, Body> =
  Body extends InputOf<C> ? ([Exclude<keyof Body, keyof InputOf<C>>] extends [never] ? unknown : never) : never;

interface Reading<C extends Call, Row, Body, Sort> {
  rows: (reply: ReplyOf<C>) => readonly Row[];
  /** Rows on a page: 10 unless the specification says otherwise. */
  size?: number;
  /** Other sizes, of which one can be chosen; the body names it. */
  sizes?: PageSizes;
  /** Fields of the body beside the filters and the page, such as a month. */
  body?: Body;
  /** The columns by which the server can sort. */
  sorts?: readonly Sort[];
  /** For a list without which its screen cannot stand. */
  failed?: FailedLoadTexts;
  /** After how many milliseconds to ask again by itself. */
  again?: (last: ReplyOf<C> | undefined) => number | false;
}

/** The order of an address, where the server knows it. */
function orderOf(sort: string, sorts: readonly string[] = []) {
  const wanted = readSort(sort);
  return wanted && sorts.includes(wanted.column) && { sort: wanted.column, direction: wanted.direction };
}

/** Asks for the page of a list that its address names. `list` is drawn by a `ServerTable`, `query` is the request behind it. */
export function useListCall<
  C extends Call,
  Filters extends ListFilters,
  Row,
  Body extends object = object,
  Sort extends string = never,
>(
  call: C & (ReplyOf<C> extends { total: number } ? unknown : never),
  search: ListSearch<Filters> & Known<C, Sent<Filters, Body, Sort>>,
  { rows, size = PAGE_SIZE, sizes, body, sorts, failed, again }: Reading<C, Row, Body, Sort>,
) {
  const { page, sort } = search.values;
  const asked = { ...body, ...search.asked, ...orderOf(sort, sorts), page };
  const query = useCall<C>(call, asked as InputOf<C>, { keep: true, ...(again && { again }) });
  useFailedLoad(query, failed ?? {});
  const { data } = query;
  const total = (data as { total: number } | undefined)?.total;
  const list = useServerList<Row, Filters>(search, {
    query,
    rows: data && rows(data),
    total,
    size,
    sizes,
    ...(sorts && { sorts }),
  });
  return { list, query };
}
