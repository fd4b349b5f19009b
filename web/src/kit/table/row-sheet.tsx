import { Breakable } from '../text/breakable.tsx';
import { LeaveContext } from '../dialog/leaving.ts';
import { ListDialog } from '../dialog/list-dialog.tsx';
import classes from './row-sheet.module.css';
import type { Column } from './types.ts';

interface Props<Row> {
  row: Row;
  title: string;
  columns: readonly Column<Row>[];
  onClose: () => void;
}

/** One row with all its fields in groups and its actions, so that nothing needs sideways scrolling. */
export function RowSheet<Row>({ row, title, columns, onClose }: Props<Row>) {
  const actions = columns.filter((column) => column.action && column.action.offered?.(row) !== false);
  const fields = columns.filter((column) => !column.action);
  const groups = [...new Set(fields.map((column) => column.group))];
  return (
    <ListDialog title={title} onClose={onClose} size={720}>
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.map((column) => (
            <button
              key={column.id}
              type="button"
              onClick={() => {
                onClose();
                column.action?.press(row);
              }}
            >
              {column.header}
            </button>
          ))}
        </div>
      )}
      <LeaveContext value={onClose}>
        {groups.map((group) => (
          <section key={group}>
            {group !== '' && <h3 className={classes.group}>{group}</h3>}
            <dl className={classes.fields}>
              {fields
                .filter((column) => column.group === group)
                .map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell?.(row) ?? <Breakable text={column.text(row)} />}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </LeaveContext>
    </ListDialog>
  );
}
