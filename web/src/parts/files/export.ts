import type { Call, InputOf } from '@desk/contract/call';
import { useDownload } from '../../api/hooks.ts';
import { counted } from '../../kit/text/format.ts';
import { saveSheet, type SheetForm } from '../../kit/export/save-sheet.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { toast } from '../../kit/feedback/toast.ts';
import type { Column } from '../../kit/table/types.ts';

const exportedWords = (rows: number, name: string) => `Exported ${counted(rows, 'row')} to ${name}`;

/** A file from the server; told when it is there, with the number of its rows where that is known. */
export function useExport<C extends Call>(call: C) {
  const download = useDownload(call);
  const start = (body: InputOf<C>, form: SheetForm, rows?: number) =>
    void toastOutcome(download.mutateAsync({ body, form }), {
      done: (name) => (rows === undefined ? `Saved ${name}` : exportedWords(rows, name)),
    });
  return { start, pending: download.isPending };
}

/** A number as it is, everything else as it is shown; an empty cell for N/A. */
function cellOf<Row>(column: Column<Row>, row: Row): string | number {
  const value = column.sort?.(row);
  if (typeof value === 'number') return value;
  const text = column.text(row);
  return text === 'N/A' ? '' : text;
}

/** A file of rows that the browser holds and that no filter of the server describes. */
export async function exportRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { name, form }: { name: string; form: SheetForm },
): Promise<void> {
  const cells = columns.filter((column) => !column.action);
  const file = await saveSheet(
    {
      name,
      header: cells.map((column) => column.header),
      rows: rows.map((row) => cells.map((column) => cellOf(column, row))),
    },
    form,
  );
  toast('done', exportedWords(rows.length, file));
}
