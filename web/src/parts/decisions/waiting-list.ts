import { date } from '../../kit/text/format.ts';
import { businessDayOf } from '../../kit/text/clock.ts';
import { dayFilter, placeOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { useSelection } from '../../kit/table/selection.ts';
import { writeSort, readSort } from '../../kit/table/sorting.ts';
import type { Column } from '../../kit/table/types.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { shownField } from './deciding.tsx';

const SIZE = 10;

/** The filters of what waits: what is searched for, and when it was asked for. The browser has all of it. */
export const waitingFilters = (search: string, day: string) => ({
  q: searchFilter(search, { longest: 200 }),
  from: dayFilter(`${day} from`, { field: 'from', words: date, chip: `${day} from` }),
  to: dayFilter(`${day} until`, { field: 'to', words: date, chip: `${day} until` }),
  show: placeOf(shownField),
});

interface Asked {
  readonly search?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Whether one that waits since an instant is let through: each word that is searched for stands in one of its texts. */
export function isLetThrough(
  { search = '', from = '', to = '' }: Asked,
  since: string,
  texts: readonly (string | null)[],
): boolean {
  const day = businessDayOf(since);
  if ((from !== '' && day < from) || (to !== '' && day > to)) return false;
  const all = texts.join('\n').toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  // A phone number is found however it is written.
  const digits = texts.map((text) => text?.replace(/\D/g, '') ?? '').join('\n');
  const typed = search.replace(/[\s().+-]/g, '');
  return words.every((word) => all.includes(word)) || (/^\d{4,}$/.test(typed) && digits.includes(typed));
}

interface Search {
  readonly values: { readonly page: number; readonly sort: string };
  readonly set: (change: { page?: number; sort?: string }, how?: 'replace' | 'push') => void;
  readonly onClear: (() => void) | undefined;
}

interface Wanted<Row> {
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  match: (row: Row) => boolean;
  search: Search;
  /** Whether a row can still be decided on. */
  waits: (row: Row) => boolean;
}

/** One page of what waits, and which of all that match are ticked. */
export function useWaitingList<Row>(
  rows: readonly Row[],
  { row, columns, match, search: { values, set, onClear }, waits }: Wanted<Row>,
) {
  const paged = usePaged(rows, { row, columns, match, sort: readSort(values.sort), page: values.page, size: SIZE });
  const selection = useSelection();
  const matching = paged.all.filter(waits);
  const view = {
    ...paged,
    onSort: (next: Parameters<typeof writeSort>[0]) => set({ sort: writeSort(next) }),
    onPage: (page: number) => set({ page }, 'push'),
    ...(onClear && { onClear }),
  };
  return { view, selection, matching, selected: matching.filter((one) => selection.has(row.key(one))) };
}
