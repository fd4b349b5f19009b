import { licences, MAPPED_SORTS, type MappedDomain } from '@desk/contract/licences';
import { useCallback, useMemo, useState } from 'react';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { SubscriptionsDialog } from '../../parts/subscriptions/subscriptions-dialog.tsx';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { mappedColumns, mappedIdentity } from './columns.tsx';
import { LicencesScreen } from './licences.screen.tsx';

const TITLE = 'Add License';
const FILTERS = { q: searchFilter('Search domain', { longest: 253 }) };

/** A customer's domains with what they have, to buy seats for. */
export const AddLicenseScreen = () => (
  <LicencesScreen title={TITLE}>
    <MappedDomains />
  </LicencesScreen>
);

function MappedDomains() {
  const { list } = useListCall(licences.mapped, useListSearch(FILTERS), {
    rows: (reply) => reply.domains,
    sorts: MAPPED_SORTS,
    failed: { what: TITLE },
  });
  const [opened, setOpened] = useState<MappedDomain>();
  const columns = useMemo(() => mappedColumns(setOpened), []);
  return (
    <ServerTable
      label={TITLE}
      list={list}
      row={mappedIdentity}
      columns={columns}
      views="none"
      texts={{
        empty: 'No Domain Mapped to this User',
        hint: 'Domains that our staff have approved stand here. Ask for yours on Mapped Domain.',
      }}
    >
      {opened && <Buying domainName={opened.domain_name} onClose={() => setOpened(undefined)} />}
    </ServerTable>
  );
}

/** The form replaces the list, which is back when the form is closed. */
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
