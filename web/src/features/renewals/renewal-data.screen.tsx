import { RENEWAL_SORTS, renewals } from '@desk/contract/renewals';
import { DaysInOrder } from '../../kit/filter/days-in-order.tsx';
import { dayFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { usePageSize } from '../../kit/table/page-size.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { date } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { ListExport } from '../../parts/lists/list-export.tsx';
import { renewalTextFilter } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { useRenewalColumns } from './columns.tsx';
import { decidedFilter } from './decided.filter.tsx';
import { monthFilter } from './month.filter.tsx';
import { renewalPills } from './pills.filter.tsx';

const FILTERS = {
  q: renewalTextFilter,
  decided: decidedFilter,
  month: monthFilter,
  start: dayFilter('Start date', { field: 'start_date', words: date, chip: 'From' }),
  end: dayFilter('End date', { field: 'end_date', words: date, chip: 'To' }),
  ...renewalPills,
};

/** All renewals of all months, a page at a time. */
export function RenewalDataScreen() {
  const search = useListSearch(FILTERS);
  const size = usePageSize(search, { list: 'renewal-data', usual: 10 });
  const { list } = useListCall(renewals.all, search, {
    rows: (reply) => reply.customer,
    ...size,
    body: size.chosen === undefined ? {} : { size: size.chosen },
    sorts: RENEWAL_SORTS,
  });
  useFreshRenewals();
  const { columns, builtIn, actions, sheet, card, dialog } = useRenewalColumns('at-once', {
    rows: () => list.view.rows,
  });
  const views = useListViews(search, { table: 'renewals', columns, builtIn, size, hasCards: true });
  return (
    <>
      <ServerTableScreen
        title="Renewal Data"
        list={list}
        row={renewalIdentity}
        columns={columns}
        views={views}
        card={card}
        rows={{ sheet, ...(views.hasOwnColumns && { actions, isTall: true }) }}
        texts={{ empty: 'No Domain Present or Could not fetch Domains', rows: 'renewals' }}
        reset="Reset"
        tools={
          <>
            <ListExport label="Export data" call={renewals.exportMonthly} body={search.asked} rows={list.view.total} />
          </>
        }
      >
        <DaysInOrder first={search.values.start} last={search.values.end} />
      </ServerTableScreen>
      {/* Beside the list, which is drawn anew as a screen becomes narrow: what is typed stays. */}
      {dialog}
    </>
  );
}
