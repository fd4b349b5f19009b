import { jobs, type JobStanding, type ScheduledJob } from '@desk/contract/jobs';
import { useBrand } from '../../api/brand.ts';
import { useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ago, instant, number } from '../../kit/text/format.ts';
import { RecordCard, type Fact } from '../../kit/card/record-card.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { FailureText } from '../../kit/text/failure-text.tsx';

const DIRECTORY_PRODUCT = 'Directory product';

/** Title and description of each job. */
const JOBS: Readonly<Record<ScheduledJob, readonly [title: string, about: string]>> = {
  google: ['Google subscriptions', 'Reads what customers have bought at Google.'],
  crm_contacts: ['CRM contacts', 'Reads people and their companies from Zoho CRM.'],
  books: ['Invoices', 'Reads contacts and invoices from Zoho Books.'],
  desk: ['Tickets', 'Reads support and deployment tickets from Zoho Desk.'],
  directory_product: [DIRECTORY_PRODUCT, 'Reads organisations and their users.'],
  coverage: [
    'Coverage',
    'Looks once a night for renewals that nobody would see, and once a week records how all stand.',
  ],
  reminder_plan: ['Reminders', 'Plans once a night whom to ask, and when, what follows their term.'],
  deadline_digests: ['Deadlines', 'Tells people in the morning of what is due, from 08:30 on.'],
  reconcile_terms: ['Renewal terms', 'Closes terms that are over and opens the ones that follow.'],
  tidy_up: ['Tidying up', 'Takes away what is older than it is to be kept.'],
};

/** The directory product goes by its own name, as soon as that is known. */
function useTitle(job: ScheduledJob): string {
  const product = useBrand().data?.directory_product_name;
  return job === 'directory_product' && product !== undefined ? product : JOBS[job][0];
}

interface Props {
  standing: JobStanding;
  /** When it stood so, in milliseconds since 1970. */
  at: number;
}

/** A job of the schedule: how its newest run went, when the next one starts, and a button that starts one now. */
export function JobPanel({ standing, at }: Props) {
  const { job, configured, state } = standing;
  const title = useTitle(job);
  return (
    <RecordCard
      title={title}
      about={
        <>
          <span>{JOBS[job][1]}</span>
          <span role="status">
            {configured ? state !== null && <Badge word={state} /> : <Badge word="not configured" />}
          </span>
        </>
      }
      facts={factsOf(standing, at)}
    >
      {configured && <RunNow job={job} title={title} />}
    </RecordCard>
  );
}

function RunNow({ job, title }: { job: ScheduledJob; title: string }) {
  const run = useSend(jobs.run, { recent: () => ({ what: `${title}: started` }) });
  return (
    <BusyButton
      variant="default"
      aria-label={`Run now: ${title}`}
      busy={run.isPending}
      onClick={() => void toastOutcome(run.mutateAsync({ job }), { failed: (reason) => `${title}: ${reason}` })}
    >
      Run now
    </BusyButton>
  );
}

const NO_RUN = 'There was none yet';

function factsOf(standing: JobStanding, at: number): readonly Fact[] {
  const { configured, state, next_run, failures } = standing;
  const next = configured ? instant(next_run) : 'Never: it is not configured';
  if (state === null)
    return [
      { label: 'Last run', value: NO_RUN },
      { label: 'Next run', value: next },
    ];
  return [
    lastRun(standing, at),
    { label: 'Took', value: tookWords(standing, at) },
    { label: 'Next run', value: next },
    {
      label: 'Failed within 7 days',
      value: failures === 0 ? 'None' : <FailureText>{number(failures)}</FailureText>,
    },
    ...whyNot(standing),
  ];
}

const lastRun = ({ state, started_at, finished_at, started_by }: JobStanding, at: number): Fact => {
  const then = finished_at ?? started_at;
  return {
    label: state === 'queued' ? 'Waits to start since' : state === 'running' ? 'Started' : 'Last run',
    value:
      then === null ? (
        instant(then)
      ) : (
        <time title={instant(then)} dateTime={then}>
          {ago(then, at)}
        </time>
      ),
    hint: `${instant(then)}, started by ${started_by ?? 'the schedule'}`,
  };
};

/** Why the newest run failed or rests, and when one last went well. */
function whyNot({ state, reason, done_at }: JobStanding): readonly Fact[] {
  if (reason === null) return [];
  return [
    {
      label: 'Reason',
      wide: true,
      value: state === 'failed' ? <FailureText>{reason}</FailureText> : reason,
    },
    { label: 'Last went well', value: done_at === null ? 'Never' : instant(done_at) },
  ];
}

function tookWords({ state, started_at, finished_at }: JobStanding, at: number): string {
  if (state === 'queued' || started_at === null) return 'Not begun';
  if (finished_at === null) return `${lengthWords(at - Date.parse(started_at))} so far`;
  return lengthWords(Date.parse(finished_at) - Date.parse(started_at));
}

const SECOND_MS = 1000;

/** "12 s", "3 min 12 s", "1 h 5 min". */
function lengthWords(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  if (seconds < 1) return 'under 1 s';
  if (seconds < 60) return `${number(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${number(minutes)} min ${number(seconds % 60)} s`;
  return `${number(Math.floor(minutes / 60))} h ${number(minutes % 60)} min`;
}
