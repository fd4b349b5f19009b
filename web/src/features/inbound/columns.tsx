import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { instant } from '../../kit/text/format.ts';
import { INBOUND_WORDS } from '../../parts/dossier/timeline-words.ts';
import { DomainLinks, InboundBadge } from '../../parts/inbound/inbound-facts.tsx';
import { senderOf, settledWords, subjectOf } from '../../parts/inbound/inbound-words.ts';

export const inboundIdentity = {
  key: ({ inbound_id }: InboundMessage) => inbound_id,
  name: (message: InboundMessage) => `${senderOf(message)}, ${instant(message.received_at)}`,
};
const column = columnsOf<InboundMessage>(inboundIdentity);

/** So many letters of a subject or a text are enough to know it by. */
const LONGEST = 120;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

const firstLine = (text: string): string =>
  short(
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '',
  );

interface Options {
  open: (message: InboundMessage) => void;
  done: (message: InboundMessage) => void;
  /** Among all stand those that are seen to. */
  isAll: boolean;
}

/** None can be sorted: what waits longest stands first, of all the newest. */
export const inboundColumns = ({ open, done, isAll }: Options): readonly Column<InboundMessage>[] => [
  column.of('From', {
    width: 208,
    text: senderOf,
    cell: (message) => (
      <TwoLines below={message.company_name ?? ''}>
        <CellLink text={senderOf(message)} onPress={() => open(message)} />
      </TwoLines>
    ),
  }),
  column.of('Mail', {
    width: 376,
    text: (message) => `${subjectOf(message)} ${firstLine(message.top)}`,
    cell: (message) => (
      <TwoLines below={firstLine(message.top)}>
        <CellLink text={short(subjectOf(message))} title={subjectOf(message)} onPress={() => open(message)} />
      </TwoLines>
    ),
  }),
  column.of('Domain', {
    width: 184,
    text: ({ renewals }) => renewals.map(({ domain_name }) => domain_name).join(', '),
    cell: ({ renewals }) => <DomainLinks renewals={renewals} />,
  }),
  column.of('Kind', {
    width: 152,
    text: ({ kind }) => INBOUND_WORDS[kind],
    cell: ({ kind }) => <InboundBadge kind={kind} />,
  }),
  column.instant('received_at', 'Received', { width: 144 }),
  ...(isAll ? [column.of('Seen to', { width: 160, text: settledWords })] : []),
  column.action('Done', { press: done, offered: ({ settled_at }) => settled_at === null, shortcut: 'd', width: 80 }),
];
