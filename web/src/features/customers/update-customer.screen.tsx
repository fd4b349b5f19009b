import { customers, type CustomerContact } from '@desk/contract/customers';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { contactColumns, contactIdentity } from './columns.tsx';
import { ContactSyncPanel } from './contact-sync.panel.tsx';
import { UpdateCustomerDialog } from './update-customer.dialog.tsx';

const TITLE = 'Update Customer';
const PAGE_SIZE = 10;
const LONGEST_SEARCH = 253;
const Search = z.object(tableSearch);

/** The people of the CRM, ten on a page. */
export function UpdateCustomerScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_SEARCH);
  const query = useCall(customers.all, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  useFailedLoad(query, { what: TITLE });
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
  const [updating, setUpdating] = useState<CustomerContact>();
  const columns = useMemo(() => contactColumns(setUpdating), []);
  return (
    <ScreenFrame title={TITLE}>
      <ContactSyncPanel />
      <Toolbar holding={wanted === '' ? 0 : 1}>
        <SearchBox label="Search company or email" value={q} onSearch={setQuery} />
      </Toolbar>
      <DataTable
        label={TITLE}
        row={contactIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'No Customer Available' }}
      />
      {updating && <UpdateCustomerDialog contact={updating} onClose={() => setUpdating(undefined)} />}
    </ScreenFrame>
  );
}
