import { USER_SORTS, users, type UserRow } from '@desk/contract/users';
import { useMemo, useState } from 'react';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { statusFilter } from '../../parts/decisions/statuses.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { userColumns, userIdentity } from './columns.tsx';
import { EditUserDialog } from './edit-user.dialog.tsx';

const TITLE = 'All Users';
const FILTERS = {
  q: searchFilter('Search email', { longest: 254 }),
  name: searchFilter('Search name', { field: 'name', longest: 120 }),
  company: searchFilter('Search company', { field: 'company', longest: 200 }),
  status: statusFilter,
};

/** Every person of every customer, ten on a page. */
export function AllUsersScreen() {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(users.all, search, {
    rows: (reply) => reply.users,
    sorts: USER_SORTS,
    failed: { what: TITLE },
  });
  const [editing, setEditing] = useState<UserRow>();
  const columns = useMemo(() => userColumns({ edit: setEditing }), []);
  const views = useListViews(search, { table: 'users', columns });
  return (
    <ServerTableScreen
      title={TITLE}
      list={list}
      row={userIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: 'No User Available',
        hint: 'Customers who register stand here once they are approved on Approve Users.',
      }}
    >
      {editing && <EditUserDialog user={editing} onClose={() => setEditing(undefined)} />}
    </ServerTableScreen>
  );
}
