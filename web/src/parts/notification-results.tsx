import { Button } from '@mantine/core';
import { notifications } from '@desk/contract/notifications';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useServerEvent } from '../api/events.ts';
import { useCall, useSend } from '../api/hooks.ts';
import { Badge } from '../kit/badge.tsx';
import { instant } from '../kit/format.ts';
import { ErrorPanel } from '../kit/panels.tsx';
import { say } from '../kit/say.ts';
import { useStable } from '../kit/use-stable.ts';
import classes from './lists.module.css';

const NotificationEvent = z.object({ renewal_id: z.number() });

interface Props {
  renewalId: number;
  /** How often something was sent meanwhile; each time asks for the results anew. */
  sent: number;
}

/** What became of the notifications of a renewal; follows the server's news while it stands. */
export function NotificationResults({ renewalId, sent }: Props) {
  const { data, error, refetch } = useCall(notifications.results, { renewal_id: renewalId });
  const resend = useSend(notifications.resend, {
    refresh: false,
    recent: ({ message_id }) => {
      const message = data?.notifications.find((one) => one.message_id === message_id);
      return { what: `Notification to ${message?.recipient ?? 'a recipient'} sent again` };
    },
  });
  const heard = useStable((event: unknown) => {
    if (event === undefined || NotificationEvent.parse(event).renewal_id === renewalId) void refetch();
  });
  useServerEvent('notification', heard);
  useEffect(() => {
    if (sent > 0) void refetch();
  }, [sent, refetch]);

  const again = (messageId: number, recipient: string) =>
    resend.mutate(
      { message_id: messageId },
      {
        onSuccess: () => {
          say('done', `Notification queued again for ${recipient}`);
          void refetch();
        },
        onError: ({ message }) => say('failed', message),
      },
    );

  if (error) return <ErrorPanel text={error.message} what="Sent notifications" onRetry={() => void refetch()} />;
  if (!data || data.notifications.length === 0) return null;
  return (
    <section aria-label="Sent notifications">
      <h3 className={classes.heading}>Sent notifications</h3>
      <ul className={classes.list}>
        {data.notifications.map((message) => (
          <li key={message.message_id}>
            <div className={classes.by}>
              <strong>{message.recipient}</strong>
              <span>{message.notification_type}</span>
              <span>
                {message.created_by}, {instant(message.created_at)}
              </span>
            </div>
            <div className={classes.result}>
              <Badge word={message.state} />
              {message.reason !== null && <span className={classes.reason}>{message.reason}</span>}
              {message.state === 'failed' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Send again to ${message.recipient}`}
                  onClick={() => again(message.message_id, message.recipient)}
                >
                  Send again
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
