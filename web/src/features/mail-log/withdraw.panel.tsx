import type { ReplyOf } from '@desk/contract/call';
import { mailLog, type LoggedMessage, type MessageState } from '@desk/contract/mail-log';
import { useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Line } from '../../kit/layout/section.tsx';

const WAITING: ReadonlySet<string> = new Set<MessageState>(['queued', 'held']);

/** One-time codes are never withdrawn: somebody waits for them to log in. */
export const mayWithdraw = ({ purpose, state }: LoggedMessage) => purpose !== 'otp' && WAITING.has(state);

interface WithdrawProps {
  message: LoggedMessage;
  /** Why not, in words; undefined as another try begins. */
  onRefused: (text: string | undefined) => void;
}

/** Takes the message of a dialog out of the queue. */
export function Withdraw({ message: { message_id, recipient }, onRefused }: WithdrawProps) {
  const send = useSend(mailLog.withdraw, { recent: () => ({ what: `Message to ${recipient} withdrawn` }) });
  const [isAsking, setIsAsking] = useState(false);
  // The button goes as the message does not wait any more: what is said then must not go with it.
  const withdraw = async () => {
    setIsAsking(false);
    onRefused(undefined);
    try {
      await send.mutateAsync({ message_ids: [message_id] });
      toast('done', `The message to ${recipient} is withdrawn`);
    } catch (error) {
      onRefused((error as Error).message);
    }
  };
  return (
    <>
      <BusyButton busy={send.isPending} onClick={() => setIsAsking(true)}>
        Withdraw
      </BusyButton>
      {isAsking && (
        <Confirm
          title="Withdraw this message?"
          yes="Withdraw it"
          onYes={() => void withdraw()}
          no="Cancel"
          onNo={() => setIsAsking(false)}
        >
          It will not be sent. It can be sent again later.
        </Confirm>
      )}
    </>
  );
}

interface PageProps {
  /** By which the log is filtered. */
  state: MessageState | '';
  /** The messages of the page, and how many match. */
  shown: { messages: readonly LoggedMessage[]; total: number } | undefined;
  /** Called when the shown list turns out stale. */
  onRefused: () => void;
}

/** Takes all messages that a page of those that wait shows out of the queue. */
export function WithdrawPage({ state, shown, onRefused }: PageProps) {
  const send = useSend(mailLog.withdraw, { recent: (_, reply) => ({ what: doneWords(reply) }) });
  const [asked, setAsked] = useState<Asked>();
  const withdraw = async ({ ids }: Asked) => {
    setAsked(undefined);
    try {
      toast('done', doneWords(await send.mutateAsync({ message_ids: [...ids] })));
    } catch (error) {
      toast('failed', (error as Error).message);
      onRefused();
    }
  };
  // Until the answer to a filter is there the former one's messages are shown.
  if (!shown || !WAITING.has(state) || shown.messages.some((one) => one.state !== state)) return null;
  const now = toAsk(shown);
  const { ids, hasCodes } = now;
  return (
    <>
      {(ids.length > 0 || hasCodes) && (
        <Line>
          {ids.length > 0 && (
            <BusyButton variant="default" busy={send.isPending} onClick={() => setAsked(now)}>
              {ids.length === 1 ? 'Withdraw this one' : `Withdraw these ${number(ids.length)}`}
            </BusyButton>
          )}
          {hasCodes && <span>One-time codes are not withdrawn.</span>}
        </Line>
      )}
      {asked && <Question asked={asked} onYes={() => void withdraw(asked)} onNo={() => setAsked(undefined)} />}
    </>
  );
}

/** The messages as they were when the question was asked; the log goes on changing. */
interface Asked {
  ids: readonly number[];
  hasCodes: boolean;
  /** How many more are found, on other pages. */
  others: number;
}

const toAsk = ({ messages, total }: { messages: readonly LoggedMessage[]; total: number }): Asked => ({
  ids: messages.filter(mayWithdraw).map(({ message_id }) => message_id),
  hasCodes: messages.some(({ purpose }) => purpose === 'otp'),
  others: total - messages.length,
});

const doneWords = ({ withdrawn, left }: ReplyOf<typeof mailLog.withdraw>): string =>
  `${counted(withdrawn, 'message')} withdrawn${left === 0 ? '' : `, ${number(left)} had left already`}`;

interface QuestionProps {
  asked: Asked;
  onYes: () => void;
  onNo: () => void;
}

function Question({ asked: { ids, hasCodes, others }, onYes, onNo }: QuestionProps) {
  const isOne = ids.length === 1;
  return (
    <Confirm
      title={`Withdraw ${counted(ids.length, 'message')}?`}
      yes={isOne ? 'Withdraw it' : 'Withdraw them'}
      onYes={onYes}
      no="Cancel"
      onNo={onNo}
    >
      <p>
        {isOne
          ? 'This message will not be sent. It can be sent again later.'
          : `These ${number(ids.length)} messages will not be sent. Each can be sent again later.`}
      </p>
      {hasCodes && <p>One-time codes are left out.</p>}
      {others > 0 && <p>{counted(others, 'message on other pages stays', 'messages on other pages stay')}.</p>}
    </Confirm>
  );
}
