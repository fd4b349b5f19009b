import { portal } from '@desk/contract/portal';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { PORTAL_COLUMNS, portalIdentity } from './columns.tsx';

const FILTERS = { q: searchFilter('Search domain or SKU', { longest: 253 }) };
const TEXTS = {
  empty: 'No Domain Present or Could not fetch Domains',
  hint: 'Domains with subscriptions stand here once Google was read on Sync and import.',
};

/** Every subscription that the provider lists. */
export const ProviderPortalScreen = () => <PortalList title="Provider Portal" call={portal.list} />;

/** The subscriptions that are sold in US dollars. */
export const UsPortalScreen = () => (
  <PortalList title="US Portal" call={portal.usList} failed="Could not fetch data. Please contact your Administrator" />
);

interface Props {
  title: string;
  call: typeof portal.list | typeof portal.usList;
  /** The message of a failed load, where it is not the usual one. */
  failed?: string;
}

function PortalList({ title, call, failed }: Props) {
  const { list } = useListCall(call, useListSearch(FILTERS), {
    rows: (reply) => reply.customer,
    failed: { what: title, ...(failed !== undefined && { text: failed }) },
  });
  return <ServerTableScreen title={title} list={list} row={portalIdentity} columns={PORTAL_COLUMNS} texts={TEXTS} />;
}
