import { useMemo, useState, type ReactNode } from 'react';
import classes from './row-cards.module.css';
import type { GridProps } from './grid-table.tsx';
import { ListedContext, useListedRows } from './listed.ts';
import { Pager } from './pager.tsx';
import { RowCard } from './row-card.tsx';
import { RowSheet } from './row-sheet.tsx';
import { SortSelect } from './sort-select.tsx';
import { TableState } from './table-state.tsx';

export interface CardsProps<Row> extends GridProps<Row> {
  /** A row of which the columns tell too little; `more` opens all of it. */
  card?: ((row: Row, more: () => void) => ReactNode) | undefined;
}

/** The rows of a table as cards, for a small screen: the same columns, actions, ticks, sort and pages. */
export function RowCards<Row>({ card, ...table }: CardsProps<Row>) {
  const { label, row, columns, actions = [], view, query, texts, selection, sheet = columns } = table;
  const [opened, setOpened] = useState<Row>();
  // The row as it is now: an edit in the sheet replaces it.
  const open = opened && (view.rows.find((one) => row.key(one) === row.key(opened)) ?? opened);
  const { total, page, size, sizes, onPage } = view;
  const listedRows = useListedRows(row, view);
  const listed = useMemo(() => ({ label, rows: listedRows }), [label, listedRows]);
  const order = view.rows.map(row.key);
  const draw = (one: Row) => {
    const more = () => setOpened(one);
    return card ? card(one, more) : <RowCard {...{ row, columns, actions, sheet, one }} onMore={more} />;
  };
  return (
    <div className={classes.cards}>
      {view.rows.length > 0 && <CardTools {...table} />}
      {query.isPending && <Bones />}
      <TableState query={query} view={view} texts={texts} />
      <ListedContext value={listed}>
        <ul className={classes.list} aria-label={label} aria-busy={query.isPending || query.isFetching}>
          {view.rows.map((one) => (
            <li key={row.key(one)} data-ticked={selection?.has(row.key(one)) || undefined}>
              {selection && (
                <label className={classes.tick}>
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.name(one)}`}
                    checked={selection.has(row.key(one))}
                    onChange={() => selection.toggle(row.key(one), order, false)}
                  />
                </label>
              )}
              {draw(one)}
            </li>
          ))}
        </ul>
      </ListedContext>
      {total > 0 && <Pager label={label} total={total} page={page} size={size} sizes={sizes} onPage={onPage} />}
      {open !== undefined && (
        <RowSheet row={open} title={row.name(open)} columns={sheet} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

/** What the head of a table has: the tick of the page, and the order. */
function CardTools<Row>({ label, row, columns, view, selection }: GridProps<Row>) {
  const order = view.rows.map(row.key);
  return (
    <div className={classes.tools}>
      {selection && (
        <label className={classes.tick}>
          <input type="checkbox" checked={order.every(selection.has)} onChange={() => selection.togglePage(order)} />
          Select this page
        </label>
      )}
      <SortSelect label={label} columns={columns} view={view} />
    </div>
  );
}

/** Where cards will stand. */
const Bones = () => (
  <div aria-hidden="true" className={classes.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={classes.bones}>
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);
