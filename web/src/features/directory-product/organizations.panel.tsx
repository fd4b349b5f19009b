import { Button } from '@mantine/core';
import { directoryProduct, OrganizationState, type Organization } from '@desk/contract/directory-product';
import { useCallback, useMemo, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips, FilterSelect } from '../../kit/filter/filters.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { organizationColumns, organizationIdentity } from './columns.tsx';
import { ContractDialog } from './contract.dialog.tsx';

const PAGE_SIZE = 10;
const LONGEST_SEARCH = 253;
const STATES: Readonly<Record<OrganizationState, string>> = {
  unlinked: 'Without contract',
  differs: 'Licences differ',
};
const STATE_OPTIONS = OrganizationState.options.map((value) => ({ value, label: STATES[value] }));

interface Address {
  readonly q: string;
  readonly state: OrganizationState | '';
  readonly page: number;
}

interface Props {
  search: Address;
  set: (change: Partial<Address>, how?: 'replace' | 'push') => void;
}

/** What the provider lists, with our contracts: whose they are, until when, and where both differ. */
export function OrganizationsPanel({ search: { q, state, page }, set }: Props) {
  const [editing, setEditing] = useState<{ organization: Organization | undefined }>();
  const wanted = q.trim().slice(0, LONGEST_SEARCH);
  const body = { ...(wanted !== '' && { search: wanted }), ...(state !== '' && { state }), page };
  const query = useCall(directoryProduct.organizations, body, { keep: true });
  const columns = useMemo(() => organizationColumns((organization) => setEditing({ organization })), []);
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set({ q: '', state: '' });
  const active = [
    ...(wanted === '' ? [] : [{ label: 'Search', value: wanted, clear: () => set({ q: '' }) }]),
    ...(state === '' ? [] : [{ label: 'Contract', value: STATES[state], clear: () => set({ state: '' }) }]),
  ];
  const list = useServerPage({
    query,
    rows: query.data?.organizations,
    total: query.data?.total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: ({ page: next = 1 }, how) => set({ page: next }, how),
    onClear: active.length > 0 ? clear : undefined,
  });
  return (
    <Stack>
      <Toolbar holding={active.length}>
        <SearchBox label="Search organisation or domain" value={q} onSearch={setQuery} />
        <FilterSelect
          label="Contract"
          value={state}
          options={STATE_OPTIONS}
          onChange={(next) => set({ state: OrganizationState.options.find((one) => one === next) ?? '' })}
        />
        <Button variant="default" onClick={() => setEditing({ organization: undefined })}>
          Add Contract
        </Button>
      </Toolbar>
      <FilterChips active={active} onClear={clear} />
      <DataTable
        label="Organisations"
        row={organizationIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'No Data Present' }}
      />
      {editing && <ContractDialog organization={editing.organization} onClose={() => setEditing(undefined)} />}
    </Stack>
  );
}
