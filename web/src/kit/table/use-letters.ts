import type { KeyboardEvent } from 'react';
import { useGrid } from '../keyboard/grids.ts';
import type { Column } from './types.ts';

interface Letters<Row> {
  /** Wherever they stand: among the columns, at the end of a row, in the row sheet. */
  columns: readonly Column<Row>[];
  rowAt: (target: EventTarget) => Row | undefined;
  onSheet: (row: Row) => void;
}

/** The letters that are heard in a row: those of its actions, and the one of the row sheet. They are listed with all keys. */
export function useLetters<Row>({ columns, rowAt, onSheet }: Letters<Row>) {
  const acting = columns.filter(({ action }) => action?.shortcut !== undefined);
  // A letter once, though its action stands in several places.
  const labels = new Map(acting.map(({ action, header }) => [action?.shortcut ?? '', header]));
  useGrid([...labels].map(([keys, label]) => ({ keys, label })));

  return (event: KeyboardEvent<HTMLTableElement>): void => {
    const at = rowAt(event.target);
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    if (event.key === '.') {
      event.preventDefault();
      onSheet(at);
    }
    const wanted = acting.find(({ action }) => action?.shortcut === event.key);
    if (!wanted) return;
    event.preventDefault();
    wanted.action?.press(at);
  };
}
