import type { ReplyOf } from '@desk/contract/call';
import { imports, RowResult } from '@desk/contract/imports';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import type { Refused } from '../../api/refused.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { Card } from '../../kit/layout/card.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { Line } from '../../kit/layout/section.tsx';
import type { Sort } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { useExport } from '../../parts/files/export.ts';
import { FileNotes } from '../../parts/files/file-notes.tsx';
import { IMPORT_ROW_COLUMNS, importRowIdentity } from './import-row-columns.tsx';

type Checked = ReplyOf<typeof imports.check>;

const CARDS = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', wrong: 'Wrong' } as const;
const THERE: Loading = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => undefined };

interface Props {
  checked: Checked;
  /** Checks the same file once more. */
  onCheck: () => void;
  onImport: () => void;
  isWriting: boolean;
  /** Why the last import was not carried out. */
  refused: Refused | undefined;
}

/** The result of a check, and the button that imports: only a file without wrong rows is written. */
export function CheckedFilePanel({ checked, onCheck, onImport, isWriting, refused }: Props) {
  const { import_id, tally } = checked;
  const writes = tally.new + tally.changed;
  const stale = refused?.isFinal === true;

  return (
    <>
      <Line>
        {RowResult.options.map((result) => (
          <Card key={result} label={CARDS[result]} value={number(tally[result])} />
        ))}
      </Line>
      <p>{whatNext(tally, writes)}</p>
      <FileNotes notes={checked.notes} />
      <Rows checked={checked} />
      {refused && <Alert>{refused.message}</Alert>}
      <Line>
        {stale && <Button onClick={onCheck}>Check again</Button>}
        {!stale && tally.wrong === 0 && writes > 0 && (
          <BusyButton busy={isWriting} onClick={onImport}>
            Import {counted(writes, 'row')}
          </BusyButton>
        )}
        {tally.wrong > 0 && <WrongRowsButton importId={import_id} />}
      </Line>
    </>
  );
}

function whatNext({ wrong }: Checked['tally'], writes: number): string {
  if (wrong > 0) return 'Nothing is imported while rows are wrong. Mend them, choose the file again and check it.';
  if (writes === 0) return 'Everything in the file is here already. There is nothing to import.';
  return 'Nothing is written yet. An import cannot be taken back: what it changes has to be set anew.';
}

function Rows({ checked: { rows, more } }: { checked: Checked }) {
  const [result, setResult] = useState('');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const match = useMemo(() => (row: (typeof rows)[number]) => result === '' || row.verdict === result, [result]);
  const view = usePaged(rows, {
    row: importRowIdentity,
    columns: IMPORT_ROW_COLUMNS,
    match,
    sort,
    page,
    size: 10,
  });
  const filter = (next: string) => {
    setResult(next);
    setPage(1);
  };
  if (rows.length === 0) return null;
  return (
    <>
      <Line>
        <FilterSelect label="Verdict" value={result} options={RowResult.options} onChange={filter} />
        {more > 0 && (
          <span>
            The first {counted(rows.length, 'row')}, wrong ones first; {counted(more, 'more row')} not listed.
          </span>
        )}
      </Line>
      <DataTable
        label="Checked rows"
        row={importRowIdentity}
        columns={IMPORT_ROW_COLUMNS}
        view={{
          ...view,
          onSort: (next) => {
            setSort(next);
            setPage(1);
          },
          onPage: setPage,
          ...(result !== '' && { onClear: () => filter('') }),
        }}
        query={THERE}
        texts={{ empty: 'No Data Present' }}
      />
    </>
  );
}

function WrongRowsButton({ importId }: { importId: number }) {
  const errors = useExport(imports.errors);
  return (
    <ExportButtons
      label="Download wrong rows"
      busy={errors.pending}
      onExport={(form) => errors.start({ import_id: importId }, form)}
    />
  );
}
