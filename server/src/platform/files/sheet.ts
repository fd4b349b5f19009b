import { Readable } from 'node:stream';
import { type CsvCell, csvRows } from './csv/write.ts';

/**
 * Type of an export's column, and how it is written as CSV: a share of a hundred (12.50), a day (DD-MM-YYYY), a
 * moment (DD-MM-YYYY HH:MM:SS), an amount (1500.00; commas may group it), a number, or text.
 */
export type ColumnKind = 'text' | 'number' | 'amount' | 'percent' | 'day' | 'moment';

export interface SheetColumn {
  label: string;
  kind: ColumnKind;
}

/** The forms in which an export is offered. */
type SheetForm = 'csv' | 'xlsx';

/** An export: its columns, and its rows as CSV. */
export interface Sheet {
  columns: readonly SheetColumn[];
  /**
   * A CSV file with header. For `xlsx` each row may have one cell more than there are columns: the currency (ISO 4217) of its
   * amounts.
   */
  csv: (form: SheetForm) => Readable;
}

/** An export whose rows are there already. */
export const sheetOf = (columns: readonly SheetColumn[], rows: readonly (readonly CsvCell[])[]): Sheet => ({
  columns,
  csv: () =>
    Readable.from(
      csvRows(
        columns.map(({ label }) => label),
        rows,
      ),
    ),
});

/** Columns of text by their labels. */
export const textColumns = (labels: readonly string[]): SheetColumn[] =>
  labels.map((label) => ({ label, kind: 'text' }));
