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
  if (error && !data)
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
        {data.is_open && (
          <Acts
            known={data}
            renewalId={renewalId}
            domain={domain}
            readAgain={() => refetch().then(({ data: fresh, isError }) => (isError ? undefined : fresh))}
          />
        )}
      </section>
    )
  );
}

/** What holds for those that are ahead. */
function Standing({ known }: { known: Known }) {
  return standingWords(known).map((words) => (
    <p key={words} className={classes.note}>
      {words}
    </p>
  ));
}

function standingWords(known: Known): readonly string[] {
  const { is_open, pause, reminders: all } = known;
  if (!is_open) return all.length === 0 ? ['None were planned.'] : [];
  if (pause !== null) return [pausedWords(pause), ...heldWords(known)];
  const held = heldWords(known);
  return held.length === 0 && all.length === 0 ? ['None are planned yet.'] : held;
}

const pausedWords = ({ until, by, reason }: NonNullable<Known['pause']>): string =>
  `Paused ${until === null ? '' : `until ${date(until)} `}by ${by}: ${reason}`;

/** What holds reminders back beside a pause. */
const heldWords = (known: Known): readonly string[] =>
  known.is_on ? standingStops(known) : ['Reminders are switched off: nothing is sent by itself.'];

/** What became of it that somebody goes on, as it stands then. */
function goneOnWords(domain: string, was: 'paused' | 'answered', known: Known | undefined): string {
  const over = was === 'paused' ? `The pause of ${domain} is over.` : `What ${domain} answered is set aside.`;
  if (!known) return over;
  const held = heldWords(known);
  if (held.length > 0) return [over, ...held].join(' ');
  const isAhead = known.reminders.some(({ state }) => state === 'planned');
  return isAhead ? `Reminders about ${domain} go on` : `${over} No reminder is ahead.`;
}

const paymentWords = ({ cause, reason }: NonNullable<Known['payment_stop']>): string =>
  cause === 'left' ? `No payment is asked for: ${reason}` : `The reminder of payment waits: ${reason}`;

/** Beside a pause nothing is said of what was written by hand: it holds those of today alone. */
const lasting = ({ pause }: Known, stop: Known['stop']): Known['stop'] =>
  pause !== null && stop?.cause === 'sent_by_hand' ? null : stop;

/** What holds reminders back as it stands: with some of payment ahead each kind is told by itself. */
function standingStops(known: Known): string[] {
  const { reminders: all } = known;
  const [stop, payment_stop] = [lasting(known, known.stop), lasting(known, known.payment_stop)];
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
  stop !== null && (stop.cause !== 'sent_by_hand' || day <= businessDay());

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

interface ActsProps {
  known: Known;
  renewalId: number;
  domain: string;
  readAgain: () => Promise<Known | undefined>;
}

function Acts({ known: { pause, may_remind_again: isAnswered }, renewalId, domain, readAgain }: ActsProps) {
  const was = pause === null ? 'answered' : 'paused';
  const [pausing, setPausing] = useState(false);
  const resume = useSend(reminders.resume, {
    recent: () => ({ what: `Reminders about ${domain}`, from: was, to: pause === null ? 'set aside' : 'not paused' }),
  });
  const goOn = () =>
    resume.mutateAsync({ renewal_id: renewalId }).then(
      async () => toast('done', goneOnWords(domain, was, await readAgain())),
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
