import { RENEWAL_SORTS, renewals } from '@desk/contract/renewals';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { Card } from '../../kit/layout/card.tsx';
import { usePageSize } from '../../kit/table/page-size.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { number } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { renewalTextFilter } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { useRenewalColumns } from './columns.tsx';
import { decidedFilter } from './decided.filter.tsx';
import { monthFilter } from './month.filter.tsx';
import { renewalPills } from './pills.filter.tsx';

const FILTERS = { q: renewalTextFilter, decided: decidedFilter, month: monthFilter, ...renewalPills };

/** The renewals that are assigned to whoever is signed in. */
export function MyRenewalsScreen() {
  const search = useListSearch(FILTERS);
  const size = usePageSize(search, { list: 'my-renewals', usual: 20 });
  const { list } = useListCall(renewals.mine, search, {
    rows: (reply) => reply.domains,
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
        title="My Renewal Domains"
        list={list}
        row={renewalIdentity}
        columns={columns}
        views={views}
        card={card}
        rows={{ sheet, ...(views.hasOwnColumns && { actions, isTall: true }) }}
        texts={{
          empty: 'No Domain Present or Could not fetch Domains',
          rows: 'renewals',
          hint: 'Renewals that are assigned to you stand here.',
          loading: 'Loading Monthly Renewal Data',
        }}
        beside={<Card label="Total Domains" value={list.total === undefined ? '…' : number(list.total)} />}
      />
      {/* Beside the list, which is drawn anew as a screen becomes narrow: what is typed stays. */}
      {dialog}
    </>
  );
}
