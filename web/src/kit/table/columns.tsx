import { Badge, inWords } from '../text/badge.tsx';
import { CellButton } from '../button/cell-button.tsx';
import classes from '../cell/cells.module.css';
import { businessCurrency } from '../text/business.ts';
import { date, instant, money, number, shown } from '../text/format.ts';
import { EditCell } from '../edit/edit-cell.tsx';
import type { Edits } from '../edit/edits.ts';
import type { Column, RowAction, SortValue } from './types.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import type { Option } from '../form/edit-select.tsx';

type FieldOf<Row, Value> = { [K in keyof Row]-?: Row[K] extends Value ? K : never }[keyof Row] & string;
type Layout<Row> = Partial<Pick<Column<Row>, 'group' | 'width' | 'footer' | 'id'>>;
type Text = string | null | undefined;
type Amount = string | number | null | undefined;

/** Words beside a date, drawn in red when late. */
interface Beside {
  words: string;
  isLate: boolean;
}

const always = () => true;
const amount = (value: unknown) => (value === null || value === undefined || value === '' ? null : Number(value));

/** Sorts by currency first: amounts of two currencies do not compare. */
const amountIn = (currency = businessCurrency, value: number | null): SortValue =>
  value === null ? null : [currency, value];

/**
 * Column makers that know the row: a field that the row lacks, or that holds something else, does not compile.
 * @example const column = columnsOf<Row>({ key: (r) => r.id, name: (r) => r.domain_name });
 *          [column.text('domain_name', 'Customer Domain', { group: 'Domain', width: 200 }), …]
 */
export function columnsOf<Row extends object>(row: RowIdentity<Row>) {
  const base = (id: string, header: string, layout: Layout<Row>, width: number) => ({
    id,
    header,
    group: '',
    width,
    align: 'start' as const,
    ...layout,
  });
  return {
    /** `cell`: the same text drawn otherwise, as a link. */
    text: (
      field: FieldOf<Row, Text | number>,
      header: string,
      { cell, ...layout }: Layout<Row> & Pick<Column<Row>, 'cell'> = {},
    ): Column<Row> => ({
      ...base(field, header, layout, 160),
      text: (r) => shown(r[field] as Amount),
      sort: (r) => (r[field] as string | number | null | undefined) ?? null,
      ...(cell && { cell }),
    }),
    /** A moment, in the time of the business. */
    instant: (field: FieldOf<Row, Text>, header: string, layout: Layout<Row> = {}): Column<Row> => ({
      ...base(field, header, layout, 152),
      text: (r) => instant(r[field] as Text),
      sort: (r) => (r[field] as Text) ?? null,
    }),
    number: (field: FieldOf<Row, Amount>, header: string, layout: Layout<Row> = {}): Column<Row> => ({
      ...base(field, header, layout, 96),
      align: 'end',
      text: (r) => number(r[field] as Amount),
      sort: (r) => amount(r[field]),
    }),
    /** Decimal text or a number, in the currency of the business or in what `currency` (ISO 4217) says of the row. */
    money: (
      field: FieldOf<Row, Amount>,
      header: string,
      { currency, ...layout }: Layout<Row> & { currency?: (row: Row) => string } = {},
    ): Column<Row> => ({
      ...base(field, header, layout, 120),
      align: 'end',
      text: (r) => money(r[field] as Amount, currency?.(r)),
      sort: (r) => amountIn(currency?.(r), amount(r[field])),
    }),
    /** An ISO day shown as DD-MM-YYYY; `beside` it, how the row stands to that day. */
    date: (
      field: FieldOf<Row, Text>,
      header: string,
      { beside, ...layout }: Layout<Row> & { beside?: (row: Row) => Beside } = {},
    ): Column<Row> => ({
      ...base(field, header, layout, beside === undefined ? 112 : 208),
      text: (r) => date(r[field] as Text),
      sort: (r) => (r[field] as Text) ?? null,
      ...(beside && { cell: (r: Row) => <DateBeside iso={r[field] as Text} {...beside(r)} /> }),
    }),
    /** `words`: how people read the field's codes. */
    badge: (
      field: FieldOf<Row, Text>,
      header: string,
      { words = inWords, ...layout }: Layout<Row> & { words?: (code: string) => string } = {},
    ): Column<Row> => ({
      ...base(field, header, layout, 136),
      text: (r) => words(shown(r[field] as Text)),
      sort: (r) => (r[field] as Text) ?? null,
      cell: (r) => <Badge word={shown(r[field] as Text)}>{words(shown(r[field] as Text))}</Badge>,
    }),
    /** Edited in the cell; what is saved, and when, `edits` knows under the same field name. */
    select: (
      field: FieldOf<Row, Text>,
      header: string,
      { edits, options, ...layout }: Layout<Row> & { edits: Edits<Row>; options: readonly Option[] },
    ): Column<Row> => ({
      ...base(field, header, layout, edits.when === 'at-once' ? 152 : 208),
      text: (r) => shown(r[field] as Text),
      sort: (r) => (r[field] as Text) ?? null,
      cell: (r) => (
        <EditCell edits={edits} field={field} row={r} options={options} label={`${header} of ${row.name(r)}`} />
      ),
    }),
    /** A button in each row; `label` where it should read otherwise than the header. */
    action: (
      header: string,
      {
        press,
        offered = always,
        shortcut,
        label = header,
        tone,
        ...layout
      }: Layout<Row> & RowAction<Row> & { label?: string },
    ): Column<Row> => ({
      ...base(header, header, layout, 152),
      text: () => '',
      action: {
        press: (r) => {
          if (offered(r)) press(r);
        },
        offered,
        ...(shortcut !== undefined && { shortcut }),
      },
      cell: (r) =>
        offered(r) && (
          <CellButton tone={tone} aria-label={`${header}: ${row.name(r)}`} onClick={() => press(r)}>
            {label}
          </CellButton>
        ),
    }),
    /** Anything else. */
    of: (
      header: string,
      {
        text,
        cell,
        sort,
        align = 'start',
        ...layout
      }: Layout<Row> & Pick<Column<Row>, 'text'> & Partial<Pick<Column<Row>, 'cell' | 'sort' | 'align'>>,
    ): Column<Row> => ({
      ...base(header, header, layout, 160),
      align,
      text,
      ...(cell && { cell }),
      ...(sort && { sort }),
    }),
  };
}

function DateBeside({ iso, words, isLate }: Beside & { iso: Text }) {
  if (iso === null || iso === undefined || iso === '') return <span className={classes.absent}>N/A</span>;
  return (
    <>
      {date(iso)} <span className={isLate ? classes.late : classes.hint}>{words}</span>
    </>
  );
}
