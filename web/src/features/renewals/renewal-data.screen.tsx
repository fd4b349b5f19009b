import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { Alert } from '../../kit/alert.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { ColumnChooser } from '../../kit/column-chooser.tsx';
import { ColumnJump } from '../../kit/column-jump.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { FilterChips, FilterDate } from '../../kit/filters.tsx';
import { number } from '../../kit/format.ts';
import { ScreenFrame } from '../../kit/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/screen-search.ts';
import { SearchBox } from '../../kit/search-box.tsx';
import { useShownColumns } from '../../kit/shown-columns.ts';
import { readSort, writeSort } from '../../kit/sorting.ts';
import { useRenewalExport } from '../../parts/renewal-export.ts';
import {
  activeFilters,
  listSearch,
  serverListFilter,
  serverPage,
  sortedByServer,
  type ListFilter,
} from '../../parts/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal.ts';
import { COLUMN_PRESETS, useRenewalColumns } from './columns.tsx';
import { MonthFilterForm } from './month-filter.form.tsx';

const TITLE = 'Renewal Data';
const PAGE_SIZE = 10;
const NO_ROWS: readonly RenewalRow[] = [];
const NO_FILTER: ListFilter = { q: '', month: '', start: '', end: '' };
const Search = z.object({ ...tableSearch, ...listSearch });

/** All renewals of all months, a page at a time. */
export function RenewalDataScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, month, start, end, page, sort, cols } = search;
  const query = useCall(renewals.all, { ...serverListFilter(search), ...serverPage(search) }, { keep: true });
  const { customer: rows, total } = query.data ?? { customer: NO_ROWS, total: 0 };
  useFreshRenewals();

  const { columns, dialog } = useRenewalColumns('at-once');
  const sortable = useMemo(() => sortedByServer(columns), [columns]);
  const { shown, choose } = useShownColumns('renewals', sortable, { cols, setCols: (next) => set({ cols: next }) });
  const { start: download, pending } = useRenewalExport();
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set(NO_FILTER);
  const active = activeFilters({ q, month, start, end }, set);

  return (
    <ScreenFrame
      title={TITLE}
      holding={active.length}
      toolbar={
        <>
          <SearchBox label="Search domain" value={q} onSearch={setQuery} />
          <MonthFilterForm value={month} onChange={(next) => set({ month: next })} />
          <FilterDate label="Start date" value={start} onChange={(next) => set({ start: next })} />
          <FilterDate label="End date" value={end} onChange={(next) => set({ end: next })} />
          <ColumnJump columns={shown} />
          <ColumnChooser columns={sortable} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
          <BusyButton variant="default" busy={pending} onClick={() => download(serverListFilter(search), total)}>
            Export data ({number(total)})
          </BusyButton>
        </>
      }
    >
      <FilterChips active={active} onClear={clear} clear="Reset" />
      {start !== '' && end !== '' && start > end && <Alert>The start date lies after the end date.</Alert>}
      <DataTable
        label={TITLE}
        row={renewalIdentity}
        columns={shown}
        view={{
          rows,
          total,
          page,
          size: PAGE_SIZE,
          sort: readSort(sort),
          onSort: (next) => set({ sort: writeSort(next) }),
          onPage: (next) => set({ page: next }, 'push'),
          ...(active.length > 0 && { onClear: clear }),
        }}
        query={{ ...query, isFetching: query.isPlaceholderData }}
        texts={{ empty: 'No Domain Present or Could not fetch Domains' }}
      />
      {dialog}
    </ScreenFrame>
  );
}
