import type { BoardRow } from '@desk/contract/boards';
import { useMemo, useState, type ReactNode } from 'react';
import { businessDay } from '../../kit/text/clock.ts';
import { columnsOf } from '../../kit/table/columns.tsx';
import { counted } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import type { ServerList } from '../../kit/table/server-page.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import type { Column } from '../../kit/table/types.ts';
import classes from './domain-list.module.css';
import { DomainLink } from '../domain-page/domain-link.tsx';
import { planWords } from '@desk/contract/words/plan-words';
import { standingOn } from '../renewal/standing-words.ts';

/** Rows on a page of such a list. */
export const DOMAINS_SIZE = 15;
const EMPTY = 'No Domain Present or Could not fetch Domains';

const identity = { key: (row: BoardRow) => row.renewal_id, name: (row: BoardRow) => row.domain_name };
const column = columnsOf<BoardRow>(identity);

/** In the order of the server, by renewal date. What such a list is opened for is in sight without scrolling. */
const columnsAt = (today: string): readonly Column<BoardRow>[] => [
  column.text('domain_name', 'Customer Domain', {
    width: 148,
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
];

/** The filters of such a list. */
export const DOMAIN_FILTERS = { q: searchFilter('Search domain or company', { longest: 253 }) };

interface Props {
  /** Which domains these are. How many is added. */
  title: string;
  list: ServerList<BoardRow>;
  onClose: () => void;
  /** Beside the Close button. */
  beside?: ReactNode;
  /** In the toolbar, beside the search. */
  tools?: ReactNode;
}

/** The domains behind a count. Each opens its page. */
export function DomainList({ title, list, onClose, beside, tools }: Props) {
  const [today] = useState(() => businessDay());
  const columns = useMemo(() => columnsAt(today), [today]);
  const { total } = list;
  return (
    <ListDialog
      title={total === undefined ? title : `${title} (${counted(total, 'domain')})`}
      onClose={onClose}
      beside={beside}
      fill
    >
      <div className={classes.list}>
        <ServerTable
          label={title}
          list={list}
          row={identity}
          columns={columns}
          views="none"
          texts={{ empty: EMPTY }}
          tools={tools}
        />
      </div>
    </ListDialog>
  );
}
