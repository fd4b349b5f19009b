import { auditLog, type AuditEntry } from '@desk/contract/audit-log';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useCallPages } from '../../api/pages.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { DaysInOrder } from '../../kit/filter/days-in-order.tsx';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { dayFilter, filterOf, searchFilter, type ControlProps } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { searchText } from '../../kit/filter/screen-search.ts';
import { toGrid } from '../../kit/keyboard/use-restored-focus.ts';
import { Line } from '../../kit/layout/section.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { useServerList } from '../../kit/table/server-page.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { counted, date } from '../../kit/text/format.ts';
import { ListExport } from '../../parts/lists/list-export.tsx';
import { useListViews } from '../../parts/views/list-views.tsx';
import { auditColumns, entryIdentity, spoken } from './columns.tsx';
import { EntryDialog } from './entry.dialog.tsx';

const TITLE = 'Audit Log';
const PAGE_SIZE = 10;
const FILTERS = {
  person: searchFilter('Search person', { field: 'person', longest: 254, chip: 'Person' }),
  q: searchFilter('Search domain', { longest: 253, chip: 'Domain' }),
  thing: filterOf({ field: 'thing', reads: searchText, control: ThingFilter, chip: 'Thing', words: spoken }),
  from: dayFilter('From', { field: 'from', words: date, chip: 'From' }),
  to: dayFilter('To', { field: 'to', words: date, chip: 'To' }),
};

function ThingFilter({ value, onChange }: ControlProps) {
  const { data, error, refetch } = useCall(auditLog.things, {});
  if (error && !data)
    return <ErrorPanel text={error.message} what="Things to choose from" onRetry={() => void refetch()} />;
  const things = new Set([...(data?.things ?? []), ...(value === '' ? [] : [value])]);
  const options = [...things].map((thing) => ({ value: thing, label: spoken(thing) }));
  return <FilterSelect label="Thing" value={value} options={options} onChange={onChange} />;
}

/** Who did what when, newest first. */
export function AuditLogScreen() {
  const { list, search, older } = useEntries();
  const { from, to } = search.values;
  const [opened, setOpened] = useState<AuditEntry>();
  const columns = useMemo(() => auditColumns(setOpened), []);
  const views = useListViews(search, { table: 'audit-log', columns });
  return (
    <ScreenFrame title={TITLE}>
      <ServerTable
        label={TITLE}
        list={list}
        row={entryIdentity}
        columns={columns}
        views={views}
        texts={{ empty: 'No entries in the audit log', hint: 'Each change stands here, with who made it and when.' }}
        tools={<ListExport label="Export data" call={auditLog.export} body={search.asked} />}
      >
        <DaysInOrder first={from} last={to} />
      </ServerTable>
      <Older loaded={list.view.total} {...older} />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </ScreenFrame>
  );
}

/** The entries that were loaded, ten on a page; 'Older' loads the next ones and turns to them. */
function useEntries() {
  const search = useListSearch(FILTERS);
  const { asked, values, set } = search;
  const query = useCallPages(auditLog.entries, asked, ({ entries, more }) => {
    const last = entries.at(-1);
    return more && last !== undefined ? { ...asked, before: last.entry_id, before_at: last.at } : undefined;
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const last = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  // An address may name a page that is not loaded again yet.
  const shownPage = Math.min(values.page, last);
  // With entries on screen, `load` reports the failure itself.
  const list = useServerList<AuditEntry, typeof FILTERS>(search, {
    query: { ...query, isError: query.isError && data === undefined },
    rows: rows.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE),
    total: rows.length,
    size: PAGE_SIZE,
  });
  // The last 'Older' takes its button away, and the focus with it.
  const turning = useRef(false);
  useEffect(() => {
    if (turning.current && document.activeElement === document.body) toGrid();
    turning.current = false;
  }, [shownPage]);
  const load = async () => {
    const { error } = await fetchNextPage();
    if (error) toast('failed', error.message);
    else {
      turning.current = true;
      set({ page: last + 1 }, 'push');
    }
  };
  return { list, search, older: { hasMore: hasNextPage, isLoading: isFetchingNextPage, onLoad: () => void load() } };
}

interface OlderProps {
  loaded: number;
  hasMore: boolean;
  isLoading: boolean;
  onLoad: () => void;
}

function Older({ loaded, hasMore, isLoading, onLoad }: OlderProps) {
  if (loaded === 0) return null;
  return (
    <Line>
      {hasMore && (
        <BusyButton variant="default" busy={isLoading} onClick={onLoad}>
          Older
        </BusyButton>
      )}
      <span role="status">
        {hasMore
          ? `The newest ${counted(loaded, 'entry', 'entries')} are loaded; there are older ones.`
          : 'There are no older entries.'}
      </span>
    </Line>
  );
}
