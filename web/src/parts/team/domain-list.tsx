import type { BoardRow } from '@desk/contract/boards';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { businessDay } from '../../kit/text/clock.ts';
import { columnsOf } from '../../kit/table/columns.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { counted } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import type { Column } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import classes from './domain-list.module.css';
import { DomainLink } from '../dossier/domain-link.tsx';
import { planWords } from '@desk/contract/words/plan-words';
import { standingOn } from '../renewal/standing-words.ts';

const PAGE_SIZE = 15;
const LONGEST_DOMAIN = 253;
const EMPTY = 'No Domain Present or Could not fetch Domains';

const identity = { key: (row: BoardRow) => row.renewal_id, name: (row: BoardRow) => row.domain_name };
const column = columnsOf<BoardRow>(identity);

/** In the order of the server, by renewal date. What such a list is opened for is in sight without scrolling. */
const columnsAt = (today: string): readonly Column<BoardRow>[] =>
  sortedByServer(
    [
      column.of('Customer Domain', {
        id: 'domain_name',
        width: 148,
        text: ({ domain_name }) => domain_name,
        cell: ({ domain_name, renewal_id }) => <DomainLink name={domain_name} renewal={renewal_id} />,
      }),
      column.text('company_name', 'Company Name', { width: 100 }),
      column.date('renewal_date', 'Renewal Date', { beside: standingOn(today), width: 100 }),
      column.number('seats', 'Licence', { width: 72 }),
      column.text('assigned_to', 'Assigned To', { width: 104 }),
      column.badge('confirmation_status', 'Confirmation Status', { width: 178 }),
      column.badge('highlight_case', 'Highlighted Case', { width: 92 }),
      column.badge('agreement_status', 'Agreement Status', { width: 92 }),
      column.badge('plan_name', 'Plan', { width: 158, words: planWords }),
      column.text('sku_name', 'SKU', { width: 120 }),
      column.text('segments', 'Segments', { width: 90 }),
    ],
    [],
  );

/** What is looked for in a list of domains, and the page of it: what all such calls take. */
export function useDomainSearch() {
  const [{ search, page }, setAsked] = useState({ search: '', page: 1 });
  const onSearch = useCallback((text: string) => setAsked({ search: text, page: 1 }), []);
  const onPage = useCallback((next: number) => setAsked((asked) => ({ ...asked, page: next })), []);
  const wanted = search.trim().slice(0, LONGEST_DOMAIN);
  const filter = wanted === '' ? {} : { search: wanted };
  return { search, page, onSearch, onPage, filter, body: { ...filter, page } };
}

interface Props {
  /** Which domains these are. How many is added. */
  title: string;
  asked: ReturnType<typeof useDomainSearch>;
  query: Loading & { readonly isPlaceholderData: boolean };
  rows: readonly BoardRow[] | undefined;
  total: number | undefined;
  onClose: () => void;
  /** Beside the Close button. */
  beside?: ReactNode;
  /** Filters besides the search; `onClear` takes them away while they hold. */
  filters?: { readonly fields: ReactNode; readonly onClear: (() => void) | undefined };
}

/** The domains behind a count. Each opens its dossier. */
export function DomainList({ title, asked, query, rows, total, onClose, beside, filters }: Props) {
  const [today] = useState(() => businessDay());
  const columns = useMemo(() => columnsAt(today), [today]);
  const { search, page, onSearch, onPage } = asked;
  const clear = () => {
    onSearch('');
    filters?.onClear?.();
  };
  const isFiltered = search.trim() !== '' || filters?.onClear !== undefined;
  const list = useServerPage({
    query,
    rows,
    total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: ({ page: next = 1 }) => onPage(next),
    onClear: isFiltered ? clear : undefined,
  });
  return (
    <ListDialog
      title={total === undefined ? title : `${title} (${counted(total, 'domain')})`}
      onClose={onClose}
      beside={beside}
      fill
    >
      <div className={classes.list}>
        <Toolbar holding={isFiltered ? 1 : 0}>
          <SearchBox label="Search domain or company" value={search} onSearch={onSearch} />
          {filters?.fields}
        </Toolbar>
        <DataTable label={title} row={identity} columns={columns} {...list} texts={{ empty: EMPTY }} />
      </div>
    </ListDialog>
  );
}
