import { mailLog, type MailSwitch } from '@desk/contract/mail-log';
import { useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Line, Section } from '../../kit/layout/section.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { Notice } from '../../kit/feedback/notice.tsx';
import { sinceWords, useMailHold } from '../../parts/mail/mail-hold-switch.ts';

const TITLE = 'Outgoing messages';

/** Whether messages leave, and the switch that holds them all or lets them go. */
export function SwitchPanel() {
  const { data, error, refetch } = useMailHold();
  return (
    <Section title={TITLE} beside={data && <Switch standing={data} onAsking={() => void refetch()} />}>
      <div role="status">{data && <Standing standing={data} />}</div>
      {!data && error && (
        <ErrorPanel
          text="Could not fetch whether messages leave."
          what={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton blocks={1} height={24} />}
    </Section>
  );
}

const waitWords = (waiting: number) => `${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;

function Standing({ standing }: { standing: MailSwitch }) {
  if (!standing.held)
    return (
      <Line>
        <Badge word="on" tone="good" />
        <span>Outgoing messages leave.</span>
      </Line>
    );
  return (
    <Notice>
      <strong>Outgoing messages are held</strong> {sinceWords(standing)}, {waitWords(standing.waiting)}. Only one-time
      codes leave.
    </Notice>
  );
}

interface SwitchProps {
  standing: MailSwitch;
  /** The number of those that wait is to be the one of now. */
  onAsking: () => void;
}

function Switch({ standing: { held, waiting }, onAsking }: SwitchProps) {
  const [isAsking, setIsAsking] = useState(false);
  const set = useSend(mailLog.hold, {
    recent: (sent) => ({ what: sent.held ? 'Outgoing messages held' : 'Outgoing messages let go' }),
  });
  const ask = () => {
    onAsking();
    setIsAsking(true);
  };
  const turn = () => {
    setIsAsking(false);
    void toastOutcome(set.mutateAsync({ held: !held }), {
      done: () => (held ? 'Messages leave again' : 'All outgoing messages are held'),
    });
  };
  const Question = held ? Release : Hold;
  return (
    <>
      <BusyButton {...(!held && { variant: 'default' })} busy={set.isPending} onClick={ask}>
        {held ? 'Let messages leave' : 'Hold all messages'}
      </BusyButton>
      {isAsking && <Question waiting={waiting} onYes={turn} onNo={() => setIsAsking(false)} />}
    </>
  );
}

interface QuestionProps {
  waiting: number;
  onYes: () => void;
  onNo: () => void;
}

const Hold = ({ onYes, onNo }: QuestionProps) => (
  <Confirm title="Hold all outgoing messages?" yes="Hold them all" onYes={onYes} no="Cancel" onNo={onNo}>
    <p>
      E-mails, SMS and WhatsApp messages wait from now on, whoever sends them: notifications, mails to resellers,
      invitations. They leave as soon as they are let go; an invitation whose password has ended by then, after three
      days, does not leave.
    </p>
    <p>One-time codes still leave, so that everybody can log in. What is being sent at this moment may still arrive.</p>
  </Confirm>
);

const Release = ({ waiting, onYes, onNo }: QuestionProps) => (
  <Confirm title="Let messages leave?" yes="Let them leave" onYes={onYes} no="Cancel" onNo={onNo}>
    <p>
      {waiting === 0
        ? 'No message waits.'
        : `${counted(waiting, 'message that waits leaves', 'messages that wait leave')} at once.`}{' '}
      From now on every message leaves as it is sent.
    </p>
    <p>Invitations that are older than three days do not leave: their passwords have ended.</p>
  </Confirm>
);
