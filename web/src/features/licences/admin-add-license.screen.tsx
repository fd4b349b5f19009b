import { domains } from '@desk/contract/domains';
import { licences, type LicenceRow } from '@desk/contract/licences';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { statusOptions } from '../../parts/decisions/statuses.ts';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { licenceColumns, licenceIdentity } from './columns.tsx';
import { LicencesScreen } from './licences.screen.tsx';

const TITLE = 'Admin Add License';
const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const Filtered = z.enum(['ACTIVE', 'REJECTED', 'SUSPENDED']);
const FilteredOrAll = z.catch(z.union([Filtered, z.literal('')]), '');
const Search = z.object({ ...tableSearch, status: FilteredOrAll });

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
  const [search, set] = useScreenSearch(Search);
  const { q, status, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(
    licences.all,
    { page, ...(wanted !== '' && { search: wanted }), ...(status !== '' && { status }) },
    { keep: true },
  );
  useFailedLoad(query, { what: TITLE });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const holding = [wanted, status].filter((filter) => filter !== '').length;
  const list = useServerPage({
    query,
    rows: query.data?.domains,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: holding === 0 ? undefined : () => set({ q: '', status: '' }),
  });
  const [chosen, setChosen] = useState<Chosen>();
  const columns = useMemo(() => {
    const add = ({ customer_domain, subscription_id }: LicenceRow) => {
      if (subscription_id === null) toast('failed', domains.subscriptions.refusals[404]);
      else setChosen({ domainName: customer_domain, subscriptionId: subscription_id });
    };
    return sortedByServer(licenceColumns(add), []);
  }, []);
  return (
    <>
      <Toolbar holding={holding}>
        <SearchBox label="Search domain" value={q} onSearch={setQuery} />
        <FilterSelect
          label="Status"
          value={status}
          options={statusOptions(Filtered.options)}
          onChange={(next) => set({ status: FilteredOrAll.parse(next) })}
        />
      </Toolbar>
      <DataTable
        label={TITLE}
        row={licenceIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'Not Domain Present or Could not fetch Domains' }}
      />
      {chosen && <AddLicenceDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
