import type { ReplyOf } from '@desk/contract/call';
import { MAIL_WORDS } from '@desk/contract/words/check-words';
import { checks, MailStatus, type CheckKind, type CheckRun } from '@desk/contract/checks';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { CountFilter } from '../../kit/filter/count-filter.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { number } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toHeading } from '../../kit/keyboard/use-restored-focus.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useExport } from '../../parts/files/export.ts';
import { checkedIdentity, lineColumns, MailBadge } from './columns.tsx';
import { StandingPanel } from './standing.panel.tsx';

const PAGE_SIZE = 15;
const POLL_MS = 2000;

/** After how long to ask for a run again by itself: only while it is under way. */
export const runAgain = (state: CheckRun['state'] | undefined): number | false =>
  state === 'queued' || state === 'running' ? POLL_MS : false;

type Status = MailStatus | '';

interface Props {
  kind: CheckKind;
  runId: number;
  /** It was opened just now, by whoever is here: its heading takes the focus. */
  isOpened: boolean;
  /** Which of its lines are shown; '' for all. */
  status: Status;
  page: number;
  onFilter: (status: Status) => void;
  onPage: (page: number, how?: 'replace' | 'push') => void;
  onClose: () => void;
}

/** The check of a file: how far it is, what was found so far, and its lines. */
export function RunPanel(props: Props) {
  const { kind, runId, status, page, isOpened, onClose } = props;
  const body = { run_id: runId, page, ...(status !== '' && { status }) };
  const query = useCall(checks.run, body, { keep: true, again: (last) => runAgain(last?.run.state) });
  // A refresh that is under way goes on: lines may be checked faster than the answers come.
  useServerEvent(
    'checks',
    useStable(() => void query.refetch({ cancelRefetch: false })),
  );
  const { data, error, refetch } = query;
  if (error?.status === 404) return <Gone text={error.message} onClose={onClose} />;
  if (!data && error)
    return <ErrorPanel text="Could not fetch this check." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton blocks={4} height={44} />;
  if (data.run.kind !== kind) return <Gone text={checks.run.refusals[404]} onClose={onClose} />;
  return (
    <Section
      title={data.run.file_name}
      beside={
        <>
          <Exports run={data.run} status={status} found={data.total} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isOpened && <FocusedHeading />}
      <StandingPanel run={data.run} failures={countOf(data, 'error')} isOld={query.isError} />
      <Found {...props} data={data} query={query} />
    </Section>
  );
}

/** What opened the check stands elsewhere, or is gone. */
function FocusedHeading() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current) toHeading(place.current);
  }, []);
  return <span ref={place} hidden />;
}

/** Checks are forgotten after a month, and have an address under one of the two screens; another may be asked for. */
const Gone = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <EmptyState text={text} hint="There is no such check here. Checks are kept for 30 days.">
    <Button variant="default" onClick={onClose}>
      Close
    </Button>
  </EmptyState>
);

type Run = ReplyOf<typeof checks.run>;
const countOf = ({ counts }: Run, status: MailStatus) => counts.find((one) => one.status === status)?.count ?? 0;

interface ExportsProps {
  run: CheckRun;
  status: Status;
  /** How many lines the table has. */
  found: number;
}

function Exports({ run: { run_id, checked }, status, found }: ExportsProps): ReactNode {
  const { start, pending } = useExport(checks.exportRun);
  return (
    <>
      <ExportButtons
        label={`Export all (${number(checked)})`}
        busy={pending}
        disabled={checked === 0}
        onExport={(form) => start({ run_id }, form, checked)}
      />
      {status !== '' && (
        <ExportButtons
          label={`Export filtered (${number(found)})`}
          busy={pending}
          onExport={(form) => start({ run_id, status }, form, found)}
        />
      )}
    </>
  );
}

interface FoundProps extends Props {
  data: Run;
  query: Parameters<typeof useServerPage>[0]['query'];
}

/** How many lines have which status, and the lines of the one that is pressed. */
function Found({ data, query, status, page, onFilter, onPage }: FoundProps) {
  const { kind, checked } = data.run;
  const columns = useMemo(() => lineColumns(kind), [kind]);
  const list = useServerPage({
    query,
    rows: data.domains,
    total: data.total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: ({ page: next = 1 }, how) => onPage(next, how),
    onClear: status === '' ? undefined : () => onFilter(''),
  });
  return (
    <>
      {checked > 0 && (
        <CountFilter
          label="Lines by status"
          counts={countsWith(data, status)}
          value={status}
          nameOf={(one) => MAIL_WORDS[one]}
          draw={(one) => <MailBadge status={one} />}
          onChange={onFilter}
        />
      )}
      <DataTable
        label={`Lines of ${data.run.file_name}`}
        row={checkedIdentity}
        columns={columns}
        {...list}
        texts={{ empty: checked === 0 ? 'No line is checked yet.' : 'No Data Present' }}
      />
    </>
  );
}

/** The pressed one is there even where it counts nothing; none changes its place while a file is checked. */
const countsWith = (run: Run, status: Status) =>
  MailStatus.options
    .map((key) => ({ key, count: countOf(run, key) }))
    .filter(({ key, count }) => count > 0 || key === status);
