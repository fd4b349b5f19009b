import { Button } from '@mantine/core';
import { domains, type DomainRow } from '@desk/contract/domains';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { statusOptions } from '../../parts/decisions/statuses.ts';
import { domainColumns, domainIdentity } from './columns.tsx';
import { DomainStatusDialog } from './domain-status.dialog.tsx';
import { RemoveOwnerDialog } from './remove-owner.dialog.tsx';
import { SubscriptionsDialog } from '../../parts/subscriptions/subscriptions-dialog.tsx';

const TITLE = 'All Domain';
const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const Filtered = z.enum(['ACTIVE', 'REJECTED', 'SUSPENDED']);
const FilteredOrAll = z.catch(z.union([Filtered, z.literal('')]), '');
const Search = z.object({ ...tableSearch, status: FilteredOrAll });

/** Every domain of every customer, ten on a page. */
export function AllDomainScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, status, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(
    domains.all,
    { page, ...(wanted !== '' && { search: wanted }), ...(status !== '' && { status }) },
    { keep: true },
  );
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const holding = [wanted, status].filter((filter) => filter !== '').length;
  const list = useServerPage({
    query,
    rows: query.data?.domains,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: holding === 0 ? undefined : () => set({ q: '', status: '' }),
  });
  const [opened, setOpened] = useState<DomainRow>();
  const [editing, setEditing] = useState<DomainRow>();
  const [removing, setRemoving] = useState<DomainRow>();
  const [looking, setLooking] = useState(false);
  const columns = useMemo(
    () => sortedByServer(domainColumns({ open: setOpened, edit: setEditing, removeOwner: setRemoving }), []),
    [],
  );
  return (
    <ScreenFrame
      title={TITLE}
      holding={holding}
      beside={
        <Button variant="default" onClick={() => setLooking(true)}>
          Removed owners
        </Button>
      }
      toolbar={
        <>
          <SearchBox label="Search domain or company" value={q} onSearch={setQuery} />
          <FilterSelect
            label="Status"
            value={status}
            options={statusOptions(Filtered.options)}
            onChange={(next) => set({ status: FilteredOrAll.parse(next) })}
          />
        </>
      }
    >
      <DataTable
        label={TITLE}
        row={domainIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'Not Domain Present or Could not fetch Domains' }}
      />
      {opened && <SubscriptionsDialog domainName={opened.domain_name} onClose={() => setOpened(undefined)} />}
      {editing && <DomainStatusDialog domain={editing} onStale={query.refetch} onClose={() => setEditing(undefined)} />}
      {removing && (
        <RemoveOwnerDialog domain={removing} onStale={query.refetch} onClose={() => setRemoving(undefined)} />
      )}
      {looking && (
        <ListDialog title="Removed owners" fill onClose={() => setLooking(false)}>
          <DecisionsList label="Removed owners" list={domains.decisions} undo={domains.undo} action="owner_removed" />
        </ListDialog>
      )}
    </ScreenFrame>
  );
}
