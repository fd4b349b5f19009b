import { reminders, type ReminderStep } from '@desk/contract/renewal-work/reminders';
import type { ReplyOf } from '@desk/contract/call';
import { useCall } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { counted, number, weekday } from '../../kit/text/format.ts';
import classes from './reminders.module.css';

type Previewed = ReplyOf<typeof reminders.previewPolicy>;

/** What would go by these steps, asked anew when they change. */
export function usePolicyPreview(steps: readonly ReminderStep[]) {
  const { settled, isSettled } = useSettled(steps);
  const preview = useCall(reminders.previewPolicy, { steps: [...settled] }, { keep: true });
  return { ...preview, isOld: !isSettled || preview.isPlaceholderData };
}

/** "41 messages to 38 people". */
export const goingWords = ({ mails, people }: Previewed['next']): string =>
  mails === 0
    ? 'no messages'
    : `${counted(mails, 'message')} to ${people === 1 ? '1 person' : `${number(people)} people`}`;

/** The days to come, and the messages themselves, by real renewals. */
export function PolicyPreview({ preview }: { preview: ReturnType<typeof usePolicyPreview> }) {
  const { data, error, isOld, refetch } = preview;
  const shown = error ? undefined : data;
  return (
    <div className={classes.preview}>
      <h3>Tried on the renewals as they are</h3>
      {error && <ErrorPanel text="Could not try the reminders." what={error.message} onRetry={() => void refetch()} />}
      {!shown && !error && <Skeleton blocks={2} height={60} />}
      <p role="status" aria-busy={isOld} data-old={isOld || undefined}>
        {shown && previewWords(shown)}
      </p>
      {shown && <Days days={shown.days} />}
      {shown && <Messages mails={shown.mails} />}
    </div>
  );
}

const previewWords = ({ next, stopped }: Previewed): string => {
  const held = stopped === 0 ? '' : ` ${counted(stopped, 'reminder')} would be stopped, as it stands today.`;
  return `${weekday(next.day)}: ${goingWords(next)}.${held}`;
};

const Days = ({ days }: Pick<Previewed, 'days'>) => (
  <ul className={classes.days} aria-label="The next 14 days">
    {days
      .filter(({ mails }) => mails > 0)
      .map((one) => (
        <li key={one.day}>
          <span>{weekday(one.day)}</span>
          <span>{goingWords(one)}</span>
        </li>
      ))}
  </ul>
);

const Messages = ({ mails }: Pick<Previewed, 'mails'>) => (
  <div className={classes.mails}>
    {mails.map((mail) => (
      <details key={`${mail.day} ${mail.channel} ${mail.recipient}`}>
        <summary>
          {weekday(mail.day)}, {mail.recipient}: {mail.renewals.map(({ domain_name }) => domain_name).join(', ')}
        </summary>
        {mail.subject !== null && <strong>{mail.subject}</strong>}
        <pre>{mail.text}</pre>
      </details>
    ))}
  </div>
);
