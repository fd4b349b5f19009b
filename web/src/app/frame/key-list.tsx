import { Fragment, useState } from 'react';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useRowKeys } from '../../kit/keyboard/grids.ts';
import { useShortcut, useShortcuts } from '../../kit/keyboard/shortcuts.ts';
import { isSingleLetters, useSingleLetters } from '../../kit/keyboard/single-letters.ts';
import classes from './key-list.module.css';

const IN_TABLES: readonly (readonly [string, string])[] = [
  ['Arrows, Home, End', 'Move from cell to cell'],
  ['Page Up, Page Down', 'Turn the page and keep the cell'],
  ['Enter or F2', 'Choose in a cell; Enter or Tab keeps the choice, Escape takes it back'],
  ['Space', 'Tick a row; with Shift a range'],
  ['.', 'All fields and actions of the row'],
  ['Ctrl+C', 'Copy the cell'],
];

/** The list behind `?`. */
export function KeyList() {
  const [open, setOpen] = useState(false);
  const shortcuts = useShortcuts();
  const rowKeys = useRowKeys();
  const [hasLetters, setLetters] = useSingleLetters();
  useShortcut('?', 'Show the keys', () => setOpen(true));
  useShortcut('Ctrl+/', 'Show the keys, also without single letters', () => setOpen(true));
  if (!open) return null;
  const rows = [
    ...shortcuts.map(({ keys, label }) => [keys, label] as const),
    ...IN_TABLES,
    ...rowKeys.map(({ keys, label }) => [keys, `${label}, in a row of the table`] as const),
  ].filter(([keys]) => hasLetters || !isSingleLetters(keys));
  return (
    <ListDialog title="Keys" size={720} onClose={() => setOpen(false)}>
      <label className={classes.letters}>
        <input type="checkbox" checked={hasLetters} onChange={(event) => setLetters(event.currentTarget.checked)} />
        Single-letter shortcuts, and signs alone
      </label>
      <dl className={classes.keys}>
        {rows.map(([keys, label]) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
    </ListDialog>
  );
}
