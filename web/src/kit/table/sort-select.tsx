import { useId } from 'react';
import classes from './row-cards.module.css';
import type { Column, TableView } from './types.ts';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  view: Pick<TableView<Row>, 'sort' | 'onSort'>;
}

const DIRECTIONS = [
  ['asc', 'up'],
  ['desc', 'down'],
] as const;

/** By which column the rows stand, where there is no header to press. */
export function SortSelect<Row>({ label, columns, view: { sort, onSort } }: Props<Row>) {
  const id = useId();
  const sortable = columns.filter((column) => column.sort !== undefined);
  if (sortable.length === 0) return null;
  const choose = (value: string) => {
    const [direction, ...rest] = value.split(' ');
    const column = rest.join(' ');
    onSort(column === '' ? undefined : { column, direction: direction === 'desc' ? 'desc' : 'asc' });
  };
  return (
    <div className={classes.sort}>
      <label htmlFor={id}>
        Sort<span className="visually-hidden"> {label}</span>
      </label>
      <select
        id={id}
        value={sort ? `${sort.direction} ${sort.column}` : ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">As listed</option>
        {sortable.flatMap((column) =>
          DIRECTIONS.map(([direction, words]) => (
            <option key={`${direction} ${column.id}`} value={`${direction} ${column.id}`}>
              {column.header}, {words}
            </option>
          )),
        )}
      </select>
    </div>
  );
}
