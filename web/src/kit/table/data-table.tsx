import { useNarrow } from '../browser/use-narrow.ts';
import { GridTable } from './grid-table.tsx';
import { RowCards, type CardsProps } from './row-cards.tsx';

export type DataTableProps<Row> = CardsProps<Row>;

/** A list: a real table with the keyboard of a grid; on a small screen a card a row, from the same columns. */
export function DataTable<Row>({ card, ...table }: DataTableProps<Row>) {
  return useNarrow() ? <RowCards card={card} {...table} /> : <GridTable {...table} />;
}
