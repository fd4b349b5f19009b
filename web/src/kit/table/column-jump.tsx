import type { Column } from './types.ts';
import classes from '../layout/toolbar.module.css';

/** Scrolls a wide table to a group of its columns. */
export function ColumnJump<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const groups = columns.slice(1).filter((column, at, all) => column.group !== all[at - 1]?.group);
  return (
    <label className={classes.labelled}>
      <span>Go to columns</span>
      <select
        className={classes.input}
        value=""
        onChange={(event) =>
          document
            .getElementById(`group-${event.currentTarget.value}`)
            ?.scrollIntoView({ inline: 'start', block: 'nearest' })
        }
      >
        <option value="" disabled>
          Choose
        </option>
        {groups.map((column) => (
          <option key={column.id} value={column.id}>
            {column.group}
          </option>
        ))}
      </select>
    </label>
  );
}
