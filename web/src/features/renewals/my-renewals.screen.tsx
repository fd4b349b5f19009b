import { RENEWAL_SORTS, renewals } from '@desk/contract/renewals';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { Card } from '../../kit/layout/card.tsx';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips } from '../../kit/filter/filters.tsx';
import { number } from '../../kit/text/format.ts';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useShownColumns } from '../../kit/table/shown-columns.ts';
import { activeFilters, listSearch, serverListFilter, serverPage } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { COLUMN_PRESETS, useRenewalColumns } from './columns.tsx';
import { DecidedFilter } from './decided.filter.tsx';
import { MonthFilter } from './month.filter.tsx';

const TITLE = 'My Renewal Domains';
const PAGE_SIZE = 20;
const Search = z.object({ ...tableSearch, q: listSearch.q, month: listSearch.month, decided: listSearch.decided });

/** The renewals that are assigned to whoever is signed in. */
export function MyRenewalsScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, month, decided, cols } = search;
  const filter = serverListFilter({ q, month, start: '', end: '', decided });
  const query = useCall(renewals.mine, { ...filter, ...serverPage(search) }, { keep: true });
  useFreshRenewals();

  const { columns, dialog } = useRenewalColumns('at-once');
  const sortable = useMemo(() => sortedByServer(columns, RENEWAL_SORTS), [columns]);
  const { shown, choose } = useShownColumns('renewals', sortable, { cols, setCols: (next) => set({ cols: next }) });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set({ q: '', month: '' });
  const active = activeFilters({ q, month }, set);
  const list = useServerPage({
    query,
    rows: query.data?.domains,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: active.length > 0 || decided !== 'all' ? () => set({ q: '', month: '', decided: 'all' }) : undefined,
  });

  return (
    <ScreenFrame
      title={TITLE}
      holding={active.length}
      beside={<Card label="Total Domains" value={query.data ? number(list.view.total) : '…'} />}
      toolbar={
        <>
          <SearchBox label="Search domain or company" value={q} onSearch={setQuery} />
          <DecidedFilter value={decided} onChange={(next) => set({ decided: next })} />
          <MonthFilter value={month} onChange={(next) => set({ month: next })} />
          <ColumnJump columns={shown} />
          <ColumnChooser columns={sortable} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
        </>
      }
    >
      <FilterChips active={active} onClear={clear} />
      <DataTable
        label={TITLE}
        row={renewalIdentity}
        columns={shown}
        {...list}
        texts={{
          empty: 'No Domain Present or Could not fetch Domains',
          loading: 'Loading Monthly Renewal Data',
        }}
      />
      {dialog}
    </ScreenFrame>
  );
}
