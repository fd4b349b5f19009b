import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import type { CSSProperties } from 'react';
import classes from './row-actions.module.css';
import type { Column } from './types.ts';

interface Props<Row> {
  row: Row;
  name: string;
  actions: readonly Column<Row>[];
  onMore: (row: Row) => void;
}

/** The cells have no width: each knows how many buttons stand after its own. */
const after = (count: number): CSSProperties & Record<'--after', number> => ({ '--after': count });

/** The name of the button that opens the row sheet. */
const MORE = 'All of';

/**
 * What can be done with a row, over the end of its last cell while it is hovered or has the focus: cells of their own, so that
 * the arrows reach each, and without a width, so that nothing moves.
 */
export function RowActions<Row>({ row, name, actions, onMore }: Props<Row>) {
  return (
    <>
      {actions.map(({ id, header, icon, action }, at) => (
        <td key={id} className={classes.cell} style={after(actions.length - at)} tabIndex={-1}>
          {action?.offered?.(row) !== false && (
            <button type="button" aria-label={`${header}: ${name}`} title={header} onClick={() => action?.press(row)}>
              {icon}
            </button>
          )}
        </td>
      ))}
      <td className={classes.cell} style={after(0)} tabIndex={-1}>
        <button type="button" aria-label={`${MORE} ${name}`} title="All fields and actions" onClick={() => onMore(row)}>
          <IconDots size={16} aria-hidden="true" />
        </button>
      </td>
    </>
  );
}

/** Their columns have no width and are named for those who do not see the table. */
export const ActionHeads = <Row,>({ actions }: { actions: readonly Column<Row>[] }) => (
  <>
    {[...actions.map(({ header }) => header), 'All fields'].map((header) => (
      <th key={header} scope="col" className={classes.cell} tabIndex={-1}>
        <span className="visually-hidden">{header}</span>
      </th>
    ))}
  </>
);
