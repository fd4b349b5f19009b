import type { LoggedMessage, MessagePurpose, MessageState } from '@desk/contract/mail-log';
import { Badge } from '../../kit/text/badge.tsx';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { Explained } from '../../kit/cell/explained.tsx';
import { instant, number, shown } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';

export const PURPOSES: Readonly<Record<MessagePurpose, string>> = {
  otp: 'One-time code',
  notice: 'Notice',
  renewal: 'Renewal',
};

/** Tells held messages from those on their way. */
export const StateBadge = ({ state }: { state: MessageState }) => (
  <Badge
    word={state}
    {...(state === 'queued' && { tone: 'progress' })}
    {...(state === 'held' && { tone: 'attention' })}
  />
);

export const messageIdentity = {
  key: (message: LoggedMessage) => message.message_id,
  name: (message: LoggedMessage) => `${message.recipient}, ${instant(message.created_at)}`,
};
const column = columnsOf<LoggedMessage>(messageIdentity);

/** None can be sorted: the newest stands first. */
export const messageColumns = (open: (message: LoggedMessage) => void): readonly Column<LoggedMessage>[] => [
  column.text('recipient', 'Recipient', {
    width: 192,
    cell: (message) => <CellLink text={message.recipient} onPress={() => open(message)} />,
  }),
  column.of('State', {
    width: 120,
    text: ({ state, reason }) => (reason === null ? state : `${state}: ${reason}`),
    cell: ({ state, reason }) => (
      <Explained why={reason}>
        <StateBadge state={state} />
      </Explained>
    ),
  }),
  column.of('Subject', { width: 176, text: ({ subject }) => shown(subject) }),
  column.of('Kind', { width: 96, text: ({ notification_type }) => notification_type }),
  column.of('Purpose', { width: 112, text: ({ purpose }) => PURPOSES[purpose] }),
  column.instant('created_at', 'Written', { width: 144 }),
  column.of('Written by', { width: 184, text: ({ created_by }) => created_by }),
  column.of('Tries', { width: 56, align: 'end', text: ({ attempts }) => number(attempts) }),
];
