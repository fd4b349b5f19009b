import { resellers, type RenewalReseller } from '@desk/contract/resellers';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { useExport } from '../../parts/files/export.ts';
import { businessMonth } from '../../kit/text/clock.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { month as monthWords, number } from '../../kit/text/format.ts';
import { MonthSteps } from '../../kit/filter/month-steps.tsx';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { searchMonth } from '../../parts/renewal/renewal-filter.ts';
import { resellerColumns, resellerIdentity } from './columns.tsx';
import { CustomersDialog } from './customers.dialog.tsx';

const TITLE = 'Renewal Reseller';
const PAGE_SIZE = 10;
const LONGEST_COMPANY = 200;

/** The resellers whose customers renew in a month; each opens those renewals. */
export function RenewalResellerScreen() {
  const [schema] = useState(() => z.object({ ...tableSearch, month: searchMonth(businessMonth()) }));
  const [search, set] = useScreenSearch(schema);
  const { month, q, page } = search;
  const filter = filterOf(month, q);
  const query = useCall(resellers.ofMonth, { ...filter, page }, { keep: true });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const { opened, open, close } = useOpenDialog('customers');
  const openRow = useStable(({ email }: RenewalReseller) => open(email));
  const columns = useMemo(() => resellerColumns(openRow), [openRow]);
  const rows = query.data?.domain;
  const list = useServerPage({
    query,
    rows,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: filter.search === undefined ? undefined : () => set({ q: '' }),
  });
  const { total } = list.view;
  const download = useExport(resellers.exportMonth);
  return (
    <ScreenFrame
      title={TITLE}
      holding={filter.search === undefined ? 0 : 1}
      beside={<MonthSteps value={month} onChange={(next) => set({ month: next }, 'push')} />}
      toolbar={
        <>
          <SearchBox label="Search company" value={q} onSearch={setQuery} />
          <ExportButtons
            label={query.data ? `Export data (${number(total)})` : 'Export data'}
            busy={download.pending}
            onExport={(form) => download.start(filter, form, total)}
          />
        </>
      }
    >
      <DataTable
        label={`${TITLE}, ${monthWords(month)}`}
        row={resellerIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'No resellers found.' }}
      />
      {opened !== '' && (
        <CustomersDialog
          key={`${opened} ${month}`}
          email={opened}
          company={rows?.find(({ email }) => email === opened)?.company_name ?? opened}
          month={month}
          onClose={close}
        />
      )}
    </ScreenFrame>
  );
}

/** Part of a company name; none where nothing is searched for. */
function filterOf(month: string, q: string): { month: string; search?: string } {
  const search = q.trim().slice(0, LONGEST_COMPANY);
  return search === '' ? { month } : { month, search };
}
