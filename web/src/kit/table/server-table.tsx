import { useMemo, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { sortedByServer, type ServerList } from './server-page.ts';
import type { Column, TableTexts } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { ListTools, type ResetProps } from '../filter/list-tools.tsx';
import { Stack } from '../layout/stack.tsx';
import { ScreenFrame } from '../layout/screen-frame.tsx';

interface Props<Row> extends ResetProps {
  /** For screen readers. */
  label: string;
  list: ServerList<Row>;
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  texts: TableTexts;
  /** In the toolbar, beside the filters. */
  tools?: ReactNode;
  /** What a table has beside its columns: actions at the end of its rows, what its row sheet shows, rows of two lines. */
  rows?: Pick<DataTableProps<Row>, 'actions' | 'sheet' | 'isTall'>;
  /** A row on a small screen, where its columns tell too little. */
  card?: (row: Row, more: () => void) => ReactNode;
  /** Draws the list within the tabs of its views. */
  within?: (list: ReactNode) => ReactNode;
  /** Between the filters and the table, and the dialogs. */
  children?: ReactNode;
}

/** A list that the server pages: filters, chips, table, pager; its state stands in the address. */
export function ServerTable<Row>(props: Props<Row>) {
  const { label, list, row, columns, texts, reset, tools, rows, card, within = asItIs, children } = props;
  const { search, sorts, view, query } = list;
  const sortable = useMemo(() => sortedByServer(columns, sorts), [columns, sorts]);
  const table = { label, row, columns: sortable, view, query, texts, ...rows };
  return within(
    <Stack>
      <ListTools search={search} reset={reset}>
        {tools}
      </ListTools>
      {children}
      <DataTable {...table} card={card} />
    </Stack>,
  );
}

const asItIs = (list: ReactNode) => list;

interface ScreenProps<Row> extends Omit<Props<Row>, 'label'> {
  title: string;
  /** Beside the title: the button that adds to the list. */
  beside?: ReactNode;
}

/** A screen that is one such list. */
export function ServerTableScreen<Row>({ title, beside, ...table }: ScreenProps<Row>) {
  return (
    <ScreenFrame title={title} beside={beside}>
      <ServerTable label={title} {...table} />
    </ScreenFrame>
  );
}
