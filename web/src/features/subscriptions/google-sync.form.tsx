import { sync, type SyncRun } from '@desk/contract/sync';
import { useEffect } from 'react';
import { useServerEvent } from '../../api/events.ts';
import { useCall, useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/alert.tsx';
import { Badge } from '../../kit/badge.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { counted, instant, number } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import { Line, Section } from '../../kit/section.tsx';
import { useStable } from '../../kit/use-stable.ts';
import { RUN_COLUMNS, runIdentity, starterOf, took } from './run-columns.tsx';

const POLL_MS = 2000;
/** So many more are read before it is said aloud again. */
const SPOKEN_STEP = 1000;
const SHOWN = 10;
const NO_RUNS: readonly SyncRun[] = [];
const nothing = () => undefined;

/** The sync with Google: how the newest run stands, when the next one starts, the runs before. */
export function GoogleSyncForm() {
  const query = useRuns();
  const start = useSend(sync.start);
  const newest = query.data?.runs[0];
  return (
    <Section
      title="Google sync"
      beside={
        <BusyButton
          busy={start.isPending}
          onClick={() => start.mutate({}, { onError: ({ message }) => say('failed', message) })}
        >
          {newest?.state === 'failed' ? 'Try again' : 'Sync now'}
        </BusyButton>
      }
    >
      <NewestRun run={newest} />
      {query.data && <p>{nextRunWords(query.data.next_run)}</p>}
      <RunTable query={query} />
    </Section>
  );
}

/** The newest runs; asked for anew when the server has news of a sync, and steadily while one is under way. */
function useRuns() {
  const query = useCall(sync.runs, {});
  const { data, refetch } = query;
  const state = data?.runs[0]?.state;
  const underWay = state === 'queued' || state === 'running';

  // A refresh that is under way goes on: pages may be read faster than the answers come.
  const refresh = useStable(() => void refetch({ cancelRefetch: false }));
  useServerEvent('sync', refresh);
  useEffect(() => {
    if (!underWay) return undefined;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [underWay, refresh]);
  return query;
}

function RunTable({ query }: { query: ReturnType<typeof useRuns> }) {
  const runs = query.data?.runs ?? NO_RUNS;
  return (
    <DataTable
      label={`The last ${String(SHOWN)} syncs`}
      row={runIdentity}
      columns={RUN_COLUMNS}
      view={{ rows: runs, total: runs.length, page: 1, size: SHOWN, sort: undefined, onSort: nothing, onPage: nothing }}
      query={{ ...query, isFetching: false }}
      texts={{ empty: query.isError ? 'Could not fetch the syncs' : 'No sync has run yet.' }}
    />
  );
}

const nextRunWords = (at: string | null): string =>
  at === null
    ? 'No sync is scheduled: the Google Reseller API is not configured.'
    : `The next sync starts by itself on ${instant(at)}.`;

function NewestRun({ run }: { run: SyncRun | undefined }) {
  const running = run?.state === 'running' ? run : undefined;
  return (
    <>
      <div role="status">
        {run && run.state !== 'failed' && (
          <Line>
            <Badge word={run.state} />
            <span>{standing(run)}</span>
          </Line>
        )}
        {running && running.subscriptions >= SPOKEN_STEP && (
          <span className="visually-hidden">
            {number(running.subscriptions - (running.subscriptions % SPOKEN_STEP))} subscriptions read
          </span>
        )}
      </div>
      {running && (
        <Line>
          <progress aria-label="Google sync" />
          <span>
            {counted(running.pages, 'page')} and {counted(running.subscriptions, 'subscription')} read so far
          </span>
        </Line>
      )}
      {run?.state === 'failed' && (
        <Alert>
          The sync of {instant(run.finished_at)} failed. {run.error}
        </Alert>
      )}
    </>
  );
}

/** How a run stands, in a sentence. */
function standing(run: SyncRun): string {
  if (run.state === 'done') return outcome(run);
  if (run.state === 'running')
    return `Started on ${instant(run.started_at)} by ${starterOf(run)}${run.attempts > 1 ? `, try ${String(run.attempts)}` : ''}.`;
  if (run.error === null) return `Waiting to start since ${instant(run.started_at)}.`;
  return `Try ${String(run.attempts)} failed, the next one starts by itself. ${run.error}`;
}

const outcome = (run: SyncRun): string =>
  `Finished on ${instant(run.finished_at)} after ${took(run)}: ` +
  `${counted(run.created, 'subscription')} created, ${number(run.changed)} changed, ${number(run.ended)} ended; ` +
  `${counted(run.renewals_opened, 'renewal')} opened, ${number(run.renewals_closed)} closed.`;
