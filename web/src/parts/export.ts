import type { Call, InputOf } from '@desk/contract/call';
import { useDownload } from '../api/hooks.ts';
import { saveCsv } from '../kit/csv.ts';
import { counted } from '../kit/format.ts';
import { say } from '../kit/say.ts';
import type { Column } from '../kit/table-types.ts';

const exported = (rows: number, name: string) => say('done', `Exported ${counted(rows, 'row')} to ${name}`);

/** A file from the server; told when it is there, with the number of its rows where that is known. */
export function useExport<C extends Call>(call: C) {
  const download = useDownload(call);
  const start = (body: InputOf<C>, rows?: number) =>
    download.mutate(body, {
      onSuccess: (name) => (rows === undefined ? say('done', `Saved ${name}`) : exported(rows, name)),
      onError: ({ message }) => say('failed', message),
    });
  return { start, pending: download.isPending };
}

/** A number as it is, everything else as it is shown; an empty cell for N/A. */
function cellOf<Row>(column: Column<Row>, row: Row): string {
  const value = column.sort?.(row);
  if (typeof value === 'number') return String(value);
  const text = column.text(row);
  return text === 'N/A' ? '' : text;
}

/** A file of rows that the browser holds and that no filter of the server describes: ticked ones, or a pasted list of domains. */
export async function exportRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  name = 'data.csv',
): Promise<void> {
  const cells = columns.filter((column) => !column.action);
  await saveCsv({
    name,
    header: cells.map((column) => column.header),
    rows: rows.map((row) => cells.map((column) => cellOf(column, row))),
  });
  exported(rows.length, name);
}
