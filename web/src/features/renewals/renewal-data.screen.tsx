import { RENEWAL_SORTS, renewals } from '@desk/contract/renewals';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useCall } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips, FilterDate } from '../../kit/filter/filters.tsx';
import { number } from '../../kit/text/format.ts';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useShownColumns } from '../../kit/table/shown-columns.ts';
import { useExport } from '../../parts/files/export.ts';
import {
  activeFilters,
  listSearch,
  serverListFilter,
  serverPage,
  type ListFilter,
} from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { COLUMN_PRESETS, useRenewalColumns } from './columns.tsx';
import { DecidedFilter } from './decided.filter.tsx';
import { MonthFilter } from './month.filter.tsx';

const TITLE = 'Renewal Data';
const PAGE_SIZE = 10;
const NO_FILTER: Omit<ListFilter, 'decided'> = { q: '', month: '', start: '', end: '' };
const Search = z.object({ ...tableSearch, ...listSearch });

/** All renewals of all months, a page at a time. */
export function RenewalDataScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, month, start, end, decided, cols } = search;
  const query = useCall(renewals.all, { ...serverListFilter(search), ...serverPage(search) }, { keep: true });
  useFreshRenewals();

  const { columns, dialog } = useRenewalColumns('at-once');
  const sortable = useMemo(() => sortedByServer(columns, RENEWAL_SORTS), [columns]);
  const { shown, choose } = useShownColumns('renewals', sortable, { cols, setCols: (next) => set({ cols: next }) });
  const { start: download, pending } = useExport(renewals.exportMonthly);
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set(NO_FILTER);
  const active = activeFilters({ q, month, start, end }, set);
  const list = useServerPage({
    query,
    rows: query.data?.customer,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: active.length > 0 || decided !== 'all' ? () => set({ ...NO_FILTER, decided: 'all' }) : undefined,
  });
  const { total } = list.view;

  return (
    <ScreenFrame
      title={TITLE}
      holding={active.length}
      toolbar={
        <>
          <SearchBox label="Search domain or company" value={q} onSearch={setQuery} />
          <DecidedFilter value={decided} onChange={(next) => set({ decided: next })} />
          <MonthFilter value={month} onChange={(next) => set({ month: next })} />
          <FilterDate label="Start date" value={start} onChange={(next) => set({ start: next })} />
          <FilterDate label="End date" value={end} onChange={(next) => set({ end: next })} />
          <Button variant="default" onClick={clear}>
            Reset
          </Button>
          <ColumnJump columns={shown} />
          <ColumnChooser columns={sortable} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
          <ExportButtons
            label={`Export data (${number(total)})`}
            busy={pending}
            onExport={(form) => download(serverListFilter(search), form, total)}
          />
        </>
      }
    >
      <FilterChips active={active} />
      {start !== '' && end !== '' && start > end && <Alert>The start date lies after the end date.</Alert>}
      <DataTable
        label={TITLE}
        row={renewalIdentity}
        columns={shown}
        {...list}
        texts={{ empty: 'No Domain Present or Could not fetch Domains' }}
      />
      {dialog}
    </ScreenFrame>
  );
}
