import classes from './data-table.module.css';
import { ActionHeads } from './row-actions.tsx';
import { nextSort } from './sorting.ts';
import type { RowKey, Selection } from './selection.ts';
import type { Column, TableView } from './types.ts';

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView<Row>;
  selection: Selection | undefined;
  pageKeys: readonly RowKey[];
  actions: readonly Column<Row>[];
}

/** Neighbouring columns of one group, as runs. */
function groupsOf<Row>(columns: readonly Column<Row>[]) {
  const runs: { id: string; name: string; span: number }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last?.name === column.group) last.span += 1;
    else runs.push({ id: column.id, name: column.group, span: 1 });
  }
  return runs;
}

export function TableHead<Row>({ columns, view, selection, pageKeys, actions }: HeadProps<Row>) {
  const [first, ...rest] = columns;
  const grouped = columns.some((column) => column.group !== '');
  const headers = [...(first ? [first] : []), ...rest].map((column) => (
    <Header key={column.id} column={column} view={view} />
  ));
  if (selection) {
    headers.splice(
      1,
      0,
      <th key="tick" scope="col" tabIndex={-1}>
        <input
          type="checkbox"
          className={classes.tick}
          aria-label="Select this page"
          checked={pageKeys.length > 0 && pageKeys.every(selection.has)}
          onChange={() => selection.togglePage(pageKeys)}
        />
      </th>,
    );
  }
  return (
    <>
      <colgroup>
        {first && <col style={{ width: first.width }} />}
        {selection && <col style={{ width: 48 }} />}
        {rest.map((column) => (
          <col key={column.id} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        {grouped && (
          <tr className={classes.groups}>
            {first && <td />}
            {selection && <td />}
            {groupsOf(rest).map(({ id, name, span }) =>
              name === '' ? (
                <td key={id} colSpan={span} />
              ) : (
                <th key={id} id={`group-${id}`} scope="colgroup" colSpan={span}>
                  <span>{name}</span>
                </th>
              ),
            )}
          </tr>
        )}
        <tr data-walk="">
          {headers}
          {actions.length > 0 && <ActionHeads actions={actions} />}
        </tr>
      </thead>
    </>
  );
}

const SIGNS = { asc: '▲', desc: '▼' };
const WORDS = { asc: 'ascending', desc: 'descending' } as const;

function Header<Row>({ column, view }: { column: Column<Row>; view: TableView<Row> }) {
  const direction = view.sort?.column === column.id ? view.sort.direction : undefined;
  return (
    <th
      scope="col"
      tabIndex={-1}
      data-align={column.align}
      title={column.header}
      {...(direction && { 'aria-sort': WORDS[direction] })}
    >
      {column.sort ? (
        <button
          type="button"
          className={classes.sort}
          data-value=""
          onClick={() => view.onSort(nextSort(view.sort, column.id))}
        >
          <span>{column.header}</span>
          {direction && <span aria-hidden="true">{SIGNS[direction]}</span>}
        </button>
      ) : (
        <span className={classes.text}>{column.header}</span>
      )}
    </th>
  );
}

interface FootProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView<Row>;
  selectable: boolean;
}

export function TableFoot<Row>({ columns, view, selectable }: FootProps<Row>) {
  if (!view.all || view.total === 0 || !columns.some((column) => column.footer)) return null;
  const cells = columns.map((column) => (
    <td key={column.id} data-align={column.align}>
      {column.footer?.(view.all ?? [])}
    </td>
  ));
  if (selectable) cells.splice(1, 0, <td key="tick" />);
  return (
    <tfoot>
      <tr>{cells}</tr>
    </tfoot>
  );
}
