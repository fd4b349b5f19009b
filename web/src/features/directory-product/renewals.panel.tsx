import { directoryProduct } from '@desk/contract/directory-product';
import { useMemo, useState } from 'react';
import type { ListPlace } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { ListExport } from '../../parts/lists/list-export.tsx';
import { useRenewalDialogs } from '../../parts/renewal/renewal-dialogs.tsx';
import { renewalTextFilter } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { COLUMN_PRESETS, renewalColumns } from './columns.tsx';

/** A view is one of any month. */
const SHARED = ['month'];
const TEXTS = {
  empty: 'No Domain Present or Could not fetch Domains',
  loading: 'Loading Monthly Renewal Data',
};

interface Props {
  title: string;
  /** Search parameters of the screen beside the filters of this list. */
  places: Readonly<Record<'month' | 'tab', ListPlace>>;
}

/** The contracts that end in a month, and the work on them. */
export function RenewalsPanel({ title, places }: Props) {
  const [filters] = useState(() => ({ q: renewalTextFilter, ...places }));
  const search = useListSearch(filters);
  const { month } = search.values;
  const { list, query } = useListCall(directoryProduct.monthly, search, {
    rows: (reply) => reply.customer,
    body: { month },
  });
  useFreshRenewals();
  const [today] = useState(() => businessDay());
  const { open, dialog } = useRenewalDialogs({ rows: () => list.view.rows });
  const columns = useMemo(() => renewalColumns(open, today), [open, today]);
  const views = useListViews(search, {
    ...{
      table: 'directory-renewals',
      columns,
      builtIn: COLUMN_PRESETS,
      shared: SHARED,
      per: 'tab',
    },
  });
  return (
    <Stack>
      <ServerTable
        label={`${title}, ${monthWords(month)}`}
        list={list}
        row={renewalIdentity}
        columns={columns}
        views={views}
        texts={TEXTS}
        tools={
          query.data?.may_export === true && (
            <ListExport
              label="Export CSV"
              call={directoryProduct.exportMonthly}
              body={{ month, ...search.asked }}
              rows={list.total}
            />
          )
        }
      >
        {dialog}
      </ServerTable>
    </Stack>
  );
}
