import { useState, type ReactNode } from 'react';
import { useNarrow } from '../browser/use-narrow.ts';
import classes from './card-list.module.css';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Pager } from './pager.tsx';
import { RowSheet } from './row-sheet.tsx';
import { TableState } from './table-state.tsx';

interface Props<Row> extends DataTableProps<Row> {
  /** A row on a small screen; `more` opens all of it. */
  card: (row: Row, more: () => void) => ReactNode;
}

/** A table, whose rows are cards on a small screen. */
export function CardTable<Row>({ card, ...table }: Props<Row>) {
  return useNarrow() ? <Cards card={card} {...table} /> : <DataTable {...table} />;
}

function Cards<Row>({ label, row, columns, view, query, texts, sheet = columns, card }: Props<Row>) {
  const [opened, setOpened] = useState<Row>();
  // The row as it is now: an edit in the sheet replaces it.
  const open = opened && (view.rows.find((one) => row.key(one) === row.key(opened)) ?? opened);
  const { total, page, size, sizes, onPage } = view;
  return (
    <div>
      <TableState query={query} view={view} texts={texts} />
      <ul className={classes.list} aria-label={label} aria-busy={query.isPending || query.isFetching}>
        {view.rows.map((one) => (
          <li key={row.key(one)}>{card(one, () => setOpened(one))}</li>
        ))}
      </ul>
      <Pager label={label} total={total} page={page} size={size} sizes={sizes} onPage={onPage} />
      {open !== undefined && (
        <RowSheet row={open} title={row.name(open)} columns={sheet} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
