import type { RowIdentity } from '../edit/row-identity.ts';
import { Breakable } from '../text/breakable.tsx';
import classes from './row-cards.module.css';
import type { Column } from './types.ts';

/** More than these are read in the row sheet. */
const MOST_FACTS = 6;
const MOST_ACTIONS = 2;

interface Props<Row> {
  row: RowIdentity<Row>;
  one: Row;
  columns: readonly Column<Row>[];
  /** Those at the end of a row. */
  actions: readonly Column<Row>[];
  /** What the row sheet shows. */
  sheet: readonly Column<Row>[];
  onMore: () => void;
}

const isBlank = (text: string) => text === '' || text === 'N/A';

/** A row as its columns declare it: the one with its name, else the first, is the title, the next ones are facts, and actions stand at the thumb. */
export function RowCard<Row>({ row, one, columns, actions, sheet, onMore }: Props<Row>) {
  const name = row.name(one);
  const title = titleOf(columns, one, name);
  const rest = columns.filter((column) => column !== title);
  const fields = rest.filter((column) => !column.action);
  const facts = fields.filter((column) => column.cell !== undefined || !isBlank(column.text(one)));
  const acts = [...rest, ...actions].filter(
    (column) => column.action && (isOffered(column, one) || hasInstead(column, one)),
  );
  const hasMore = facts.length > MOST_FACTS || acts.length > MOST_ACTIONS || sheet.length > columns.length;
  return (
    <article className={classes.card} aria-label={name}>
      {title && <div className={classes.title}>{title.cell?.(one) ?? <Breakable text={title.text(one)} />}</div>}
      {facts.length > 0 && <Facts columns={facts.slice(0, MOST_FACTS)} one={one} />}
      {(acts.length > 0 || hasMore) && (
        <div className={classes.actions}>
          {acts.slice(0, MOST_ACTIONS).map((column) => (
            <Act key={column.id} column={column} one={one} name={name} />
          ))}
          {hasMore && (
            <button type="button" aria-label={`More of ${name}`} onClick={onMore}>
              More
            </button>
          )}
        </div>
      )}
    </article>
  );
}

const titleOf = <Row,>(columns: readonly Column<Row>[], one: Row, name: string) =>
  columns.find((column) => !column.action && column.text(one) === name) ?? columns[0];

interface FactsProps<Row> {
  columns: readonly Column<Row>[];
  one: Row;
}

const Facts = <Row,>({ columns, one }: FactsProps<Row>) => (
  <dl className={classes.facts}>
    {columns.map((column) => (
      <div key={column.id} data-wide={isWide(column, one) || undefined}>
        <dt>{column.header}</dt>
        <dd>{column.cell?.(one) ?? <Breakable text={column.text(one)} />}</dd>
      </div>
    ))}
  </dl>
);

const isOffered = <Row,>({ action }: Column<Row>, one: Row) => action?.offered?.(one) !== false;
/** Whether a row shows something in the place of an action that it does not have. */
function hasInstead<Row>(column: Column<Row>, one: Row): boolean {
  const content = column.cell?.(one);
  return content !== undefined && content !== null && content !== false;
}

function Act<Row>({ column, one, name }: { column: Column<Row>; one: Row; name: string }) {
  const { header, action } = column;
  if (!isOffered(column, one)) return <div className={classes.instead}>{column.cell?.(one)}</div>;
  return (
    <button type="button" aria-label={`${header}: ${name}`} onClick={() => action?.press(one)}>
      {header}
    </button>
  );
}

/** So many letters fit into half of a card. */
const HALF = 22;
const isWide = <Row,>(column: Column<Row>, one: Row) => column.text(one).length > HALF || column.width > 200;
