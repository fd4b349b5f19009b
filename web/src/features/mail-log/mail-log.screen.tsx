import { day } from '@desk/contract/fields';
import { NotificationType } from '@desk/contract/words/lists';
import { mailLog, MessagePurpose, MessageState, type LoggedMessage } from '@desk/contract/mail-log';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { CountFilter } from '../../kit/filter/count-filter.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips, FilterDate, FilterSelect, type ActiveFilter } from '../../kit/filter/filters.tsx';
import { date } from '../../kit/text/format.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { searchText, tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { messageColumns, messageIdentity, PURPOSES, StateBadge } from './columns.tsx';
import { MessageDialog } from './message.dialog.tsx';
import { SwitchPanel } from './switch.panel.tsx';
import { WithdrawPage } from './withdraw.panel.tsx';

const TITLE = 'Mail Log';
const PAGE_SIZE = 50;
const LONGEST_SEARCH = 254;
const IDLE_MS = 30_000;
/** All messages are counted each time. */
const REST_MS = 5_000;
const orNone = <Schema extends z.ZodMiniType<string>>(schema: Schema) => z.catch(z.union([schema, z.literal('')]), '');
const Kind = orNone(NotificationType);
const Purpose = orNone(MessagePurpose);
const Search = z.object({
  q: searchText,
  kind: Kind,
  purpose: Purpose,
  from: orNone(day),
  to: orNone(day),
  state: orNone(MessageState),
  page: tableSearch.page,
});
const NO_FILTER = { q: '', kind: '', purpose: '', from: '', to: '', state: '' } as const;
type Filter = Omit<z.output<typeof Search>, 'page'>;
type Set = (change: Partial<z.output<typeof Search>>, how?: 'replace' | 'push') => void;

const wantedIn = ({ q }: Filter) => q.trim().slice(0, LONGEST_SEARCH);

const asked = (filter: Filter) => ({
  ...(wantedIn(filter) !== '' && { search: wantedIn(filter) }),
  ...(filter.kind !== '' && { notification_type: filter.kind }),
  ...(filter.purpose !== '' && { purpose: filter.purpose }),
  ...(filter.from !== '' && { from: filter.from }),
  ...(filter.to !== '' && { to: filter.to }),
  ...(filter.state !== '' && { state: filter.state }),
});

/** The filters of the toolbar that hold; the state shows itself among the counts. */
const activeFilters = (filter: Filter, set: Set): readonly ActiveFilter[] =>
  [
    { label: 'Search', value: wantedIn(filter), clear: () => set({ q: '' }) },
    { label: 'Kind', value: filter.kind, clear: () => set({ kind: '' }) },
    { label: 'Purpose', value: filter.purpose && PURPOSES[filter.purpose], clear: () => set({ purpose: '' }) },
    { label: 'From', value: filter.from && date(filter.from), clear: () => set({ from: '' }) },
    { label: 'To', value: filter.to && date(filter.to), clear: () => set({ to: '' }) },
  ].filter(({ value }) => value !== '');

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
  const [{ page, ...filter }, set] = useScreenSearch(Search);
  const active = activeFilters(filter, set);
  const query = useCall(mailLog.list, { ...asked(filter), page }, { keep: true, again: () => IDLE_MS });
  // A refresh that is under way goes on: messages may leave faster than the answers come.
  useMailHoldEvents(() => void query.refetch({ cancelRefetch: false }), REST_MS);
  const { data } = query;
  const clear = () => set(NO_FILTER);
  const list = useServerPage({
    query,
    rows: data?.messages,
    total: data?.total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: ({ page: next = 1 }, how) => set({ page: next }, how),
    onClear: active.length === 0 && filter.state === '' ? undefined : clear,
  });
  const open = useStable(({ message_id }: LoggedMessage) => onOpen(String(message_id)));
  const columns = useMemo(() => messageColumns(open), [open]);
  return (
    <>
      <Toolbar holding={active.length}>
        <Filters filter={filter} set={set} />
      </Toolbar>
      <FilterChips active={active} onClear={clear} />
      {filter.from !== '' && filter.to !== '' && filter.from > filter.to && (
        <Alert>The first day lies after the last one.</Alert>
      )}
      {data ? (
        <CountFilter
          label="Messages by state"
          counts={MessageState.options.map((key) => ({ key, count: data.counts[key] }))}
          value={filter.state}
          nameOf={(state) => state}
          draw={(state) => <StateBadge state={state} />}
          onChange={(state) => set({ state }, 'push')}
        />
      ) : (
        query.isPending && <Skeleton blocks={1} height={36} />
      )}
      <WithdrawPage state={filter.state} shown={data} onRefused={() => void query.refetch()} />
      <DataTable label={TITLE} row={messageIdentity} columns={columns} {...list} texts={{ empty: 'No messages' }} />
    </>
  );
}

function Filters({ filter, set }: { filter: Filter; set: Set }) {
  const setQuery = useCallback((q: string) => set({ q }), [set]);
  return (
    <>
      <SearchBox label="Search recipient or subject" value={filter.q} onSearch={setQuery} />
      <FilterSelect
        label="Kind"
        value={filter.kind}
        options={NotificationType.options}
        onChange={(kind) => set({ kind: Kind.parse(kind) })}
      />
      <FilterSelect
        label="Purpose"
        value={filter.purpose}
        options={MessagePurpose.options.map((value) => ({ value, label: PURPOSES[value] }))}
        onChange={(purpose) => set({ purpose: Purpose.parse(purpose) })}
      />
      <FilterDate label="From" value={filter.from} onChange={(from) => set({ from })} />
      <FilterDate label="To" value={filter.to} onChange={(to) => set({ to })} />
    </>
  );
}
