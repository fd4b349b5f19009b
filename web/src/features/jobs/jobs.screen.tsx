import type { ReplyOf } from '@desk/contract/call';
import { jobs, type JobStanding, type QueuedWork } from '@desk/contract/jobs';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { CardList } from '../../kit/card/card-list.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { GivenUpPanel } from './given-up.panel.tsx';
import { JobPanel } from './job.panel.tsx';
import { QueuePanel } from './queue.panel.tsx';
import { RetentionForm } from './retention.form.tsx';

const TITLE = 'Jobs';
const BUSY_MS = 2_000;
const IDLE_MS = 30_000;
const NO_JOBS: readonly JobStanding[] = [];
const jobIdentity = { key: ({ job }: JobStanding) => job, name: ({ job }: JobStanding) => job };
const TEXTS = { empty: 'There are no jobs.', failed: 'Could not fetch the jobs.' };
const nothing = () => undefined;
const givenUp = (queue: readonly QueuedWork[]) => queue.reduce((sum, { given_up }) => sum + given_up, 0);

/** Sooner while something runs; else so that a run of the night, or of a colleague, is seen without a click. */
const again = (last: ReplyOf<typeof jobs.all> | undefined): number => {
  const isRunning = last?.jobs.some(({ state }) => state === 'queued' || state === 'running');
  const isWorking = last?.queue.some(({ waiting, working }) => waiting + working > 0);
  return isRunning === true || isWorking === true ? BUSY_MS : IDLE_MS;
};

/** Scheduled jobs, the queue, failed work, and retention. */
export function JobsScreen() {
  const query = useCall(jobs.all, {}, { again });
  // A refresh that is under way goes on: work may be done faster than the answers come.
  const refresh = useStable(() => void query.refetch({ cancelRefetch: false }));
  useServerEvent('jobs', refresh);
  useServerEvent('sync', refresh);
  useServerEvent('crm', refresh);
  useMailHoldEvents(refresh);
  const { data, dataUpdatedAt } = query;
  const rows = data?.jobs ?? NO_JOBS;
  // A refresh in the background does not dim what is read.
  const still = { ...query, isFetching: false };
  return (
    <ScreenFrame title={TITLE}>
      <div aria-busy={query.isPending}>
        <CardList
          label="Scheduled jobs"
          row={jobIdentity}
          view={{ rows, total: rows.length, page: 1, size: rows.length, onPage: nothing }}
          query={still}
          texts={TEXTS}
        >
          {(standing) => <JobPanel standing={standing} at={dataUpdatedAt} />}
        </CardList>
      </div>
      <div>
        {/* Why there is nothing, or nothing new, is said above. */}
        {data && <QueuePanel query={{ ...still, isError: false }} queue={data.queue} />}
        {data && <GivenUpPanel query={{ ...still, isError: false }} failed={data.failed} total={givenUp(data.queue)} />}
        <RetentionForm />
      </div>
    </ScreenFrame>
  );
}
