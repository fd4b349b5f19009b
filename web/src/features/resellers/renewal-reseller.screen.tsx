import { resellers } from '@desk/contract/resellers';
import { useMemo, useState } from 'react';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { placeOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { MonthSteps } from '../../kit/filter/month-steps.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { businessMonth } from '../../kit/text/clock.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { ListExport } from '../../parts/lists/list-export.tsx';
import { searchMonth } from '../../parts/renewal/renewal-filter.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { resellerColumns, resellerIdentity } from './columns.tsx';
import { CustomersDialog } from './customers.dialog.tsx';

const TITLE = 'Renewal Reseller';
/** A view is one of any month. */
const SHARED = ['month'];

/** The resellers whose customers renew in a month; each opens those renewals. */
export function RenewalResellerScreen() {
  const [filters] = useState(() => ({
    q: searchFilter('Search company', { longest: 200 }),
    month: placeOf(searchMonth(businessMonth())),
  }));
  const search = useListSearch(filters);
  const { month } = search.values;
  const { list, query } = useListCall(resellers.ofMonth, search, { rows: (reply) => reply.domain, body: { month } });
  const { opened, open, close } = useOpenDialog('customers');
  const columns = useMemo(() => resellerColumns(({ email }) => open(email)), [open]);
  const views = useListViews(search, { table: 'resellers', columns, shared: SHARED });
  return (
    <ScreenFrame
      title={TITLE}
      beside={<MonthSteps value={month} onChange={(next) => search.set({ month: next }, 'push')} />}
    >
      <ServerTable
        label={`${TITLE}, ${monthWords(month)}`}
        list={list}
        row={resellerIdentity}
        columns={columns}
        views={views}
        texts={{
          empty: 'No resellers found.',
          hint: 'Resellers whose customers renew in this month stand here. Another month may have some.',
        }}
        tools={
          <ListExport
            label="Export data"
            call={resellers.exportMonth}
            body={{ month, ...search.asked }}
            rows={query.data?.total}
          />
        }
      >
        {opened !== '' && (
          <CustomersDialog
            key={`${opened} ${month}`}
            email={opened}
            company={list.view.rows.find(({ email }) => email === opened)?.company_name ?? opened}
            month={month}
            onClose={close}
          />
        )}
      </ServerTable>
    </ScreenFrame>
  );
}
