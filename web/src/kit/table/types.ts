import type { ReactNode } from 'react';

export interface RowAction<Row> {
  readonly press: (row: Row) => void;
  /** False for a row that it is not there for: its cell stays empty. */
  readonly offered?: (row: Row) => boolean;
  /** A single letter that presses it while the grid has focus. */
  readonly shortcut?: string;
  /** It refuses or takes away. */
  readonly tone?: 'bad';
}

/** An amount stands with its currency (ISO 4217) before it: amounts are compared within one currency. */
export type SortValue = string | number | null | readonly [currency: string, amount: number];

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly group: string;
  /** In pixels; the columns of a table that is wider than their sum grow in proportion. */
  readonly width: number;
  readonly align: 'start' | 'end';
  /** The cell as plain words: for copying, for the row sheet, and shown where there is no `cell`. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** The sort key; a column without it cannot be sorted. */
  readonly sort?: (row: Row) => SortValue;
  readonly action?: RowAction<Row>;
  /** Stands for the words of an action at the end of a row. */
  readonly icon?: ReactNode;
  /** The footer, computed from all rows that match. */
  readonly footer?: (rows: readonly Row[]) => string;
}

export interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export interface PageSizes {
  readonly options: readonly number[];
  readonly choose: (size: number) => void;
}

/** One page of a list, and how to ask for another. `page` starts at 1. */
export interface TableView<Row> {
  readonly rows: readonly Row[];
  /** How many rows match, on all pages. */
  readonly total: number;
  /** All rows that match, where the browser has them; for footers. */
  readonly all?: readonly Row[];
  readonly page: number;
  readonly size: number;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly onPage: (page: number) => void;
  /** How many rows a page may have, and how that is chosen; without it nobody chooses. */
  readonly sizes?: PageSizes;
  /** Whether the filters are those with which the list begins, where it begins with some. */
  readonly isUsual?: boolean;
  /** Takes the filters away; given only while some hold. */
  readonly onClear?: () => void;
}

export interface TableTexts {
  /** Where there is nothing at all. */
  readonly empty: string;
  /** What the rows are called where filters let none of them through; 'rows' without. */
  readonly rows?: string;
  /** What is said then, where a search that finds nothing has words of its own. */
  readonly unmatched?: string;
  /** What the list would hold, and how it comes to hold something. */
  readonly hint?: string;
  /** The next step where nothing is there yet: a button. */
  readonly next?: ReactNode;
  /** 'Loading...' unless the screen has words of its own. */
  readonly loading?: string;
}
