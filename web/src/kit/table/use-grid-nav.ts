import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const TURNS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 };
const CONTROLS = 'button,input,select,a[href]';

/** Focus goes to a cell's one control, or to the cell itself where it holds a select or nothing. */
const targetOf = (cell: HTMLElement): HTMLElement =>
  cell.querySelector('select') ? cell : (cell.querySelector<HTMLElement>(CONTROLS) ?? cell);

/** The rows that are walked: the header with the sort buttons and the body, not the row of group names. */
const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] =>
  [...table.rows].filter((row) => row.dataset['walk'] !== undefined);

interface Place {
  readonly row: number;
  readonly column: number;
}

const placeOf = (grid: HTMLTableElement, cell: HTMLTableCellElement): Place => ({
  row: rowsOf(grid).findIndex((row) => row.contains(cell)),
  column: cell.cellIndex,
});

/** The first cell below the header. */
const FIRST: Place = { row: 1, column: 0 };

interface Pages {
  /** The page on screen; when it changes, the cell that turned it gets the focus back. */
  page: number;
  /** Answers whether there is such a page. */
  turn: (delta: number) => boolean;
}

function stopAt(grid: HTMLTableElement, cell: HTMLElement): HTMLElement {
  for (const stop of grid.querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1;
  const target = targetOf(cell);
  target.tabIndex = 0;
  return target;
}

/** Whatever was drawn meanwhile, the grid keeps exactly one tab stop: the one it had, else where the focus was last. */
function oneTabStop(grid: HTMLTableElement, last: Place): void {
  for (const control of grid.querySelectorAll<HTMLElement>(CONTROLS))
    if (!control.hasAttribute('tabindex')) control.tabIndex = -1;
  if (grid.querySelector('[tabindex="0"]')) return;
  const rows = rowsOf(grid);
  const cells = rows[Math.min(Math.max(last.row, 0), rows.length - 1)]?.cells;
  const cell = cells?.[last.column] ?? cells?.[0];
  if (cell) targetOf(cell).tabIndex = 0;
}

/** Where a key leads from a place; undefined for a key that does not move. */
function destination(event: KeyboardEvent, { row, column }: Place, rows: readonly HTMLTableRowElement[]) {
  const lastRow = rows.length - 1;
  const lastColumn = (rows[row]?.cells.length ?? 1) - 1;
  const corner = event.ctrlKey || event.metaKey;
  const moves: Record<string, Place> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row: corner ? 0 : row, column: 0 },
    End: { row: corner ? lastRow : row, column: lastColumn },
  };
  return moves[event.key];
}

/**
 * The keyboard of a data grid: one tab stop; arrows, Home, End and Ctrl with them move; PageUp and PageDown turn the page
 * and keep the cell; Enter or F2 enters a select; Escape or Enter leaves it; Tab goes on to the button beside it, else out.
 */
export function useGridNav(table: RefObject<HTMLTableElement | null>, { page, turn }: Pages) {
  const held = useRef<Place & { page: number }>(undefined);
  const focused = useRef<Place>(undefined);
  const last = useRef<Place>(FIRST);

  const go = (cell: HTMLTableCellElement | undefined) => {
    if (!cell || !table.current) return;
    stopAt(table.current, cell).focus();
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  useEffect(() => {
    const grid = table.current;
    if (!grid) return undefined;
    const came = ({ target }: FocusEvent) => {
      const cell = (target as HTMLElement).closest<HTMLTableCellElement>('th,td');
      focused.current = cell ? placeOf(grid, cell) : undefined;
      if (!cell || !focused.current) return;
      last.current = focused.current;
      // A click on a control makes its cell the tab stop, as walking there does.
      stopAt(grid, cell);
    };
    // Of a row that was taken out of the page the place is kept, so that the row in its stead gets the focus.
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if ((target as Element).isConnected && !grid.contains(document.activeElement)) focused.current = undefined;
      });
    grid.addEventListener('focusin', came);
    grid.addEventListener('focusout', left);
    return () => {
      grid.removeEventListener('focusin', came);
      grid.removeEventListener('focusout', left);
    };
  }, [table]);

  useLayoutEffect(() => {
    const grid = table.current;
    if (!grid) return;
    oneTabStop(grid, last.current);
    if (grid.getAttribute('aria-busy') === 'true') return;
    const turned = held.current && held.current.page !== page ? held.current : undefined;
    const lost = document.activeElement === document.body ? focused.current : undefined;
    const place = turned ?? lost;
    if (!place) return;
    held.current = undefined;
    const rows = rowsOf(grid);
    go(rows[Math.min(place.row, rows.length - 1)]?.cells[place.column]);
  });

  const inSelect = (event: KeyboardEvent, cell: HTMLTableCellElement) => {
    const beside = cell.querySelector<HTMLElement>('button');
    if (event.key === 'Tab' && !event.shiftKey && beside) {
      event.preventDefault();
      beside.focus();
    } else if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      go(cell);
    }
  };

  const inCell = (event: KeyboardEvent, cell: HTMLTableCellElement, place: Place) => {
    const select = event.target === cell ? cell.querySelector('select') : null;
    if ((event.key === 'Enter' || event.key === 'F2') && select) {
      event.preventDefault();
      select.focus();
    } else if (event.key in TURNS) {
      event.preventDefault();
      held.current = turn(TURNS[event.key] ?? 0) ? { ...place, page } : undefined;
    } else if (event.key === 'Escape' && event.target !== targetOf(cell)) go(cell);
  };

  return (event: KeyboardEvent<HTMLTableElement>): void => {
    const from = event.target as HTMLElement;
    const cell = from.closest<HTMLTableCellElement>('th,td');
    if (!cell) return;
    if (from instanceof HTMLSelectElement) {
      inSelect(event, cell);
      return;
    }
    const rows = rowsOf(event.currentTarget);
    const place = placeOf(event.currentTarget, cell);
    const to = destination(event, place, rows);
    if (!to) {
      inCell(event, cell, place);
      return;
    }
    event.preventDefault();
    go(rows[to.row]?.cells[to.column]);
  };
}
