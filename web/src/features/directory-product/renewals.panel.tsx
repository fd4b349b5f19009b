import { directoryProduct } from '@desk/contract/directory-product';
import { useCallback, useMemo, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips } from '../../kit/filter/filters.tsx';
import { month as monthWords, number } from '../../kit/text/format.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { useShownColumns } from '../../kit/table/shown-columns.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { useExport } from '../../parts/files/export.ts';
import { useRenewalDialogs } from '../../parts/renewal/renewal-dialogs.tsx';
import { activeFilters } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { COLUMN_PRESETS, renewalColumns } from './columns.tsx';

const PAGE_SIZE = 10;
const LONGEST_DOMAIN = 253;
const TEXTS = {
  empty: 'No Domain Present or Could not fetch Domains',
  loading: 'Loading Monthly Renewal Data',
};

interface Address {
  readonly month: string;
  readonly q: string;
  readonly page: number;
  readonly cols: string;
}

interface Props {
  title: string;
  search: Address;
  set: (change: Partial<Omit<Address, 'month'>>, how?: 'replace' | 'push') => void;
}

/** The contracts that end in a month, and the work on them. */
export function RenewalsPanel({ title, search, set }: Props) {
  const { month, q, page, cols } = search;
  const wanted = q.trim().slice(0, LONGEST_DOMAIN);
  const filter = { month, ...(wanted !== '' && { domain: wanted }) };
  const query = useCall(directoryProduct.monthly, { ...filter, page }, { keep: true });
  useFreshRenewals();

  const [today] = useState(() => businessDay());
  const { open, dialog } = useRenewalDialogs();
  const columns = useMemo(() => renewalColumns(open, today), [open, today]);
  const setCols = (next: string) => set({ cols: next });
  const { shown, choose } = useShownColumns('directory-renewals', columns, { cols, setCols });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set({ q: '' });
  const active = activeFilters({ q }, set);
  const download = useExport(directoryProduct.exportMonthly);
  const list = useServerPage({
    query,
    rows: query.data?.customer,
    total: query.data?.total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: ({ page: next = 1 }, how) => set({ page: next }, how),
    onClear: active.length > 0 ? clear : undefined,
  });
  const { total } = list.view;
  return (
    <Stack>
      <Toolbar holding={active.length}>
        <SearchBox label="Search domain or company" value={q} onSearch={setQuery} />
        <ColumnJump columns={shown} />
        <ColumnChooser columns={columns} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
        {query.data?.may_export === true && (
          <ExportButtons
            label={`Export CSV (${number(total)})`}
            busy={download.pending}
            onExport={(form) => download.start(filter, form, total)}
          />
        )}
      </Toolbar>
      <FilterChips active={active} onClear={clear} />
      <DataTable
        label={`${title}, ${monthWords(month)}`}
        row={renewalIdentity}
        columns={shown}
        {...list}
        texts={TEXTS}
      />
      {dialog}
    </Stack>
  );
}
