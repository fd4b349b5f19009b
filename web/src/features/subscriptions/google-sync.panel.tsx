import { sync, type SyncRun } from '@desk/contract/sync';
import { useServerEvent } from '../../api/events.ts';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { counted, instant, number } from '../../kit/text/format.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Section } from '../../kit/layout/section.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { nextSyncWords, syncAgain, SyncStanding } from '../../parts/sync/sync-standing.tsx';
import { RUN_COLUMNS, runIdentity, starterOf, took } from './run-columns.tsx';

const SHOWN = 10;
const NO_RUNS: readonly SyncRun[] = [];
const nothing = () => undefined;

/** The sync with Google: how the newest run stands, when the next one starts, the runs before. */
export function GoogleSyncPanel() {
  const query = useRuns();
  const start = useSend(sync.start, { recent: () => ({ what: 'Google sync started' }) });
  const newest = query.data?.runs[0];
  return (
    <Section
      title="Google sync"
      beside={
        <BusyButton busy={start.isPending} onClick={() => void toastOutcome(start.mutateAsync({}))}>
          {newest?.state === 'failed' ? 'Try again' : 'Sync now'}
        </BusyButton>
      }
    >
      <SyncStanding label="Google sync" run={newest} standing={standing} read={readSoFar} />
      {query.data && <p>{nextSyncWords(query.data.next_run, 'the Google Reseller API')}</p>}
      <RunTable query={query} />
    </Section>
  );
}

/** The newest runs; asked for anew when the server has news of a sync, and steadily while one is under way. */
function useRuns() {
  const query = useCall(sync.runs, {}, { again: (last) => syncAgain(last?.runs[0]?.state) });
  // A refresh that is under way goes on: pages may be read faster than the answers come.
  const refresh = useStable(() => void query.refetch({ cancelRefetch: false }));
  useServerEvent('sync', refresh);
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
      texts={{
        empty: query.isError ? 'Could not fetch the syncs' : 'No sync has run yet.',
        hint: 'Google is read every night; you can start it now.',
      }}
    />
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

const readSoFar = ({ pages, subscriptions }: SyncRun) => ({
  words: `${counted(pages, 'page')} and ${counted(subscriptions, 'subscription')}`,
  count: subscriptions,
  things: 'subscriptions',
});

const outcome = (run: SyncRun): string =>
  `Finished on ${instant(run.finished_at)} after ${took(run)}: ` +
  `${counted(run.created, 'subscription')} created, ${number(run.changed)} changed, ${number(run.ended)} ended; ` +
  `${counted(run.renewals_opened, 'renewal')} opened, ${number(run.renewals_closed)} closed.`;
