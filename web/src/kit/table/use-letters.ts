import type { KeyboardEvent } from 'react';
import { useGrid } from '../keyboard/grids.ts';
import { ROW_SHEET_KEY, useSingleLetters } from '../keyboard/single-letters.ts';
import type { Column } from './types.ts';

interface Letters<Row> {
  /** Wherever they stand: among the columns, at the end of a row, in the row sheet. */
  columns: readonly Column<Row>[];
  rowAt: (target: EventTarget) => Row | undefined;
  onSheet: (row: Row) => void;
}

/** What is held with a letter is no letter of a row, and a letter that is held was meant for the row of its first press. */
const isPlain = ({ ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey && !repeat;

/** The letters that are heard in a row: those of its actions, and the one of the row sheet. They are listed with all keys. */
export function useLetters<Row>({ columns, rowAt, onSheet }: Letters<Row>) {
  const [hasLetters] = useSingleLetters();
  const acting = columns.filter(({ action }) => action?.shortcut !== undefined);
  // A letter once, though its action stands in several places.
  const labels = new Map(acting.map(({ action, header }) => [action?.shortcut ?? '', header]));
  useGrid([...labels].map(([keys, label]) => ({ keys, label })));

  return (event: KeyboardEvent<HTMLTableElement>): void => {
    const at = rowAt(event.target);
    if (at === undefined || !isPlain(event)) return;
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    // Also for who switched letters off: of some tables it is the only way to all of a row.
    if (event.key === ROW_SHEET_KEY) {
      event.preventDefault();
      onSheet(at);
    }
    if (!hasLetters) return;
    const wanted = acting.find(({ action }) => action?.shortcut === event.key);
    if (!wanted) return;
    event.preventDefault();
    wanted.action?.press(at);
  };
}
