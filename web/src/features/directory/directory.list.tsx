import { directory, type DirectoryDomain, type DirectoryReseller } from '@desk/contract/directory';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { filterOf, placeOf } from '../../kit/filter/list-filters.tsx';
import type { ListSearch } from '../../kit/filter/list-search.ts';
import { searchText } from '../../kit/filter/screen-search.ts';
import { useServerList } from '../../kit/table/server-page.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListViews } from '../../parts/views/list-views.tsx';
import { domainColumns, domainIdentity, resellerColumns, resellerIdentity } from './columns.tsx';
import { ResellerDomainDialog } from './reseller-domain.dialog.tsx';

const PAGE_SIZE = 8;
const LOADING = 'Loading data...';
const LONGEST_SEARCH = 253;

export const DIRECTORY_FILTERS = {
  q: filterOf({
    field: 'search',
    reads: searchText,
    wanted: (typed) => typed.trim().slice(0, LONGEST_SEARCH),
    chip: 'Search',
  }),
  tab: placeOf(z.catch(z.enum(['customers', 'resellers']), 'customers')),
  /** A where the address names none, none where it names something else. */
  letter: placeOf(z.catch(z._default(z.string().check(z.regex(/^[A-Z]$/)), 'A'), '')),
};

interface Props {
  search: ListSearch<typeof DIRECTORY_FILTERS>;
}

type Found = DirectoryDomain | DirectoryReseller;
const isDomain = (row: Found): row is DirectoryDomain => 'domain' in row;
const isReseller = (row: Found): row is DirectoryReseller => 'domain_name' in row;

/** A search replaces the letter's list. */
function useSearch(tabValue: 'customers' | 'resellers', { values: { letter, page }, asked }: Props['search']) {
  const { search: text = '' } = asked;
  const isSearch = text !== '';
  const found = useCall(directory.search, { tabValue, search: text, page }, { keep: true, enabled: isSearch });
  return { isSearch, found, ofLetter: { letter, page }, letterOnly: { keep: true, enabled: !isSearch } };
}

/** The modal of an active reseller's customers, by the reseller's e-mail. */
function useCustomersDialog() {
  const { opened: email, open, close } = useOpenDialog('customers');
  return { open, dialog: email !== '' && <ResellerDomainDialog key={email} email={email} onClose={close} /> };
}

/** The domains of customers: of a letter, or found. */
export function CustomersList({ search }: Props) {
  const { isSearch, found, ofLetter, letterOnly } = useSearch('customers', search);
  const listed = useCall(directory.domains, ofLetter, letterOnly);
  const query = isSearch ? found : listed;
  const all: readonly Found[] | undefined = query.data?.domains;
  const rows = useMemo(() => all?.filter(isDomain), [all]);
  const list = useServerList(search, { query, rows, total: query.data?.total, size: PAGE_SIZE });
  const { open, dialog } = useCustomersDialog();
  const columns = useMemo(() => domainColumns(open), [open]);
  const views = useListViews(search, { table: 'directory-customers', columns, per: 'tab' });
  const empty = isSearch ? 'No Domain Found' : 'No data found for this letter.';
  return (
    <ServerTable
      label="Customers"
      list={list}
      row={domainIdentity}
      columns={columns}
      views={views}
      texts={{ empty, unmatched: empty, loading: LOADING }}
    >
      {dialog}
    </ServerTable>
  );
}

/** The resellers: of a letter, or found. */
export function ResellersList({ search }: Props) {
  const { isSearch, found, ofLetter, letterOnly } = useSearch('resellers', search);
  const listed = useCall(directory.resellers, ofLetter, letterOnly);
  const query = isSearch ? found : listed;
  const all: readonly Found[] | undefined = isSearch ? found.data?.domains : listed.data?.customers;
  const rows = useMemo(() => all?.filter(isReseller), [all]);
  const list = useServerList(search, { query, rows, total: query.data?.total, size: PAGE_SIZE });
  const { open, dialog } = useCustomersDialog();
  const columns = useMemo(() => resellerColumns(open), [open]);
  const views = useListViews(search, { table: 'directory-resellers', columns, per: 'tab' });
  return (
    <ServerTable
      label="Resellers"
      list={list}
      row={resellerIdentity}
      columns={columns}
      views={views}
      texts={{ empty: 'No resellers found.', unmatched: 'No resellers found.', loading: LOADING }}
    >
      {dialog}
    </ServerTable>
  );
}
