import { Alert } from '../../kit/feedback/alert.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { now } from '../../kit/text/clock.ts';
import { instant, number } from '../../kit/text/format.ts';
import { Line } from '../../kit/layout/section.tsx';

const POLL_MS = 2000;
/** So many more are read before it is said aloud again. */
const SPOKEN_STEP = 1000;

interface SyncRun {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly finished_at: string | null;
  readonly error: string | null;
}

/** After how long to ask for a sync again by itself: only while it is under way. */
export const syncAgain = (state: SyncRun['state'] | undefined): number | false =>
  state === 'queued' || state === 'running' ? POLL_MS : false;

export const nextSyncWords = (at: string | null, service: string): string =>
  at === null
    ? `No sync is scheduled: ${service} is not configured.`
    : `The next sync starts by itself on ${instant(at)}.`;

interface Props<Run> {
  /** Names the bar of a running sync. */
  label: string;
  /** Undefined until there is one: what is said of it later is heard. */
  run: Run | undefined;
  /** How a run stands that has not failed, in a sentence. */
  standing: (run: Run) => string;
  /** The progress of a running sync: in words, and a count for screen readers. */
  read: (run: Run) => { readonly words: string; readonly count: number; readonly things: string };
}

/** A night and what a run takes, and somewhat more. */
const NIGHTLY_MS = 26 * 3_600_000;
/** Every night there is one: what ended well before the last night is old, however well it ended. */
export const isOverdue = ({ state, finished_at }: Pick<SyncRun, 'state' | 'finished_at'>): boolean =>
  state === 'done' && finished_at !== null && now() - Date.parse(finished_at) > NIGHTLY_MS;

const StateBadge = ({ run }: { run: SyncRun }) =>
  isOverdue(run) ? <Badge word="overdue" tone="attention" /> : <Badge word={run.state} />;

/** How the newest run of a sync stands. */
export function SyncStanding<Run extends SyncRun>({ label, run, standing, read }: Props<Run>) {
  const sofar = run?.state === 'running' ? read(run) : undefined;
  return (
    <>
      <div role="status">
        {run && run.state !== 'failed' && (
          <Line>
            <StateBadge run={run} />
            <span>{standing(run)}</span>
          </Line>
        )}
        {sofar && sofar.count >= SPOKEN_STEP && (
          <span className="visually-hidden">
            {number(sofar.count - (sofar.count % SPOKEN_STEP))} {sofar.things} read
          </span>
        )}
      </div>
      {sofar && (
        <Line>
          <progress aria-label={label} />
          <span>{sofar.words} read so far</span>
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
