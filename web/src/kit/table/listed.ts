import { createContext, useContext } from 'react';
import { useStable } from '../browser/use-stable.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import type { TableView } from './types.ts';

export interface ListedRow {
  readonly key: string | number;
  readonly name: string;
}

/** The table around a cell, for a link that goes on through its rows. */
export interface Listed {
  /** What the table holds. */
  readonly label: string;
  /** All rows that match, where the browser has them, else those of the page; `before` of them stand on earlier pages. */
  readonly rows: () => { readonly rows: readonly ListedRow[]; readonly before: number; readonly total: number };
}

export const ListedContext = createContext<Listed | undefined>(undefined);

/** Undefined outside of a table. */
export const useListed = (): Listed | undefined => useContext(ListedContext);

/** Asked when a link is followed, so that no row is drawn anew for it. */
export function useListedRows<Row>(row: RowIdentity<Row>, view: TableView<Row>): Listed['rows'] {
  return useStable(() => ({
    rows: (view.all ?? view.rows).map((one) => ({ key: row.key(one), name: row.name(one) })),
    before: view.all ? 0 : (view.page - 1) * view.size,
    total: view.total,
  }));
}
