import { directoryProduct, OrganizationState, type Organization } from '@desk/contract/directory-product';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { choiceFilter, searchFilter, type ListPlace } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { organizationColumns, organizationIdentity } from './columns.tsx';
import { ContractDialog } from './contract.dialog.tsx';

/** A view is one of any month. */
const SHARED = ['month'];
const FILTERS = {
  q: searchFilter('Search organisation or domain', { longest: 253, chip: 'Search' }),
  state: choiceFilter('Contract', {
    field: 'state',
    values: OrganizationState.options,
    words: { unlinked: 'Without contract', differs: 'Licences differ' },
    chip: 'Contract',
  }),
};

interface Props {
  /** Search parameters of the screen beside the filters of this list. */
  places: Readonly<Record<'month' | 'tab', ListPlace>>;
}

/** The provider's organisations with our contracts: whose they are, until when, and where both differ. */
export function OrganizationsPanel({ places }: Props) {
  const [filters] = useState(() => ({ ...FILTERS, ...places }));
  const search = useListSearch(filters);
  const { list } = useListCall(directoryProduct.organizations, search, {
    rows: (reply) => reply.organizations,
  });
  const [editing, setEditing] = useState<{ organization: Organization | undefined }>();
  const columns = useMemo(() => organizationColumns((organization) => setEditing({ organization })), []);
  const views = useListViews(search, { table: 'organizations', columns, shared: SHARED, per: 'tab' });
  return (
    <Stack>
      <ServerTable
        label="Organisations"
        list={list}
        row={organizationIdentity}
        columns={columns}
        views={views}
        texts={{ empty: 'No Data Present' }}
        tools={
          <Button variant="default" onClick={() => setEditing({ organization: undefined })}>
            Add Contract
          </Button>
        }
      >
        {editing && <ContractDialog organization={editing.organization} onClose={() => setEditing(undefined)} />}
      </ServerTable>
    </Stack>
  );
}
