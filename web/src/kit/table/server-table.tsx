import { useMemo, type ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { sortedByServer, type ServerList } from './server-page.ts';
import type { Column, TableTexts } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { ListTools, type ResetProps } from '../filter/list-tools.tsx';
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
  /** Between the filters and the table, and the dialogs. */
  children?: ReactNode;
}

/** A list that the server pages: filters, chips, table, pager; its state stands in the address. */
export function ServerTable<Row>({ label, list, row, columns, texts, reset, tools, children }: Props<Row>) {
  const { search, sorts, view, query } = list;
  const sortable = useMemo(() => sortedByServer(columns, sorts), [columns, sorts]);
  return (
    <>
      <ListTools search={search} reset={reset}>
        {tools}
      </ListTools>
      {children}
      <DataTable label={label} row={row} columns={sortable} view={view} query={query} texts={texts} />
    </>
  );
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
