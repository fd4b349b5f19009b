import { licences, type MappedDomain } from '@desk/contract/licences';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { SubscriptionsDialog } from '../../parts/subscriptions/subscriptions-dialog.tsx';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { mappedColumns, mappedIdentity } from './columns.tsx';
import { LicencesScreen } from './licences.screen.tsx';

const TITLE = 'Add License';
const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const Search = z.object(tableSearch);

/** A customer's domains with what they have, to buy seats for. */
export const AddLicenseScreen = () => (
  <LicencesScreen title={TITLE}>
    <MappedDomains />
  </LicencesScreen>
);

function MappedDomains() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(licences.mapped, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  useFailedLoad(query, { what: TITLE });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const list = useServerPage({
    query,
    rows: query.data?.domains,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : () => set({ q: '' }),
  });
  const [opened, setOpened] = useState<MappedDomain>();
  const columns = useMemo(() => sortedByServer(mappedColumns(setOpened), []), []);
  return (
    <>
      <Toolbar holding={wanted === '' ? 0 : 1}>
        <SearchBox label="Search domain" value={q} onSearch={setQuery} />
      </Toolbar>
      <DataTable
        label={TITLE}
        row={mappedIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'No Domain Mapped to this User' }}
      />
      {opened && <Buying domainName={opened.domain_name} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** What is done with a subscription takes the place of the list, which is back when that is closed. */
function Buying({ domainName, onClose }: { domainName: string; onClose: () => void }) {
  const [subscriptionId, setSubscriptionId] = useState<string>();
  const add = useCallback((row: { subscription_id: string }) => setSubscriptionId(row.subscription_id), []);
  if (subscriptionId === undefined)
    return (
      <SubscriptionsDialog
        domainName={domainName}
        none={licences.subscription.refusals[404]}
        onAdd={add}
        onClose={onClose}
      />
    );
  return (
    <AddLicenceDialog
      domainName={domainName}
      subscriptionId={subscriptionId}
      onClose={() => setSubscriptionId(undefined)}
    />
  );
}
