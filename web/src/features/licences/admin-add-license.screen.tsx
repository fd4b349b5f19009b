import { domains } from '@desk/contract/domains';
import { LICENCE_SORTS, licences, type LicenceRow } from '@desk/contract/licences';
import { useMemo, useState } from 'react';
import { toast } from '../../kit/feedback/toast.ts';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { decidedFilter } from '../../parts/decisions/statuses.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { licenceColumns, licenceIdentity } from './columns.tsx';
import { LicencesScreen } from './licences.screen.tsx';

const TITLE = 'Admin Add License';
const FILTERS = {
  q: searchFilter('Search domain', { longest: 253 }),
  company: searchFilter('Search company', { field: 'company', longest: 200 }),
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
  const { list } = useListCall(licences.all, useListSearch(FILTERS), {
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
  return (
    <ServerTable
      label={TITLE}
      list={list}
      row={licenceIdentity}
      columns={columns}
      texts={{ empty: 'Not Domain Present or Could not fetch Domains' }}
    >
      {chosen && <AddLicenceDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </ServerTable>
  );
}
