import { domains } from '@desk/contract/domains';
import { LICENCE_SORTS, licences, type LicenceRow } from '@desk/contract/licences';
import { useMemo, useState } from 'react';
import { toast } from '../../kit/feedback/toast.ts';
import { placeOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { decidedFilter } from '../../parts/decisions/statuses.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { LICENCE_VIEWS, licenceColumns, licenceIdentity } from './columns.tsx';
import { LicencesScreen } from './licences.screen.tsx';
import { searchTab } from './orders.list.tsx';

const TITLE = 'Admin Add License';
const FILTERS = {
  q: searchFilter('Search domain', { longest: 253 }),
  company: searchFilter('Search company', { field: 'company', longest: 200 }),
  tab: placeOf(searchTab),
  status: decidedFilter,
};

/** Every domain with what it has, to buy seats for. */
export const AdminAddLicenseScreen = () => (
  <LicencesScreen title={TITLE}>
    <AllLicences />
  </LicencesScreen>
);

interface Chosen {
  domainName: string;
  subscriptionId: string;
}

function AllLicences() {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(licences.all, search, {
    rows: (reply) => reply.domains,
    sorts: LICENCE_SORTS,
    failed: { what: TITLE },
  });
  const [chosen, setChosen] = useState<Chosen>();
  const columns = useMemo(
    () =>
      licenceColumns(({ customer_domain, subscription_id }: LicenceRow) => {
        if (subscription_id === null) toast('failed', domains.subscriptions.refusals[404]);
        else setChosen({ domainName: customer_domain, subscriptionId: subscription_id });
      }),
    [],
  );
  const views = useListViews(search, { table: 'licences', columns, builtIn: LICENCE_VIEWS, per: 'tab' });
  return (
    <ServerTable
      label={TITLE}
      list={list}
      row={licenceIdentity}
      columns={columns}
      views={views}
      texts={{ empty: 'Not Domain Present or Could not fetch Domains' }}
    >
      {chosen && <AddLicenceDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </ServerTable>
  );
}
