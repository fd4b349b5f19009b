import { checks, type CheckKind, type CheckRun } from '@desk/contract/checks';
import { useMemo } from 'react';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { runColumns, runIdentity } from './run-columns.tsx';
import { runAgain } from './run.panel.tsx';

const NO_RUNS: readonly CheckRun[] = [];
const SHOWN = 10;
const nothing = () => undefined;

interface Props {
  kind: CheckKind;
  onOpen: (runId: number) => void;
}

/** The newest checks of files, one's own and those of colleagues. */
export function RunsPanel({ kind, onOpen }: Props) {
  const query = useCall(
    checks.runs,
    { kind },
    { again: (last) => (last?.runs.some(({ state }) => runAgain(state) !== false) ? runAgain('running') : false) },
  );
  useServerEvent(
    'checks',
    useStable(() => void query.refetch({ cancelRefetch: false })),
  );
  const open = useStable((run: CheckRun) => onOpen(run.run_id));
  const columns = useMemo(() => runColumns(open), [open]);
  const runs = query.data?.runs ?? NO_RUNS;
  return (
    <Section title="Files that were checked">
      <DataTable
        label={`The last ${String(SHOWN)} files`}
        row={runIdentity}
        columns={columns}
        view={{
          rows: runs,
          total: runs.length,
          page: 1,
          size: SHOWN,
          sort: undefined,
          onSort: nothing,
          onPage: nothing,
        }}
        query={{ ...query, isFetching: false }}
        texts={{
          empty: query.isError ? 'Could not fetch the files' : 'No file was checked yet.',
          hint: 'Choose a file above: its lines are checked one by one, and you can come back to them for 30 days.',
        }}
      />
    </Section>
  );
}
