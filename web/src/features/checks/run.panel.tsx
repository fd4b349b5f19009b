import type { ReplyOf } from '@desk/contract/call';
import { MAIL_WORDS } from '@desk/contract/words/check-words';
import { checks, MailStatus, type CheckedDomain, type CheckKind, type CheckRun } from '@desk/contract/checks';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useServerEvent } from '../../api/events.ts';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { CountFilter } from '../../kit/filter/count-filter.tsx';
import { filterOf, type ListPlace } from '../../kit/filter/list-filters.tsx';
import type { ListSearch } from '../../kit/filter/list-search.ts';
import { number } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Section } from '../../kit/layout/section.tsx';
import type { ServerList } from '../../kit/table/server-page.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toHeading } from '../../kit/keyboard/use-restored-focus.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useExport } from '../../parts/files/export.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { checkedIdentity, lineColumns, MailBadge } from './columns.tsx';
import { StandingPanel } from './standing.panel.tsx';

const PAGE_SIZE = 15;
const POLL_MS = 2000;

/** After how long to ask for a run again by itself: only while it is under way. */
export const runAgain = (state: CheckRun['state'] | undefined): number | false =>
  state === 'queued' || state === 'running' ? POLL_MS : false;

type Status = MailStatus | '';

/** Which lines are shown: chosen by their counts. */
export const statusFilter = filterOf({
  field: 'status',
  reads: z.catch(z.union([MailStatus, z.literal('')]), ''),
});
type RunSearch = ListSearch<{ run: ListPlace; status: typeof statusFilter }>;

interface Props {
  kind: CheckKind;
  runId: number;
  /** It was opened just now, by whoever is here: its heading takes the focus. */
  isOpened: boolean;
  search: RunSearch;
  onClose: () => void;
}

/** The check of a file: how far it is, what was found so far, and its lines. */
export function RunPanel({ kind, runId, search, isOpened, onClose }: Props) {
  const { list, query } = useListCall(checks.run, search, {
    rows: (reply) => reply.domains,
    size: PAGE_SIZE,
    body: { run_id: runId },
    again: (last) => runAgain(last?.run.state),
  });
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
          <Exports run={data.run} status={search.values.status} found={data.total} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isOpened && <FocusedHeading />}
      <StandingPanel run={data.run} failures={countOf(data, 'error')} isOld={query.isError} />
      <Found data={data} list={list} search={search} />
    </Section>
  );
}

/** The control that opened the check is elsewhere, or gone. */
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

interface FoundProps {
  data: Run;
  list: ServerList<CheckedDomain>;
  search: RunSearch;
}

/** How many lines have which status, and the lines of the one that is pressed. */
function Found({ data, list, search: { values, set } }: FoundProps) {
  const { kind, checked } = data.run;
  const { status } = values;
  const columns = useMemo(() => lineColumns(kind), [kind]);
  return (
    <ServerTable
      label={`Lines of ${data.run.file_name}`}
      list={list}
      row={checkedIdentity}
      columns={columns}
      views="none"
      texts={{ empty: checked === 0 ? 'No line is checked yet.' : 'No Data Present' }}
    >
      {checked > 0 && (
        <CountFilter
          label="Lines by status"
          counts={countsWith(data, status)}
          value={status}
          nameOf={(one) => MAIL_WORDS[one]}
          draw={(one) => <MailBadge status={one} />}
          onChange={(next) => set({ status: next })}
        />
      )}
    </ServerTable>
  );
}

/** The pressed one is there even where it counts nothing; none changes its place while a file is checked. */
const countsWith = (run: Run, status: Status) =>
  MailStatus.options
    .map((key) => ({ key, count: countOf(run, key) }))
    .filter(({ key, count }) => count > 0 || key === status);
