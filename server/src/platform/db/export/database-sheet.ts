import type { SQL } from 'drizzle-orm';
import { inlined } from '../sql/compile.ts';
import type { Sheet, SheetColumn } from '../../files/sheet.ts';
import { csvCopy, guardedSql, type CsvCopy } from './csv-copy.ts';

/** A column of an export, and the SQL expression of it; what somebody `typed` may be a formula and is guarded. */
export interface DatabaseColumn extends SheetColumn {
  sql: string;
  typed?: boolean;
}

export interface DatabaseExport extends Pick<CsvCopy, 'database' | 'finished'> {
  columns: readonly DatabaseColumn[];
  /** All of the query that follows its select list; its values become literals, since COPY takes no parameters. */
  from: SQL;
  /** The currency of the amounts of a row. */
  currency?: string;
}

const exportedSql = ({ sql, typed }: DatabaseColumn): string => (typed ? guardedSql(`(${sql})::text`) : sql);

/** An export straight from the database. Its `csv` throws Busy when too many wait already. */
export const databaseSheet = ({ database, finished, columns, from, currency }: DatabaseExport): Sheet => ({
  columns,
  csv: (form) => {
    const more = form === 'xlsx' && currency !== undefined ? [currency] : [];
    const header = columns.map(({ label }) => label);
    return csvCopy({
      database,
      finished,
      header,
      // A workbook has no lines: the loop is spared the work.
      ...(form === 'xlsx' && { lineEnd: 'LF' }),
      select: `select ${[...columns.map(exportedSql), ...more].join(', ')} ${inlined(from)}`,
    });
  },
});
