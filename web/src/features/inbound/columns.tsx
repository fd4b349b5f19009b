import type { InboundMessage, InboundShown } from '@desk/contract/renewal-work/inbound';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { instant } from '../../kit/text/format.ts';
import { INBOUND_WORDS } from '../../parts/domain-page/timeline-words.ts';
import { DomainLinks, InboundBadge } from '../../parts/inbound/inbound-facts.tsx';
import { senderOf, settledWords, subjectOf } from '../../parts/inbound/inbound-words.ts';
import { Mail } from './mail.panel.tsx';
import { beginningOf } from './model.ts';

export const inboundIdentity = {
  key: ({ inbound_id }: InboundMessage) => inbound_id,
  name: (message: InboundMessage) => `${senderOf(message)}, ${instant(message.received_at)}`,
};
const column = columnsOf<InboundMessage>(inboundIdentity);

interface Options {
  open: (message: InboundMessage) => void;
  done: (message: InboundMessage) => void;
  reopen: (message: InboundMessage) => void;
  show: InboundShown;
  /** It was seen to here, and stands where it stood until the list is taken anew. */
  isSettled: (message: InboundMessage) => boolean;
}

const domains = (width: number) =>
  column.of('Domain', {
    width,
    text: ({ renewals }) => renewals.map(({ domain_name }) => domain_name).join(', '),
    cell: ({ renewals }) => <DomainLinks renewals={renewals} />,
  });

/** A button where somebody still has to see to it; else, among all, who has. */
function doneColumn({ done, show, isSettled }: Pick<Options, 'done' | 'show' | 'isSettled'>): Column<InboundMessage> {
  const isOpen = (message: InboundMessage) => message.settled_at === null && !isSettled(message);
  const button = column.action('Done', {
    press: done,
    offered: isOpen,
    shortcut: 'd',
    width: show === 'all' ? 136 : 96,
  });
  const text = (message: InboundMessage) => {
    if (isOpen(message)) return '';
    return isSettled(message) ? 'Done' : settledWords(message);
  };
  const settled = (message: InboundMessage) => (isSettled(message) ? <Badge word="Done" /> : text(message));
  return { ...button, text, cell: (message) => (isOpen(message) ? button.cell?.(message) : settled(message)) };
}

/** Among all stands one column more, in the same room. */
const widthsOf = (show: InboundShown) =>
  show === 'all' ? { from: 200, mail: 276, domain: 164, kind: 128, at: 120 } : { from: 216, mail: 340, domain: 184, kind: 152, at: 136 }; // prettier-ignore

/** Beside the other button, so that a second press on one does not undo the first. */
const notDone = ({ reopen }: Pick<Options, 'reopen'>): Column<InboundMessage> =>
  column.action('Not done', { press: reopen, offered: ({ settled_at }) => settled_at !== null, width: 100 });

/** None can be sorted: what waits longest stands first, of all the newest. */
export function inboundColumns({ open, done, reopen, show, isSettled }: Options): readonly Column<InboundMessage>[] {
  const widths = widthsOf(show);
  return [
    column.of('From', {
      width: widths.from,
      text: senderOf,
      cell: (message) => (
        <TwoLines below={message.company_name ?? ''}>
          <Breakable text={senderOf(message)} />
        </TwoLines>
      ),
    }),
    column.of('Mail', {
      width: widths.mail,
      text: (message) => `${subjectOf(message)} ${beginningOf(message.top)}`,
      cell: (message) => <Mail message={message} open={open} />,
    }),
    // Of most of these nobody knows the domain; the mail itself tells what it answers.
    ...(show === 'unmatched' ? [] : [domains(widths.domain)]),
    column.of('Kind', {
      width: widths.kind,
      text: ({ kind }) => INBOUND_WORDS[kind],
      cell: ({ kind }) => <InboundBadge kind={kind} />,
    }),
    column.of('Received', { width: widths.at, text: ({ received_at }) => instant(received_at) }),
    doneColumn({ done, show, isSettled }),
    ...(show === 'all' ? [notDone({ reopen })] : []),
  ];
}
