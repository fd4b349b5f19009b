import { useMemo, useRef, useState, type ClipboardEvent } from 'react';
import classes from './data-table.module.css';
import { useDensity } from './density.ts';
import { ListedContext, useListedRows } from './listed.ts';
import { Pager } from './pager.tsx';
import { RowSheet } from './row-sheet.tsx';
import { TableBody } from './table-body.tsx';
import { TableFoot, TableHead } from './table-head.tsx';
import { TableState } from './table-state.tsx';
import type { Column, TableTexts, TableView } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import type { Selection } from './selection.ts';
import { useLetters } from './use-letters.ts';
import { useGridNav } from './use-grid-nav.ts';
import { InGridContext } from '../keyboard/grids.ts';
import { useHasRoom } from '../layout/fitting.ts';
import { useStable } from '../browser/use-stable.ts';

export interface GridProps<Row> {
  /** For screen readers. */
  label: string;
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  view: TableView<Row>;
  query: Loading;
  texts: TableTexts;
  /** Draws a tick box in each row, second column. */
  selection?: Selection;
  /** Actions at the end of a row, seen while it is hovered or has the focus; the last one opens the row sheet. */
  actions?: readonly Column<Row>[] | undefined;
  /** What the row sheet shows, where that is more than the columns; the letters of its actions are heard too. */
  sheet?: readonly Column<Row>[] | undefined;
  /** Cells of two lines: higher rows, and nothing is cut. */
  isTall?: boolean | undefined;
  /** The heading above the first row of each group, of rows that come sorted by it; undefined: none. */
  groupOf?: ((row: Row) => string) | undefined;
}

/**
 * A real table with the keyboard of a grid: sticky header and first column, group row, sorting, one tab stop, row sheet on
 * `.`, copying of the focused cell, skeleton, empty and failed state, pager.
 */
export function GridTable<Row>(props: GridProps<Row>) {
  const {
    label,
    row,
    columns,
    view,
    query,
    texts,
    selection,
    actions = NO_ACTIONS,
    isTall,
    groupOf,
    sheet: all = columns,
  } = props;
  const table = useRef<HTMLTableElement>(null);
  const width = widthOf(columns, selection);
  const { box, room } = useHasRoom<HTMLDivElement>(width);
  const [chosen] = useDensity();
  const density = isTall === true ? undefined : chosen;
  const [sheet, setSheet] = useState<Row>();
  // The row as it is now: an edit in the sheet replaces it.
  const open = sheet && (view.rows.find((one) => row.key(one) === row.key(sheet)) ?? sheet);
  const pages = Math.max(1, Math.ceil(view.total / view.size));
  const turn = (delta: number) => {
    const page = view.page + delta;
    if (page < 1 || page > pages) return false;
    view.onPage(page);
    return true;
  };
  const walk = useGridNav(table, { page: view.page, turn });
  const toggle = useStable((key: string | number, range: boolean) =>
    selection?.toggle(key, view.rows.map(row.key), range),
  );
  const rowAt = (target: EventTarget): Row | undefined => {
    const index = (target as HTMLElement).closest<HTMLElement>('tr[data-index]')?.dataset['index'];
    return index === undefined ? undefined : view.rows[Number(index)];
  };
  const press = useLetters({ columns: [...columns, ...actions, ...all], rowAt, onSheet: setSheet });

  const copy = (event: ClipboardEvent<HTMLTableElement>) => {
    const at = rowAt(event.target);
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset['column'];
    const column = columns.find((one) => one.id === id);
    if (at === undefined || !column || String(window.getSelection()) !== '') return;
    event.clipboardData.setData('text/plain', column.text(at));
    event.preventDefault();
  };

  const listedRows = useListedRows(row, view);
  const listed = useMemo(() => ({ label, rows: listedRows }), [label, listedRows]);
  const busy = query.isPending || query.isFetching;
  return (
    <div
      className={classes.frame}
      data-density={density}
      data-tall={isTall}
      data-room={room}
      data-refreshing={(busy && !query.isPending) || undefined}
    >
      <a className={classes.skip} href={`#after-${idOf(label)}`}>
        Past table
      </a>
      <div ref={box} className={classes.scroll}>
        <table
          ref={table}
          role="grid"
          aria-label={label}
          aria-rowcount={view.total + 1}
          aria-busy={busy}
          style={{ minWidth: width }}
          // By which its rows show their actions.
          onPointerMove={({ currentTarget }) => currentTarget.removeAttribute('data-keys')}
          onKeyDown={(event) => {
            event.currentTarget.setAttribute('data-keys', '');
            walk(event);
            if (!event.defaultPrevented) press(event);
          }}
          onCopy={copy}
        >
          <TableHead
            columns={columns}
            actions={actions}
            view={view}
            selection={selection}
            pageKeys={view.rows.map(row.key)}
          />
          <InGridContext value>
            <ListedContext value={listed}>
              <TableBody
                row={row}
                columns={columns}
                view={view}
                selection={selection}
                onToggle={toggle}
                actions={actions}
                onMore={setSheet}
                groupOf={groupOf}
                pending={query.isPending}
              />
            </ListedContext>
          </InGridContext>
          <TableFoot columns={columns} view={view} selectable={selection !== undefined} />
        </table>
        <TableState query={query} view={view} texts={texts} />
      </div>
      <div id={`after-${idOf(label)}`} tabIndex={-1}>
        <Pager
          label={label}
          total={view.total}
          page={view.page}
          size={view.size}
          onPage={view.onPage}
          sizes={view.sizes}
        />
      </div>
      {open !== undefined && (
        <RowSheet row={open} title={row.name(open)} columns={all} onClose={() => setSheet(undefined)} />
      )}
    </div>
  );
}

const widthOf = (columns: readonly { width: number }[], selection: Selection | undefined) =>
  columns.reduce((sum, column) => sum + column.width, selection ? 48 : 0);
const NO_ACTIONS: readonly never[] = [];
const idOf = (label: string) => label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
