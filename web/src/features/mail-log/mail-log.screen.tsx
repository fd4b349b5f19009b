import { MessageChannel } from '@desk/contract/words/lists';
import { mailLog, MessagePurpose, MessageState, type LoggedMessage } from '@desk/contract/mail-log';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { CountFilter } from '../../kit/filter/count-filter.tsx';
import { DaysInOrder } from '../../kit/filter/days-in-order.tsx';
import { choiceFilter, dayFilter, filterOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { date } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { messageColumns, messageIdentity, PURPOSES, StateBadge } from './columns.tsx';
import { MessageDialog } from './message.dialog.tsx';
import { SwitchPanel } from './switch.panel.tsx';
import { WithdrawPage } from './withdraw.panel.tsx';

const TITLE = 'Mail Log';
const PAGE_SIZE = 50;
const IDLE_MS = 30_000;
/** All messages are counted each time. */
const REST_MS = 5_000;
const FILTERS = {
  q: searchFilter('Search recipient or subject', { longest: 254, chip: 'Search' }),
  kind: choiceFilter('Kind', { field: 'notification_type', values: MessageChannel.options, chip: 'Kind' }),
  purpose: choiceFilter('Purpose', {
    field: 'purpose',
    values: MessagePurpose.options,
    words: PURPOSES,
    chip: 'Purpose',
  }),
  from: dayFilter('From', { field: 'from', words: date, chip: 'From' }),
  to: dayFilter('To', { field: 'to', words: date, chip: 'To' }),
  /** It shows itself among the counts. */
  state: filterOf({ field: 'state', reads: z.catch(z.union([MessageState, z.literal('')]), '') }),
};

/** Everything that was or will be sent, and the switch that holds it. */
export function MailLogScreen() {
  const { opened, open, close } = useOpenDialog('message');
  return (
    <ScreenFrame title={TITLE}>
      <div>
        <SwitchPanel />
        <Section title="Messages">
          <Messages onOpen={open} />
        </Section>
      </div>
      {/^[1-9]\d{0,8}$/.test(opened) && <MessageDialog messageId={Number(opened)} onClose={close} />}
    </ScreenFrame>
  );
}

function Messages({ onOpen }: { onOpen: (messageId: string) => void }) {
  const search = useListSearch(FILTERS);
  const { list, query } = useListCall(mailLog.list, search, {
    rows: (reply) => reply.messages,
    size: PAGE_SIZE,
    again: () => IDLE_MS,
  });
  // A refresh that is under way goes on: messages may leave faster than the answers come.
  useMailHoldEvents(() => void query.refetch({ cancelRefetch: false }), { restMs: REST_MS });
  const { data } = query;
  const { from, to, state } = search.values;
  const open = useStable(({ message_id }: LoggedMessage) => onOpen(String(message_id)));
  const columns = useMemo(() => messageColumns(open), [open]);
  const views = useListViews(search, { table: 'messages', columns });
  return (
    <ServerTable
      label={TITLE}
      list={list}
      row={messageIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: 'No messages',
        rows: 'messages',
        hint: 'Each mail, SMS and WhatsApp message stands here from the moment it is written.',
      }}
    >
      <DaysInOrder first={from} last={to} />
      {data ? (
        <CountFilter
          label="Messages by state"
          counts={MessageState.options.map((key) => ({ key, count: data.counts[key] }))}
          value={state}
          nameOf={(one) => one}
          draw={(one) => <StateBadge state={one} />}
          onChange={(next) => search.set({ state: next }, 'push')}
        />
      ) : (
        query.isPending && <Skeleton blocks={1} height={36} />
      )}
      <WithdrawPage state={state} shown={data} onRefused={() => void query.refetch()} />
    </ServerTable>
  );
}
