import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { DENSITIES, useDensity } from './density.ts';
import { ListDialog } from '../dialog/list-dialog.tsx';
import type { Column } from './types.ts';
import { ToolField } from '../filter/tool-field.tsx';
import classes from './column-chooser.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  /** The ids of the columns to show; undefined for all. */
  onChoose: (ids: readonly string[] | undefined) => void;
}

/** Which columns of a wide table are shown, and how high its rows are. The first column cannot be hidden. */
export function ColumnChooser<Row>({ columns, shown, onChoose }: Props<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Columns
      </Button>
      {open && (
        <ListDialog title="Columns" size={720} onClose={() => setOpen(false)}>
          <Choices columns={columns} shown={shown} onChoose={onChoose} />
        </ListDialog>
      )}
    </>
  );
}

function Choices<Row>({ columns, shown, onChoose }: Props<Row>) {
  const [wanted, setWanted] = useState('');
  const [density, setDensity] = useDensity();
  const ids = new Set(shown.map((column) => column.id));
  const show = (changed: readonly Column<Row>[], on: boolean) => {
    const names = new Set(changed.map((column) => column.id));
    onChoose(columns.map((column) => column.id).filter((id) => (names.has(id) ? on : ids.has(id))));
  };
  const found = columns.slice(1).filter((column) => column.header.toLowerCase().includes(wanted.toLowerCase()));
  const groups = [...new Set(found.map((column) => column.group))];
  return (
    <>
      <div className={classes.tools}>
        <ToolField label="Search columns">
          <input type="search" data-autofocus value={wanted} onChange={(e) => setWanted(e.currentTarget.value)} />
        </ToolField>
        <ToolField label="Row height">
          <select
            value={density}
            onChange={(event) => setDensity(DENSITIES.find((one) => one === event.currentTarget.value) ?? 'standard')}
          >
            {DENSITIES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </ToolField>
        <Button variant="default" onClick={() => onChoose(undefined)}>
          All
        </Button>
      </div>
      <p className={classes.hint}>{columns[0]?.header} is always shown.</p>
      <div className={classes.columns}>
        {groups.map((group) => {
          const members = found.filter((column) => column.group === group);
          return (
            <fieldset key={group}>
              <legend>
                <label>
                  <input
                    type="checkbox"
                    aria-label={`All of ${group}`}
                    checked={members.every((column) => ids.has(column.id))}
                    onChange={(event) => show(members, event.currentTarget.checked)}
                  />
                  {group}
                </label>
              </legend>
              {members.map((column) => (
                <label key={column.id}>
                  <input
                    type="checkbox"
                    checked={ids.has(column.id)}
                    onChange={(event) => show([column], event.currentTarget.checked)}
                  />
                  {column.header}
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
    </>
  );
}
