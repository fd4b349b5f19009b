import { useState } from 'react';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { Button } from '../../kit/button/button.tsx';
import { ExportMenu, type ExportEntry } from '../../kit/export/export-menu.tsx';
import { BulkAssignmentDialog } from './bulk-assignment.dialog.tsx';

interface Props {
  month: string;
  entries: readonly ExportEntry[];
  /** While a file is made. */
  busy: boolean;
}

/** What is done with a whole month: its exports, and its assignment by a file; on a small screen behind one button. */
export function MonthActionsPanel({ month, entries, busy }: Props) {
  const narrow = useNarrow();
  const [assigning, setAssigning] = useState(false);
  const assign = () => setAssigning(true);
  return (
    <>
      {narrow ? (
        <ExportMenu label="Actions" entries={entries} busy={busy}>
          <button type="button" onClick={assign}>
            Bulk Assignment
          </button>
        </ExportMenu>
      ) : (
        <>
          <ExportMenu entries={entries} busy={busy} />
          <Button variant="default" onClick={assign}>
            Bulk Assignment
          </Button>
        </>
      )}
      {assigning && <BulkAssignmentDialog month={month} onClose={() => setAssigning(false)} />}
    </>
  );
}
