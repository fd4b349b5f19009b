import { CellButton } from '../button/cell-button.tsx';
import classes from './edit-cell.module.css';
import { useCellTabIndex } from '../keyboard/grids.ts';
import { EditSelect, type Option } from '../form/edit-select.tsx';
import { shown } from '../text/format.ts';
import { useCellEdit, type CellEdit, type Edits } from './edits.ts';

const MARKS: Record<CellEdit['state'], readonly [sign: string, words: string] | undefined> = {
  unsaved: undefined,
  saving: ['…', 'Saving'],
  saved: ['✓', 'Saved'],
  failed: ['▲', 'Not saved'],
};

interface Props<Row> {
  edits: Edits<Row>;
  field: string;
  row: Row;
  options: readonly Option[];
  label: string;
}

/** A select with its state and, where choices wait, its Update button. */
export function EditCell<Row>({ edits, field, row, options, label }: Props<Row>) {
  const edit = useCellEdit(edits, row, field);
  const tabIndex = useCellTabIndex();
  const waiting = edit?.value !== undefined && edit.state !== 'saving';
  const mark = edit && MARKS[edit.state];
  const words = mark && `${mark[1]}${edit.stands === undefined ? '' : `: ${shown(edit.stands)} by now`}`;
  return (
    <span className={classes.edit}>
      <EditSelect
        label={label}
        value={edit?.value ?? edits.valueOf(row, field)}
        options={options}
        unsaved={waiting}
        onCommit={(value) => edits.commit(row, field, value)}
      />
      {mark && (
        <span className={classes.mark} data-state={edit.state} role="img" aria-label={words} title={words}>
          {mark[0]}
        </span>
      )}
      {edits.when === 'on-update' && (
        <CellButton
          tabIndex={tabIndex}
          aria-disabled={!waiting}
          aria-label={`Update ${label}`}
          onClick={() => edits.update(row, field)}
        >
          Update
        </CellButton>
      )}
    </span>
  );
}
