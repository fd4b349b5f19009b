import { users, type UserRow } from '@desk/contract/users';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { userColumns, userIdentity } from './columns.tsx';
import { EditUserDialog } from './edit-user.dialog.tsx';

const TITLE = 'All Users';
const PAGE_SIZE = 10;
const LONGEST_EMAIL = 254;
const Search = z.object(tableSearch);

/** Every person of every customer, ten on a page. */
export function AllUsersScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_EMAIL);
  const query = useCall(users.all, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  useFailedLoad(query, { what: TITLE });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const list = useServerPage({
    query,
    rows: query.data?.users,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : () => set({ q: '' }),
  });
  const [editing, setEditing] = useState<UserRow>();
  const columns = useMemo(() => sortedByServer(userColumns({ edit: setEditing }), []), []);
  return (
    <ScreenFrame
      title={TITLE}
      holding={wanted === '' ? 0 : 1}
      toolbar={<SearchBox label="Search email" value={q} onSearch={setQuery} />}
    >
      <DataTable label={TITLE} row={userIdentity} columns={columns} {...list} texts={{ empty: 'No User Available' }} />
      {editing && <EditUserDialog user={editing} onClose={() => setEditing(undefined)} />}
    </ScreenFrame>
  );
}
