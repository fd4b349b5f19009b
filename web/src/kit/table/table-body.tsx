import { Fragment, memo } from 'react';
import classes from './data-table.module.css';
import { RowActions } from './row-actions.tsx';
import type { RowKey, Selection } from './selection.ts';
import type { Column, TableView } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';

interface Props<Row> {
  row: RowIdentity<Row>;
  columns: readonly Column<Row>[];
  view: TableView<Row>;
  selection: Selection | undefined;
  onToggle: (key: RowKey, range: boolean) => void;
  pending: boolean;
  actions: readonly Column<Row>[];
  onMore: (row: Row) => void;
  groupOf?: ((row: Row) => string) | undefined;
}

export function TableBody<Row>(props: Props<Row>) {
  const { row, columns, view, selection, onToggle, pending, actions, onMore, groupOf } = props;
  const before = (view.page - 1) * view.size;
  if (pending) return <Skeleton columns={columns.length + (selection ? 1 : 0)} rows={view.size} />;
  return (
    <tbody>
      {view.rows.map((one, index) => (
        <Fragment key={row.key(one)}>
          {groupOf && (
            <GroupRow
              text={groupOf(one)}
              above={index === 0 ? undefined : groupOf(view.rows[index - 1] as Row)}
              span={columns.length + (selection ? 1 : 0) + (actions.length > 0 ? 1 : 0)}
            />
          )}
          <BodyRow
            row={one}
            id={row.key(one)}
            name={row.name(one)}
            index={index}
            rowIndex={before + index + 2}
            columns={columns as readonly Column<unknown>[]}
            selected={selection?.has(row.key(one))}
            onToggle={onToggle}
            actions={actions as readonly Column<unknown>[]}
            onMore={onMore as (row: unknown) => void}
          />
        </Fragment>
      ))}
    </tbody>
  );
}

interface GroupProps {
  text: string;
  /** The heading of the row above. */
  above: string | undefined;
  span: number;
}

/** Nothing to walk to: what it says stands in each of its rows as well. */
const GroupRow = ({ text, above, span }: GroupProps) =>
  text === above ? null : (
    <tr className={classes.group}>
      <th colSpan={span} scope="rowgroup">
        {text}
      </th>
    </tr>
  );

interface RowProps {
  row: unknown;
  id: RowKey;
  name: string;
  index: number;
  rowIndex: number;
  columns: readonly Column<unknown>[];
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  onToggle: (key: RowKey, range: boolean) => void;
  actions: readonly Column<unknown>[];
  onMore: (row: unknown) => void;
}

/** An edit replaces one row object, so only that row is drawn again. */
const BodyRow = memo(function BodyRow(props: RowProps) {
  const { row, id, name, index, rowIndex, columns, selected, onToggle, actions, onMore } = props;
  const cells = columns.map((column, at) => {
    const text = column.text(row);
    const content = column.cell ? (
      column.cell(row)
    ) : (
      <span className={classes.text} title={text} data-absent={text === 'N/A' || undefined}>
        {text}
      </span>
    );
    const place = { 'data-column': column.id, 'data-align': column.align, tabIndex: -1 };
    return at === 0 ? (
      <th key={column.id} scope="row" {...place}>
        {content}
      </th>
    ) : (
      <td key={column.id} {...place}>
        {content}
      </td>
    );
  });
  if (selected !== undefined) {
    cells.splice(
      1,
      0,
      <td key="tick" tabIndex={-1}>
        <input
          type="checkbox"
          className={classes.tick}
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={(event) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>,
    );
  }
  return (
    <tr
      data-walk=""
      data-index={index}
      aria-rowindex={rowIndex}
      {...(selected !== undefined && { 'aria-selected': selected })}
    >
      {cells}
      {actions.length > 0 && <RowActions row={row} name={name} actions={actions} onMore={onMore} />}
    </tr>
  );
});

function Skeleton({ columns, rows }: { columns: number; rows: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (__, column) => (
            <td key={column}>
              <span className={classes.bone} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
