import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import type { Refused } from '../../api/refused.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { counted } from '../../kit/text/format.ts';
import { saveSheet, type SheetForm } from '../../kit/export/save-sheet.ts';
import type { Sort } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import { usePaged } from '../../kit/table/use-paged.ts';

const Answer = z.object({
  errors: z.catch(
    z.array(
      z.object({
        line: z.optional(z.nullable(z.number())),
        column: z.optional(z.nullable(z.string())),
        reason: z.string(),
      }),
    ),
    [],
  ),
});

interface Fault {
  readonly key: number;
  readonly line: string;
  readonly column: string;
  readonly reason: string;
}

const identity = { key: (fault: Fault) => fault.key, name: (fault: Fault) => `line ${fault.line}` };
const column = columnsOf<Fault>(identity);
const COLUMNS = [
  column.number('line', 'Line', { width: 96 }),
  column.text('column', 'Column', { width: 160 }),
  column.text('reason', 'Reason', { width: 440 }),
];
const THERE: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };

const faultsOf = (refused: Refused): readonly Fault[] => {
  const read = Answer.safeParse(refused.body);
  return (read.success ? read.data.errors : []).map((fault, key) => ({
    key,
    line: String(fault.line ?? ''),
    column: fault.column ?? '',
    reason: fault.reason,
  }));
};

/** Why a file was refused, row by row; nothing of it was written. */
export function BulkErrorsDialog({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  const [faults] = useState(() => faultsOf(refused));
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const view = usePaged(faults, { row: identity, columns: COLUMNS, sort, page, size: 10 });
  const download = (form: SheetForm) =>
    saveSheet(
      {
        name: 'export_data',
        header: COLUMNS.map(({ header }) => header),
        rows: faults.map(({ line, column: name, reason }) => [line, name, reason]),
      },
      form,
    );
  return (
    <Dialog
      title="Bulk Assignment"
      size={720}
      onClose={onClose}
      footer={
        <>
          {faults.length > 0 && <ExportButtons label="Download as CSV" onExport={(form) => void download(form)} />}
          <Button onClick={onClose}>OK</Button>
        </>
      }
    >
      <Alert>{refused.message}</Alert>
      {faults.length > 0 && (
        <>
          <p>{counted(faults.length, 'row')} could not be read or matched. Nothing was assigned.</p>
          <DataTable
            label="Wrong rows"
            row={identity}
            columns={COLUMNS}
            view={{ ...view, onSort: setSort, onPage: setPage }}
            query={THERE}
            texts={{ empty: 'No Data Present' }}
          />
        </>
      )}
    </Dialog>
  );
}
