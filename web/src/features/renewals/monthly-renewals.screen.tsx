import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useRevisedCall } from '../../api/hooks.ts';
import { ActionBars } from '../../kit/layout/action-bar.tsx';
import { businessMonth } from '../../kit/text/clock.ts';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ExportButtons } from '../../kit/export/export-buttons.tsx';
import { FilterChips } from '../../kit/filter/filters.tsx';
import { counted, month as monthWords, number, stepMonth } from '../../kit/text/format.ts';
import { MonthPicker } from '../../kit/filter/month-picker.tsx';
import type { SheetForm } from '../../kit/export/save-sheet.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { useSelection } from '../../kit/table/selection.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { useShownColumns } from '../../kit/table/shown-columns.ts';
import { readSort, writeSort } from '../../kit/table/sorting.ts';
import { UnsavedBar } from '../../kit/edit/unsaved-bar.tsx';
import { usePaged } from '../../kit/table/use-paged.ts';
import { useExport } from '../../parts/files/export.ts';
import {
  activeFilters,
  matchRenewal,
  missingDomains,
  pastedDomains,
  renewalSearch,
  searchMonth,
  serverFilter,
  type RenewalFilter,
} from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { BulkAssignmentPanel } from './bulk-assignment.panel.tsx';
import { COLUMN_PRESETS, useRenewalColumns } from './columns.tsx';
import { RenewalsFilter } from './renewals.filter.tsx';
import { SelectedPanel } from './selected.panel.tsx';

const TITLE = 'Monthly Renewal Data';
const EMPTY = 'No Domain Present or Could not fetch Domains';
const PAGE_SIZE = 10;
const NO_ROWS: readonly RenewalRow[] = [];
const NO_FILTER: RenewalFilter = { q: '', assigned: '', size: '', segment: '' };
/** For how long a neighbouring month that was fetched ahead is shown without asking again. */
const AHEAD_MS = 60_000;

/** The renewals of one month, which the browser holds whole: it is filtered and sorted without waiting. */
export function MonthlyRenewalsScreen() {
  const [schema] = useState(() => z.object({ ...tableSearch, month: searchMonth(businessMonth()), ...renewalSearch }));
  const [search, set] = useScreenSearch(schema);
  const { month, q, assigned, size, segment, sort, page, cols } = search;
  const query = useMonth(month);
  const rows = query.data?.customer ?? NO_ROWS;
  const there = query.data !== undefined;

  const { columns, edits, dialog } = useRenewalColumns('on-update');
  const { shown, choose } = useShownColumns('renewals', columns, { cols, setCols: (next) => set({ cols: next }) });
  const match = useMemo(() => matchRenewal({ q, assigned, size, segment }), [q, assigned, size, segment]);
  const matching = useMemo(() => rows.filter(match), [rows, match]);
  const view = usePaged(rows, { row: renewalIdentity, columns, match, sort: readSort(sort), page, size: PAGE_SIZE });
  const selection = useSelection(month);
  const selected = view.all.filter((row) => selection.has(row.renewal_id));

  const toMonth = (next: string) => set({ month: next }, 'push');
  useShortcut('[', 'Previous month', () => toMonth(stepMonth(month, -1)));
  useShortcut(']', 'Next month', () => toMonth(stepMonth(month, 1)));
  const clear = () => set(NO_FILTER);
  const active = activeFilters({ q, assigned, size, segment }, set);
  const download = useExport(renewals.exportMonthly);
  const exportChosen = (chosen: readonly RenewalRow[], form: SheetForm) =>
    download.start({ month, renewal_ids: chosen.map((row) => row.renewal_id) }, form, chosen.length);
  const exportFiltered = (form: SheetForm) => {
    // No filter of the server describes a list of domains.
    if (pastedDomains(q)) exportChosen(matching, form);
    else download.start({ month, ...serverFilter(search) }, form, matching.length);
  };

  return (
    <ScreenFrame
      title={TITLE}
      holding={active.length}
      beside={<MonthPicker value={month} onChange={toMonth} />}
      toolbar={
        <>
          <RenewalsFilter filter={search} onFilter={set} />
          <ColumnJump columns={shown} />
          <ColumnChooser columns={columns} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
          <ExportButtons
            label={`Export all${there ? ` (${number(rows.length)})` : ''}`}
            busy={download.pending}
            onExport={(form) => download.start({ month }, form, rows.length)}
          />
          <ExportButtons
            label={`Export filtered${there ? ` (${number(matching.length)})` : ''}`}
            busy={download.pending}
            onExport={exportFiltered}
          />
          <BulkAssignmentPanel month={month} />
        </>
      }
    >
      <FilterChips active={active} onClear={clear} />
      {there && <Missing domains={missingDomains(q, rows)} month={month} />}
      <DataTable
        label={`${TITLE}, ${monthWords(month)}`}
        row={renewalIdentity}
        columns={shown}
        view={{
          ...view,
          onSort: (next) => set({ sort: writeSort(next) }),
          onPage: (next) => set({ page: next }, 'push'),
          ...(active.length > 0 && { onClear: clear }),
        }}
        // A refresh in the background does not dim what is worked on.
        query={{ ...query, isFetching: query.isPending }}
        texts={{ empty: EMPTY, loading: 'Loading Monthly Renewal Data' }}
        selection={selection}
      />
      <ActionBars>
        <SelectedPanel
          rows={selected}
          matching={view.total}
          selection={selection}
          exporting={download.pending}
          onExport={(form) => exportChosen(selected, form)}
        />
        <UnsavedBar edits={edits} />
      </ActionBars>
      {dialog}
    </ScreenFrame>
  );
}

/** A month, kept fresh by the server's news; the months beside it are fetched ahead, so that a step shows at once. */
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
