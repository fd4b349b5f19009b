import { auditLog, type AuditEntry } from '@desk/contract/audit-log';
import type { InputOf } from '@desk/contract/call';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { useCallPages } from '../../api/pages.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { useExport } from '../../parts/files/export.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { FilterChips, FilterDate, FilterSelect, type ActiveFilter } from '../../kit/filter/filters.tsx';
import { counted, date } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { searchText, tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { Line } from '../../kit/layout/section.tsx';
import { toGrid } from '../../kit/keyboard/use-restored-focus.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { auditColumns, entryIdentity, spoken } from './columns.tsx';
import { EntryDialog } from './entry.dialog.tsx';

const TITLE = 'Audit Log';
const PAGE_SIZE = 10;
const NO_FILTER = { person: '', thing: '', from: '', to: '' };
const searchDay = z.catch(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), '');
const Search = z.object({
  person: searchText,
  thing: searchText,
  from: searchDay,
  to: searchDay,
  page: tableSearch.page,
});

type Filter = Omit<z.output<typeof Search>, 'page'>;
const nothing = () => undefined;

const asked = (filter: Filter): InputOf<typeof auditLog.export> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

const LABELS = { person: 'Person', thing: 'Thing', from: 'From', to: 'To' } as const;
const WORDS = { person: (text: string) => text, thing: spoken, from: date, to: date } as const;

const activeFilters = (filter: Filter, set: (change: Partial<Filter>) => void): readonly ActiveFilter[] =>
  (['person', 'thing', 'from', 'to'] as const)
    .filter((name) => filter[name] !== '')
    .map((name) => ({
      label: LABELS[name],
      value: WORDS[name](filter[name]),
      clear: () => set({ [name]: '' }),
    }));

/** Who did what when, newest first. */
export function AuditLogScreen() {
  const [{ page, ...filter }, set] = useScreenSearch(Search);
  const active = activeFilters(filter, set);
  const setPerson = useCallback((person: string) => set({ person }), [set]);
  return (
    <ScreenFrame
      title={TITLE}
      holding={active.length}
      toolbar={
        <>
          <SearchBox label="Search person" value={filter.person} onSearch={setPerson} />
          <ThingFilter value={filter.thing} onChange={(thing) => set({ thing })} />
          <FilterDate label="From" value={filter.from} onChange={(from) => set({ from })} />
          <FilterDate label="To" value={filter.to} onChange={(to) => set({ to })} />
          <ExportButton filter={filter} />
        </>
      }
    >
      <FilterChips active={active} onClear={() => set(NO_FILTER)} />
      {filter.from !== '' && filter.to !== '' && filter.from > filter.to && (
        <Alert>The first day lies after the last one.</Alert>
      )}
      <Entries
        filter={filter}
        page={page}
        onPage={(next, how = 'push') => set({ page: next }, how)}
        {...(active.length > 0 && { onClear: () => set(NO_FILTER) })}
      />
    </ScreenFrame>
  );
}

function ThingFilter({ value, onChange }: { value: string; onChange: (thing: string) => void }) {
  const { data, error, refetch } = useCall(auditLog.things, {});
  if (error) return <ErrorPanel text={error.message} what="Things to choose from" onRetry={() => void refetch()} />;
  const things = new Set([...(data?.things ?? []), ...(value === '' ? [] : [value])]);
  const options = [...things].map((thing) => ({ value: thing, label: spoken(thing) }));
  return <FilterSelect label="Thing" value={value} options={options} onChange={onChange} />;
}

function ExportButton({ filter }: { filter: Filter }) {
  const { start, pending } = useExport(auditLog.export);
  return <ExportButtons label="Export data" busy={pending} onExport={(form) => start(asked(filter), form)} />;
}

interface EntriesProps {
  filter: Filter;
  page: number;
  onPage: (page: number, how?: 'replace' | 'push') => void;
  onClear?: () => void;
}

/** The entries that were loaded, ten on a page; 'Older' loads the next ones and turns to them. */
function Entries({ filter, page, onPage, onClear }: EntriesProps) {
  const [opened, setOpened] = useState<AuditEntry>();
  const query = useCallPages(auditLog.entries, asked(filter), ({ entries, more }) => {
    const last = entries.at(-1);
    return more && last ? { ...asked(filter), before: last.entry_id } : undefined;
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const columns = useMemo(() => auditColumns(setOpened), []);
  const last = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const shownPage = Math.min(page, last);
  // An address may name a page that is not loaded again yet.
  const isBeyond = data !== undefined && !query.isPlaceholderData && page > last;
  const correct = useStable(() => onPage(last, 'replace'));
  useEffect(() => {
    if (isBeyond) correct();
  }, [isBeyond, correct]);
  // The last 'Older' takes its button away, and the focus with it.
  const turning = useRef(false);
  useEffect(() => {
    if (turning.current && document.activeElement === document.body) toGrid();
    turning.current = false;
  }, [shownPage]);

  const older = async () => {
    const { error } = await fetchNextPage();
    if (error) toast('failed', error.message);
    else {
      turning.current = true;
      onPage(last + 1);
    }
  };
  return (
    <>
      <DataTable
        label={TITLE}
        row={entryIdentity}
        columns={columns}
        view={{
          rows: rows.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE),
          total: rows.length,
          page: shownPage,
          size: PAGE_SIZE,
          sort: undefined,
          onSort: nothing,
          onPage: (next) => onPage(next),
          ...(onClear && { onClear }),
        }}
        query={{ ...query, isError: query.isError && data === undefined, isFetching: query.isPlaceholderData }}
        texts={{ empty: 'No entries in the audit log' }}
      />
      {rows.length > 0 && (
        <Line>
          {hasNextPage && (
            <BusyButton variant="default" busy={isFetchingNextPage} onClick={() => void older()}>
              Older
            </BusyButton>
          )}
          <span role="status">
            {hasNextPage
              ? `The newest ${counted(rows.length, 'entry', 'entries')} are loaded; there are older ones.`
              : 'There are no older entries.'}
          </span>
        </Line>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
