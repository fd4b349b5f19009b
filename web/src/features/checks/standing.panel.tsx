import { checks, type CheckRun } from '@desk/contract/checks';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted, instant, number } from '../../kit/text/format.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Line } from '../../kit/layout/section.tsx';
import { toHeading } from '../../kit/keyboard/use-restored-focus.ts';
import classes from '../../parts/files/check.module.css';

const QUARTER = 25;

interface Props {
  run: CheckRun;
  /** Lines whose lookup failed. */
  failures: number;
  /** The server was not reached since. */
  isOld: boolean;
}

/** How the check of a file stands; while it is under way with a bar, and a way to stop it. */
export function StandingPanel({ run, failures, isOld }: Props) {
  const isLive = run.state === 'queued' || run.state === 'running';
  return (
    <>
      <div role="status">
        {run.state !== 'failed' && (
          <Line>
            <Badge word={run.state} />
            <span>{standing(run)}</span>
          </Line>
        )}
        {isLive && <Quarters run={run} />}
      </div>
      {run.state === 'failed' && (
        <Alert>
          The check failed on {instant(run.finished_at)} after {number(run.checked)} of {counted(run.lines, 'line')}.{' '}
          {run.error}
        </Alert>
      )}
      {run.state === 'done' && run.error !== null && <Alert>{run.error}</Alert>}
      {isLive && (
        <Line>
          <progress
            aria-label={`Check of ${run.file_name}`}
            className={classes.bar}
            value={run.checked}
            max={run.lines}
          />
          <span>
            {number(run.checked)} of {number(run.lines)} checked
            {failures > 0 && `, ${number(failures)} without an answer`}
          </span>
          <span role="status">{isOld && 'The server does not answer: these numbers are not current.'}</span>
          <CancelButton run={run} />
        </Line>
      )}
    </>
  );
}

/** Each quarter is said aloud, not each line. */
function Quarters({ run: { checked, lines } }: Pick<Props, 'run'>) {
  const percent = Math.floor((checked / Math.max(1, lines)) * 100);
  const quarter = percent - (percent % QUARTER);
  return <span className="visually-hidden">{quarter > 0 && `${String(quarter)} % checked`}</span>;
}

function standing({ state, started_at, started_by, finished_at, checked, lines }: CheckRun): string {
  if (state === 'queued') return `Waiting since ${instant(started_at)}: one file is checked at a time.`;
  if (state === 'running') return `Started on ${instant(started_at)} by ${started_by}. It goes on when you leave.`;
  if (state === 'cancelled')
    return `Cancelled on ${instant(finished_at)}: ${number(checked)} of ${counted(lines, 'line')} were checked.`;
  return `Finished on ${instant(finished_at)}: ${counted(checked, 'line')} checked.`;
}

function CancelButton({ run: { run_id, file_name } }: Pick<Props, 'run'>) {
  const [asking, setAsking] = useState(false);
  const cancel = useSend(checks.cancel, { recent: () => ({ what: `Check of ${file_name} cancelled` }) });
  const place = useRef<HTMLSpanElement>(null);
  const stopping = useRef(false);
  // It goes when the check is over, and would take the focus with it; while it is busy the focus is nowhere.
  useLayoutEffect(() => {
    const own = place.current;
    return () => {
      const at = document.activeElement;
      if (own?.contains(at) || (own && stopping.current && at === document.body)) toHeading(own);
    };
  }, []);
  const stop = async () => {
    setAsking(false);
    stopping.current = true;
    const cancelled = await toastOutcome(cancel.mutateAsync({ run_id }), {
      done: () => `The check of ${file_name} was cancelled`,
    });
    if (!cancelled) stopping.current = false;
  };
  return (
    <span ref={place}>
      <BusyButton variant="default" busy={cancel.isPending} onClick={() => setAsking(true)}>
        Cancel check
      </BusyButton>
      {asking && (
        <Confirm
          title="Cancel this check?"
          yes="Cancel check"
          onYes={() => void stop()}
          no="Keep checking"
          onNo={() => setAsking(false)}
        >
          What is checked already stays. The other lines of {file_name} will not be checked.
        </Confirm>
      )}
    </span>
  );
}
