import { notifications, type SentNotification } from '@desk/contract/notifications';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useServerEvent } from '../../api/events.ts';
import { useCall, useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { instant } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import classes from './notification-results.module.css';
import { Byline, Entries } from '../../kit/layout/entries.tsx';
import { FailureText } from '../../kit/text/failure-text.tsx';
import { Subheading } from '../../kit/text/subheading.tsx';

const NotificationEvent = z.object({ renewal_id: z.number() });

interface Props {
  renewalId: number;
  /** How often something was sent meanwhile; each time asks for the results anew. */
  sent: number;
}

/** The state of a renewal's notifications; follows the server's events while it is open. */
export function NotificationResults({ renewalId, sent }: Props) {
  const query = useCall(notifications.results, { renewal_id: renewalId });
  return (
    <SentNotifications
      query={query}
      messages={query.data?.notifications}
      sent={sent}
      isAbout={(renewal) => renewal === renewalId}
    />
  );
}

interface SentProps<Message extends SentNotification> {
  query: { error: Error | null; refetch: () => unknown };
  messages: readonly Message[] | undefined;
  sent: number;
  /** Whether news of a renewal is about these messages. */
  isAbout: (renewalId: number) => boolean;
  /** The subject of a message, where it is not plain. */
  about?: (message: Message) => string;
}

/** Each person and channel with what became of it; what has failed can be sent again. */
export function SentNotifications<Message extends SentNotification>(props: SentProps<Message>) {
  const { messages, sent, isAbout, about } = props;
  const { error, refetch } = props.query;
  const resend = useSend(notifications.resend, {
    refresh: false,
    recent: ({ message_id }) => {
      const message = messages?.find((one) => one.message_id === message_id);
      return { what: `Notification to ${message?.recipient ?? 'a recipient'} sent again` };
    },
  });
  const onEvent = useStable((event: unknown) => {
    if (event === undefined || isAbout(NotificationEvent.parse(event).renewal_id)) void refetch();
  });
  useServerEvent('notification', onEvent);
  const again = useStable(refetch);
  useEffect(() => {
    if (sent > 0) void again();
  }, [sent, again]);

  const sendAgain = async ({ message_id, recipient }: Message) => {
    const queued = await toastOutcome(resend.mutateAsync({ message_id }), {
      done: () => `Notification queued again for ${recipient}`,
    });
    if (queued) void refetch();
  };

  if (error && !messages)
    return <ErrorPanel text={error.message} what="Sent notifications" onRetry={() => void refetch()} />;
  if (!messages || messages.length === 0) return null;
  return (
    <section aria-label="Sent notifications">
      <Subheading text="Sent notifications" />
      <Entries>
        {messages.map((message) => (
          <li key={message.message_id}>
            <Byline>
              <strong>{message.recipient}</strong>
              <span>{message.notification_type}</span>
              {about && <span>{about(message)}</span>}
              <span>
                {message.created_by}, {instant(message.created_at)}
              </span>
            </Byline>
            <div className={classes.result}>
              <Badge word={message.state} />
              {message.reason !== null && <FailureText>{message.reason}</FailureText>}
              {message.state === 'failed' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Send again to ${message.recipient}`}
                  onClick={() => void sendAgain(message)}
                >
                  Send again
                </Button>
              )}
            </div>
          </li>
        ))}
      </Entries>
    </section>
  );
}
