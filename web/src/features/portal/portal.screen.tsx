import { portal, PORTAL_SORTS, PORTAL_STATUSES } from '@desk/contract/portal';
import { choiceFilter, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { PORTAL_COLUMNS, portalIdentity } from './columns.tsx';

const FILTERS = {
  q: searchFilter('Search domain or SKU', { longest: 253 }),
  company: searchFilter('Search company', { field: 'company', longest: 200 }),
  status: choiceFilter('Status', {
    field: 'status',
    values: PORTAL_STATUSES,
    words: { ACTIVE: 'Active', SUSPENDED: 'Suspended' },
  }),
};
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
  const search = useListSearch(FILTERS);
  const { list } = useListCall(call, search, {
    rows: (reply) => reply.customer,
    sorts: PORTAL_SORTS,
    failed: { what: title, ...(failed !== undefined && { text: failed }) },
  });
  const views = useListViews(search, { table: 'portal', columns: PORTAL_COLUMNS });
  return (
    <ServerTableScreen
      title={title}
      list={list}
      row={portalIdentity}
      columns={PORTAL_COLUMNS}
      views={views}
      texts={TEXTS}
    />
  );
}
