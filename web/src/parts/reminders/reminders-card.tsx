import { reminders, type PlannedReminder } from '@desk/contract/renewal-work/reminders';
import type { ReplyOf } from '@desk/contract/call';
import { Suspense, useId, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { date, weekday } from '../../kit/text/format.ts';
import { HELD, stateOf } from './reminder-words.ts';
import classes from './reminders.module.css';

const PauseDialog = lazyPart(async () => (await import('./pause-dialog.tsx')).PauseDialog);

type Known = ReplyOf<typeof reminders.list>;

/** What the customer is asked about a renewal, and when; what was sent, and why something was not. */
export function RemindersCard({ renewalId, domain }: { renewalId: number; domain: string }) {
  const title = useId();
  const may = useMayCall(reminders.list);
  const { data, error, refetch } = useCall(reminders.list, { renewal_id: renewalId }, { enabled: may });
  if (!may) return null;
  if (error)
    return <ErrorPanel text="Could not fetch the reminders." what={error.message} onRetry={() => void refetch()} />;
  return (
    data && (
      <section aria-labelledby={title} className={classes.card}>
        <h3 id={title}>Reminders</h3>
        <Standing known={data} />
        {data.reminders.length > 0 && (
          <ol className={classes.steps} aria-label="Reminders to the customer">
            {data.reminders.map((one) => (
              <Row key={one.step_id} reminder={one} isHeld={isHeld(data, one)} />
            ))}
          </ol>
        )}
        {data.is_open && <Acts known={data} renewalId={renewalId} domain={domain} />}
      </section>
    )
  );
}

/** What holds for those that are ahead. */
function Standing({ known }: { known: Known }) {
  const { is_on, is_open, pause, reminders: all } = known;
  if (!is_open && all.length === 0) return <p className={classes.note}>None were planned.</p>;
  if (!is_open) return null;
  if (pause !== null)
    return (
      <p className={classes.note}>
        Paused {pause.until === null ? '' : `until ${date(pause.until)} `}by {pause.by}: {pause.reason}
      </p>
    );
  if (!is_on) return <p className={classes.note}>Reminders are switched off: nothing is sent by itself.</p>;
  const stops = standingStops(known);
  if (stops.length > 0)
    return stops.map((words) => (
      <p key={words} className={classes.note}>
        {words}
      </p>
    ));
  return all.length === 0 ? <p className={classes.note}>None are planned yet.</p> : null;
}

const paymentWords = ({ cause, reason }: NonNullable<Known['payment_stop']>): string =>
  cause === 'left' ? `No payment is asked for: ${reason}` : `The reminder of payment waits: ${reason}`;

/** What holds reminders back as it stands: with some of payment ahead each kind is told by itself. */
function standingStops({ stop, payment_stop, reminders: all }: Known): string[] {
  const isPayable = all.some(({ purpose, state }) => purpose === 'payment' && state === 'planned');
  if (!isPayable) return stop === null ? [] : [`Nothing is sent as it stands: ${stop.reason}`];
  if (stop !== null && stop.reason === payment_stop?.reason) return [`Nothing is sent as it stands: ${stop.reason}`];
  return [
    ...(stop === null ? [] : [`Nothing more is asked as it stands: ${stop.reason}`]),
    ...(payment_stop === null ? [] : [paymentWords(payment_stop)]),
  ];
}

/** Whether one that is planned does not go out as it stands: what was written by hand today, and a pause, hold those of their days alone. */
function isHeld(known: Known, { purpose, state, due_on }: PlannedReminder): boolean {
  const { is_on, is_open, pause } = known;
  if (!is_open || state !== 'planned') return false;
  if (!is_on) return true;
  if (pause !== null && (pause.until === null || due_on <= pause.until)) return true;
  return isStoppedOn(due_on, purpose === 'payment' ? known.payment_stop : known.stop);
}

const isStoppedOn = (day: string, stop: Known['stop']): boolean =>
  stop !== null && stop.cause !== 'paused' && (stop.cause !== 'sent_by_hand' || day <= businessDay());

function Row({ reminder, isHeld: held }: { reminder: PlannedReminder; isHeld: boolean }) {
  const { purpose, due_on, recipient, name, reason, message } = reminder;
  const { words, tone } = held ? HELD : stateOf(reminder);
  const why = reason ?? (message?.state === 'failed' ? message.reason : null);
  return (
    <li>
      <time dateTime={due_on}>{weekday(due_on)}</time>
      <Badge word={words} tone={tone} />
      {purpose === 'payment' && <span>Payment</span>}
      {recipient !== '' && <span className={classes.to}>{name === null ? recipient : `${name}, ${recipient}`}</span>}
      {why !== null && <span className={classes.note}>{why}</span>}
    </li>
  );
}

function Acts({
  known: { pause, may_remind_again: isAnswered },
  renewalId,
  domain,
}: {
  known: Known;
  renewalId: number;
  domain: string;
}) {
  const [pausing, setPausing] = useState(false);
  const resume = useSend(reminders.resume, {
    recent: () => ({ what: `Reminders about ${domain}`, from: pause === null ? 'answered' : 'paused', to: 'go on' }),
  });
  const goOn = () =>
    resume.mutateAsync({ renewal_id: renewalId }).then(
      () => toast('done', `Reminders about ${domain} go on`),
      () => undefined,
    );
  return (
    <>
      {resume.error && <Alert>{resume.error.message}</Alert>}
      <div className={classes.acts}>
        {(pause !== null || isAnswered) && (
          <BusyButton variant="default" busy={resume.isPending} onClick={() => void goOn()}>
            {pause === null ? 'Remind again' : 'Go on'}
          </BusyButton>
        )}
        <Button variant="default" onClick={() => setPausing(true)}>
          {pause === null ? 'Pause reminders' : 'Change the pause'}
        </Button>
      </div>
      {pausing && (
        <Suspense>
          <PauseDialog renewalId={renewalId} domain={domain} pause={pause} onClose={() => setPausing(false)} />
        </Suspense>
      )}
    </>
  );
}
