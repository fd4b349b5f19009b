import type { ReplyOf } from '@desk/contract/call';
import { domainPage } from '@desk/contract/domain-page';
import { mailLog, type LoggedMessage } from '@desk/contract/mail-log';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useIsMounted } from '../../kit/browser/use-is-mounted.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { instant, number, shown } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { HeldNotice } from '../../parts/mail/held-notice.tsx';
import classes from './mail-log.module.css';
import { FailureText } from '../../kit/text/failure-text.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';
import { Subheading } from '../../kit/text/subheading.tsx';
import { MessageText } from '../../parts/mail/message-text.tsx';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { PURPOSES, StateBadge } from './columns.tsx';
import { mayWithdraw, Withdraw } from './withdraw.panel.tsx';

interface Props {
  messageId: number;
  onClose: () => void;
}

/** One message: what it says, what became of it, and a way to withdraw it or to send it again. */
export function MessageDialog({ messageId, onClose }: Props) {
  const query = useCall(mailLog.message, { message_id: messageId });
  const { data, refetch } = query;
  const [problem, setProblem] = useState<string>();
  const isMounted = useIsMounted();
  useMailHoldEvents(() => void refetch({ cancelRefetch: false }));
  const message = data?.message;
  const refused = (text: string | undefined) => {
    if (text !== undefined && !isMounted()) toast('failed', text);
    setProblem(text);
    // It may have left, or have been sent again by somebody else.
    if (text !== undefined) void refetch();
  };
  return (
    <ListDialog
      title={message ? `${message.notification_type} to ${message.recipient}` : 'Message'}
      size={720}
      onClose={onClose}
      beside={message && <MessageActions message={message} onRefused={refused} />}
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      {data ? <Details details={data} /> : <Awaited query={query} />}
    </ListDialog>
  );
}

const Awaited = ({ query: { error, refetch } }: { query: Loading }) =>
  error ? <ErrorPanel text={error.message} onRetry={() => void refetch()} /> : <Skeleton blocks={6} height={24} />;

const maySendAgain = ({ purpose, state, expired }: LoggedMessage) =>
  purpose !== 'otp' && !expired && (state === 'failed' || state === 'sent');

type MessageDetails = ReplyOf<typeof mailLog.message>;

function Details({ details: { message, text, provider_id, renewals } }: { details: MessageDetails }) {
  return (
    <>
      {maySendAgain(message) && <HeldNotice />}
      <Pairs>
        <Standing message={message} />
        <Facts message={message} providerId={provider_id} />
        {renewals.length > 0 && (
          <>
            <dt>About</dt>
            <dd>
              <Renewals renewals={renewals} />
            </dd>
          </>
        )}
      </Pairs>
      <Subheading text="Message" />
      <MessageText subject={message.subject} text={text ?? 'Only its recipient reads it: it carries a secret.'} />
    </>
  );
}

/** Why a message has not left; undefined where it has, or is about to. */
function awaitedBy({ state, attempts, next_try_at, expired }: LoggedMessage): string | undefined {
  if (expired) return 'It has expired, and is not sent again.';
  if (state === 'held') return 'It waits because all outgoing messages are held.';
  return state === 'queued' && attempts > 0 && next_try_at !== null
    ? `The next try starts on ${instant(next_try_at)}.`
    : undefined;
}

function Standing({ message }: { message: LoggedMessage }) {
  const { state, reason } = message;
  return (
    <>
      <dt>State</dt>
      <dd>
        <StateBadge state={state} /> {awaitedBy(message)}
      </dd>
      {reason !== null && (
        <>
          <dt>Reason</dt>
          <dd>{state === 'failed' ? <FailureText>{reason}</FailureText> : reason}</dd>
        </>
      )}
    </>
  );
}

function Facts({ message, providerId }: { message: LoggedMessage; providerId: string | null }) {
  const { purpose, recipient, attempts, created_at, created_by, finished_at } = message;
  const facts = {
    Recipient: recipient,
    Purpose: PURPOSES[purpose],
    Written: `${instant(created_at)} by ${created_by}`,
    Tries: number(attempts),
    Finished: instant(finished_at),
    'Known outside as': shown(providerId),
  };
  return Object.entries(facts).map(([name, value]) => (
    <div key={name} style={{ display: 'contents' }}>
      <dt>{name}</dt>
      <dd>
        <Breakable text={value} />
      </dd>
    </div>
  ));
}

/** Of whom the message speaks; what is known of them opens for who may see it. */
function Renewals({ renewals }: Pick<MessageDetails, 'renewals'>) {
  const mayOpen = useMayCall(domainPage.contact);
  return (
    <ul className={classes.names}>
      {renewals.map(({ renewal_id, domain_name }) => (
        <li key={renewal_id}>
          {mayOpen ? <DomainLink name={domain_name} renewal={renewal_id} /> : <Breakable text={domain_name} />}
        </li>
      ))}
    </ul>
  );
}

interface ActionProps {
  message: LoggedMessage;
  /** Why not, in words; undefined as another try begins. */
  onRefused: (text: string | undefined) => void;
}

/** The actions that a message's state allows. */
function MessageActions({ message, onRefused }: ActionProps) {
  if (mayWithdraw(message)) return <Withdraw message={message} onRefused={onRefused} />;
  return maySendAgain(message) && <SendAgain message={message} onRefused={onRefused} />;
}

function SendAgain({ message: { message_id, recipient, state }, onRefused }: ActionProps) {
  const resend = useSend(mailLog.resend, { recent: () => ({ what: `Message to ${recipient} sent again` }) });
  const [isAsking, setIsAsking] = useState(false);
  const wasSent = state === 'sent';
  // The button goes as the message waits again: what is said then must not go with it.
  const send = async () => {
    setIsAsking(false);
    onRefused(undefined);
    try {
      await resend.mutateAsync({ message_id });
      toast('done', `${wasSent ? 'A copy for' : 'The message to'} ${recipient} is in the queue`);
    } catch (error) {
      onRefused((error as Error).message);
    }
  };
  return (
    <>
      <BusyButton busy={resend.isPending} onClick={() => (wasSent ? setIsAsking(true) : void send())}>
        Send again
      </BusyButton>
      {isAsking && (
        <Confirm
          title="Send again?"
          yes="Send a copy"
          onYes={() => void send()}
          no="Cancel"
          onNo={() => setIsAsking(false)}
        >
          A copy will be sent. {recipient} has got this message already.
        </Confirm>
      )}
    </>
  );
}
