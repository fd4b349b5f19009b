import { useMemo, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { sortedByServer, type ServerList } from './server-page.ts';
import type { ListViews } from './list-views.ts';
import type { Column, TableTexts } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { ListTools, type ResetProps } from '../filter/list-tools.tsx';
import { ToolbarEnd } from '../layout/toolbar.tsx';
import { Stack } from '../layout/stack.tsx';
import { ScreenFrame } from '../layout/screen-frame.tsx';

interface Props<Row> extends ResetProps {
  /** For screen readers. */
  label: string;
  list: ServerList<Row>;
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  /**
   * Its views, which choose among the columns and stand above it. 'none': a list in a dialog, of a customer, or below another; one that
   * has none is decided about too.
   */
  views: ListViews<Row> | 'none';
  texts: TableTexts;
  /** In the toolbar, beside the filters. */
  tools?: ReactNode;
  /** What a table has beside its columns: actions at the end of its rows, what its row sheet shows, rows of two lines. */
  rows?: Pick<DataTableProps<Row>, 'actions' | 'sheet' | 'isTall'>;
  /** A row on a small screen, where its columns tell too little. */
  card?: (row: Row, more: () => void) => ReactNode;
  /** Between the filters and the table, and the dialogs. */
  children?: ReactNode;
}

/** A list that the server pages: filters, chips, table, pager; its state stands in the address. */
export function ServerTable<Row>(props: Props<Row>) {
  const { label, list, row, views, texts, reset, tools, rows, card, children } = props;
  const { search, sorts, view, query } = list;
  const columns = views === 'none' ? props.columns : views.shown;
  const sortable = useMemo(() => sortedByServer(columns, sorts), [columns, sorts]);
  const table = { label, row, columns: sortable, view, query, texts, ...rows };
  const whole = (
    <Stack>
      <ListTools search={search} reset={reset}>
        {(tools !== undefined || views !== 'none') && (
          <ToolbarEnd>
            {views !== 'none' && views.tools}
            {tools}
          </ToolbarEnd>
        )}
      </ListTools>
      {children}
      <DataTable {...table} card={card} />
    </Stack>
  );
  return views === 'none' ? whole : views.within(whole);
}

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
