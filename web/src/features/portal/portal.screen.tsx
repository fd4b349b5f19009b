import { portal } from '@desk/contract/portal';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { PORTAL_COLUMNS, portalIdentity } from './columns.tsx';

const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const Search = z.object(tableSearch);
const COLUMNS = sortedByServer(PORTAL_COLUMNS, []);
const TEXTS = { empty: 'No Domain Present or Could not fetch Domains' };

/** Every subscription that the provider lists. */
export const ProviderPortalScreen = () => <PortalList title="Provider Portal" call={portal.list} />;

/** The subscriptions that are sold in US dollars. */
export const UsPortalScreen = () => (
  <PortalList title="US Portal" call={portal.usList} failed="Could not fetch data. Please contact your Administrator" />
);

interface Props {
  title: string;
  call: typeof portal.list | typeof portal.usList;
  /** What is said when the list cannot be fetched, where it is not the usual text. */
  failed?: string;
}

function PortalList({ title, call, failed }: Props) {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(call, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  useFailedLoad(query, { what: title, ...(failed !== undefined && { text: failed }) });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const list = useServerPage({
    query,
    rows: query.data?.customer,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : () => set({ q: '' }),
  });
  return (
    <ScreenFrame
      title={title}
      holding={wanted === '' ? 0 : 1}
      toolbar={<SearchBox label="Search domain or SKU" value={q} onSearch={setQuery} />}
    >
      <DataTable label={title} row={portalIdentity} columns={COLUMNS} {...list} texts={TEXTS} />
    </ScreenFrame>
  );
}
