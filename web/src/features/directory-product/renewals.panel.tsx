import { directoryProduct } from '@desk/contract/directory-product';
import { useMemo, useState } from 'react';
import { searchFilter, type ListPlace } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useShownColumns } from '../../kit/table/shown-columns.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { ListExport } from '../../parts/lists/list-export.tsx';
import { useRenewalDialogs } from '../../parts/renewal/renewal-dialogs.tsx';
import { searchWords } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { COLUMN_PRESETS, renewalColumns } from './columns.tsx';

const Q = {
  ...searchFilter('Search domain or company', { field: 'domain', longest: 253, chip: 'Search' }),
  words: searchWords,
};
const TEXTS = {
  empty: 'No Domain Present or Could not fetch Domains',
  loading: 'Loading Monthly Renewal Data',
};

interface Props {
  title: string;
  /** What the address tells of the screen beside the filters of this list. */
  places: Readonly<Record<'month' | 'tab', ListPlace>>;
}

/** The contracts that end in a month, and the work on them. */
export function RenewalsPanel({ title, places }: Props) {
  const [filters] = useState(() => ({ q: Q, ...places }));
  const search = useListSearch(filters);
  const { month, cols } = search.values;
  const { list, query } = useListCall(directoryProduct.monthly, search, {
    rows: (reply) => reply.customer,
    body: { month },
  });
  useFreshRenewals();
  const [today] = useState(() => businessDay());
  const { open, dialog } = useRenewalDialogs();
  const columns = useMemo(() => renewalColumns(open, today), [open, today]);
  const { shown, choose } = useShownColumns('directory-renewals', columns, {
    cols,
    setCols: (next) => search.set({ cols: next }),
  });
  return (
    <Stack>
      <ServerTable
        label={`${title}, ${monthWords(month)}`}
        list={list}
        row={renewalIdentity}
        columns={shown}
        texts={TEXTS}
        tools={
          <>
            <ColumnJump columns={shown} />
            <ColumnChooser columns={columns} shown={shown} onChoose={choose} presets={COLUMN_PRESETS} />
            {query.data?.may_export === true && (
              <ListExport
                label="Export CSV"
                call={directoryProduct.exportMonthly}
                body={{ month, ...search.asked }}
                rows={list.total}
              />
            )}
          </>
        }
      >
        {dialog}
      </ServerTable>
    </Stack>
  );
}
