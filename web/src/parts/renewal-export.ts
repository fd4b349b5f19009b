import type { InputOf } from '@desk/contract/call';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { useDownload } from '../api/hooks.ts';
import { saveCsv } from '../kit/csv.ts';
import { counted } from '../kit/format.ts';
import { say } from '../kit/say.ts';
import type { Column } from '../kit/table-types.ts';

const exported = (rows: number) => say('done', `Exported ${counted(rows, 'row')} to data.csv`);

/** data.csv from the server: what the filter finds, `rows` of them. */
export function useRenewalExport() {
  const download = useDownload(renewals.exportMonthly);
  const start = (body: InputOf<typeof renewals.exportMonthly>, rows: number) =>
    download.mutate(body, { onSuccess: () => exported(rows), onError: ({ message }) => say('failed', message) });
  return { start, pending: download.isPending };
}

/** A number as it is, everything else as it is shown; an empty cell for N/A. */
const cellOf = (column: Column<RenewalRow>, row: RenewalRow): string => {
  const value = column.sort?.(row);
  if (typeof value === 'number') return String(value);
  const text = column.text(row);
  return text === 'N/A' ? '' : text;
};

/** data.csv of rows that no filter of the server describes: ticked ones, or a pasted list of domains. */
export async function exportRows(columns: readonly Column<RenewalRow>[], rows: readonly RenewalRow[]): Promise<void> {
  const cells = columns.filter((column) => !column.action);
  await saveCsv({
    name: 'data.csv',
    header: cells.map((column) => column.header),
    rows: rows.map((row) => cells.map((column) => cellOf(column, row))),
  });
  exported(rows.length);
}
