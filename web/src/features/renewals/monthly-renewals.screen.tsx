import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { Suspense, useMemo, useReducer, useState } from 'react';
import * as z from 'zod/mini';
import { useRevisedCall } from '../../api/hooks.ts';
import { lazyPart, usePreloaded } from '../../api/load-code.ts';
import { ActionBars } from '../../kit/layout/action-bar.tsx';
import { businessMonth } from '../../kit/text/clock.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { counted, month as monthWords, number, stepMonth } from '../../kit/text/format.ts';
import { MonthPicker } from '../../kit/filter/month-picker.tsx';
import type { SheetForm } from '../../kit/export/save-sheet.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { useSelection } from '../../kit/table/selection.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { usePageSize } from '../../kit/table/page-size.ts';
import { Toolbar, ToolbarEnd } from '../../kit/layout/toolbar.tsx';
import { readSort, writeSort } from '../../kit/table/sorting.ts';
import { UnsavedBar } from '../../kit/edit/unsaved-bar.tsx';
import { usePaged } from '../../kit/table/use-paged.ts';
import { useExport } from '../../parts/files/export.ts';
import {
  isServerFilter,
  matchRenewal,
  matchTile,
  missingDomains,
  NO_FILTER,
  renewalSearch,
  searchMonth,
  serverFilter,
  type RenewalFilter,
} from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { useRenewalColumns } from './columns.tsx';
import { MonthActionsPanel } from './month-actions.panel.tsx';
import { RenewalsFilter } from './renewals.filter.tsx';
import { TilesFilter } from './tiles.filter.tsx';

const SelectedPanel = lazyPart(async () => (await import('./selected.panel.tsx')).SelectedPanel);
const PRELOADED = [SelectedPanel];

const TITLE = 'Monthly Renewal Data';
const EMPTY = 'No Domain Present or Could not fetch Domains';
const PAGE_SIZE = 10;
/** A view is one of any month. */
const SHARED = ['month'];
const NO_ROWS: readonly RenewalRow[] = [];
/** For how long a neighbouring month that was fetched ahead is shown without asking again. */
const AHEAD_MS = 60_000;

/** The renewals of one month, which the browser holds whole: it is filtered and sorted without waiting. */
export function MonthlyRenewalsScreen() {
  const [schema] = useState(() => z.object({ ...tableSearch, month: searchMonth(businessMonth()), ...renewalSearch }));
  const [search, set] = useScreenSearch(schema);
  const { month, sort, page } = search;
  const query = useMonth(month);
  const rows = query.data?.customer ?? NO_ROWS;
  const there = query.data !== undefined;

  // What was done with rows in a dialog or in the bar counts at once, in the tiles as in the pager and the exports.
  const [drawn, redraw] = useReducer((times: number) => times + 1, 0);
  const { columns, builtIn, actions, sheet, card, edits, dialog } = useRenewalColumns('on-update', {
    onClosed: redraw,
    rows: () => view.all,
  });
  const address = { schema, values: search, set };
  const size = usePageSize(address, { list: 'renewals', usual: PAGE_SIZE });
  const { shown, sortable, hasOwnColumns, tools, within } = useListViews(address, {
    ...{ table: 'renewals', columns, builtIn, size, shared: SHARED, hasCards: true },
  });
  const filter = useFilter(search);
  const passing = useMemo(() => rows.filter(matchRenewal(filter)), [rows, filter]);
  const match = useMemo(() => {
    const [byFilters, byTile] = [matchRenewal(filter), matchTile(filter.tile)];
    return (row: RenewalRow) => byTile(row) && byFilters(row);
  }, [filter]);
  const view = usePaged(rows, {
    ...{ row: renewalIdentity, columns: sortable, match, sort: readSort(sort), page, size: size.size, drawn },
  });
  const selection = useSelection(month);
  const selected = view.all.filter((row) => selection.has(row.renewal_id));
  // Once it was there it stays: a change of many goes on when none is ticked any more.
  const [hasBar, setHasBar] = useState(false);
  if (selected.length > 0 && !hasBar) setHasBar(true);
  usePreloaded(PRELOADED);

  const toMonth = (next: string) => set({ month: next }, 'push');
  useShortcut('[', 'Previous month', () => toMonth(stepMonth(month, -1)));
  useShortcut(']', 'Next month', () => toMonth(stepMonth(month, 1)));
  // What a control offers is what the address may say.
  const narrow = useStable((change: Partial<Record<keyof RenewalFilter, string>>) =>
    set(change as Partial<RenewalFilter>),
  );
  const holding = Object.values(filter).filter((value) => value.trim() !== '').length;
  const clear = holding > 0 ? () => set(NO_FILTER) : undefined;
  const count = (some: number) => (there ? ` (${number(some)})` : '');
  const download = useExport(renewals.exportMonthly);
  const exportChosen = (chosen: readonly RenewalRow[], form: SheetForm) =>
    download.start({ month, renewal_ids: chosen.map((row) => row.renewal_id) }, form, chosen.length);
  const exportFiltered = (form: SheetForm) => {
    if (isServerFilter(filter)) download.start({ month, ...serverFilter(filter) }, form, view.total);
    else exportChosen(view.all, form);
  };

  return (
    <ScreenFrame
      title={TITLE}
      beside={<MonthPicker value={month} onChange={toMonth} />}
      actions={
        <MonthActionsPanel
          month={month}
          busy={download.pending}
          entries={[
            {
              label: `Export all${count(rows.length)}`,
              onExport: (form) => download.start({ month }, form, rows.length),
            },
            { label: `Export filtered${count(view.total)}`, onExport: exportFiltered },
          ]}
        />
      }
    >
      <TilesFilter rows={passing} value={filter.tile} onChange={(tile) => narrow({ tile })} />
      {within(
        <Stack>
          <Toolbar holding={holding} isInline>
            <RenewalsFilter filter={filter} onFilter={narrow} onClear={clear} />
            <ToolbarEnd>{tools}</ToolbarEnd>
          </Toolbar>
          {there && <Missing domains={missingDomains(filter.q, rows)} month={month} />}
          <DataTable
            label={`${TITLE}, ${monthWords(month)}`}
            row={renewalIdentity}
            columns={shown}
            view={{
              ...view,
              sizes: size.sizes,
              onSort: (next) => set({ sort: writeSort(next) }),
              onPage: (next) => set({ page: next }, 'push'),
              ...(clear && { onClear: clear }),
            }}
            // A refresh in the background does not dim what is worked on.
            query={{ ...query, isFetching: query.isPending }}
            texts={{
              empty: EMPTY,
              rows: 'renewals',
              hint: 'Subscriptions whose term ends in this month stand here. Another month may have some.',
              loading: 'Loading Monthly Renewal Data',
            }}
            selection={selection}
            card={card}
            sheet={sheet}
            {...(hasOwnColumns && { actions, isTall: true })}
          />
        </Stack>,
      )}
      <ActionBars>
        {hasBar && (
          <Suspense fallback={null}>
            <SelectedPanel
              rows={selected}
              matching={view.total}
              selection={selection}
              onChanged={redraw}
              exporting={download.pending}
              onExport={(form) => exportChosen(selected, form)}
            />
          </Suspense>
        )}
        <UnsavedBar edits={edits} />
      </ActionBars>
      {dialog}
    </ScreenFrame>
  );
}

/** The filters of the address, the same object while they are the same: all rows are matched anew for another one. */
function useFilter(search: RenewalFilter): RenewalFilter {
  const text = JSON.stringify(Object.keys(NO_FILTER).map((name) => search[name as keyof RenewalFilter]));
  return useMemo(() => {
    const values = JSON.parse(text) as string[];
    return Object.fromEntries(Object.keys(NO_FILTER).map((name, at) => [name, values[at]])) as unknown as RenewalFilter;
  }, [text]);
}

/** A month, refreshed by the server's news; the months beside it are fetched ahead, so that a step shows at once. */
function useMonth(month: string) {
  const query = useRevisedCall(renewals.monthly, { month });
  const ahead = { enabled: query.isSuccess, fresh: AHEAD_MS };
  useRevisedCall(renewals.monthly, { month: stepMonth(month, 1) }, ahead);
  useRevisedCall(renewals.monthly, { month: stepMonth(month, -1) }, ahead);
  useFreshRenewals();
  return query;
}

function Missing({ domains, month }: { domains: readonly string[]; month: string }) {
  return (
    <p role="status" hidden={domains.length === 0}>
      {domains.length > 0 &&
        `${counted(domains.length, 'domain')} not found in ${monthWords(month)}: ${domains.join(', ')}`}
    </p>
  );
}
