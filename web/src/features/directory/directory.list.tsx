import { directory, type DirectoryDomain, type DirectoryReseller } from '@desk/contract/directory';
import { useMemo } from 'react';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { useServerPage } from '../../kit/table/server-page.ts';
import { domainColumns, domainIdentity, resellerColumns, resellerIdentity } from './columns.tsx';
import { ResellerDomainDialog } from './reseller-domain.dialog.tsx';

const PAGE_SIZE = 8;
const LOADING = 'Loading data...';

interface Props {
  letter: string;
  /** What is searched for; '' where the letter counts. */
  wanted: string;
  page: number;
  onPage: (page: number, how: 'replace' | 'push') => void;
}

type Found = DirectoryDomain | DirectoryReseller;
const isDomain = (row: Found): row is DirectoryDomain => 'domain' in row;
const isReseller = (row: Found): row is DirectoryReseller => 'domain_name' in row;

/** The search instead of the letter's list, where something is searched for. */
function useSearch(tabValue: 'customers' | 'resellers', { wanted, page }: Props) {
  const isSearch = wanted !== '';
  const found = useCall(directory.search, { tabValue, search: wanted, page }, { keep: true, enabled: isSearch });
  return { isSearch, found, letterOnly: { keep: true, enabled: !isSearch } };
}

/** What a list of the directory keeps in the address. */
const addressOf = ({ page, onPage }: Props) => ({
  size: PAGE_SIZE,
  search: { page, sort: '' },
  set: (change: { page?: number }, how: 'replace' | 'push' = 'replace') => onPage(change.page ?? 1, how),
});

/** The modal of an active reseller's customers, by the reseller's e-mail. */
function useCustomersDialog() {
  const { opened: email, open, close } = useOpenDialog('customers');
  return { open, dialog: email !== '' && <ResellerDomainDialog key={email} email={email} onClose={close} /> };
}

/** The domains of customers: of a letter, or found. */
export function CustomersList(props: Props) {
  const { isSearch, found, letterOnly } = useSearch('customers', props);
  const ofLetter = useCall(directory.domains, { letter: props.letter, page: props.page }, letterOnly);
  const query = isSearch ? found : ofLetter;
  const all: readonly Found[] | undefined = query.data?.domains;
  const rows = useMemo(() => all?.filter(isDomain), [all]);
  const list = useServerPage({ query, rows, total: query.data?.total, ...addressOf(props) });
  const { open, dialog } = useCustomersDialog();
  const columns = useMemo(() => domainColumns(open), [open]);
  const empty = isSearch ? 'No Domain Found' : 'No data found for this letter.';
  return (
    <>
      <DataTable
        label="Customers"
        row={domainIdentity}
        columns={columns}
        {...list}
        texts={{ empty, loading: LOADING }}
      />
      {dialog}
    </>
  );
}

/** The resellers: of a letter, or found. */
export function ResellersList(props: Props) {
  const { isSearch, found, letterOnly } = useSearch('resellers', props);
  const ofLetter = useCall(directory.resellers, { letter: props.letter, page: props.page }, letterOnly);
  const query = isSearch ? found : ofLetter;
  const all: readonly Found[] | undefined = isSearch ? found.data?.domains : ofLetter.data?.customers;
  const rows = useMemo(() => all?.filter(isReseller), [all]);
  const list = useServerPage({ query, rows, total: query.data?.total, ...addressOf(props) });
  const { open, dialog } = useCustomersDialog();
  const columns = useMemo(() => resellerColumns(open), [open]);
  return (
    <>
      <DataTable
        label="Resellers"
        row={resellerIdentity}
        columns={columns}
        {...list}
        texts={{ empty: 'No resellers found.', loading: LOADING }}
      />
      {dialog}
    </>
  );
}
