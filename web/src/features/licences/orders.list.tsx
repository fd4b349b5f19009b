import { licences, OrderState, type SeatOrder } from '@desk/contract/licences';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { orderColumns, orderIdentity } from './columns.tsx';
import { isUnderWay } from './order.dialog.tsx';

const LABEL = 'Orders';
const PAGE_SIZE = 10;
const LONGEST_NAME = 253;
const POLL_MS = 5000;
const StateOrAll = z.catch(z.union([OrderState, z.literal('')]), '');
const STATES = OrderState.options.map((value) => ({ value, label: value }));

/** Which tab of the screen stands in the address. */
export const searchTab = z.catch(z.enum(['domains', 'orders']), 'domains');
const Search = z.object({ ...tableSearch, tab: searchTab, state: StateOrAll });

/** What became of the orders of seats, the newest first. */
export function OrdersList() {
  const [search, set] = useScreenSearch(Search);
  const { q, state, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(
    licences.orders,
    { page, ...(wanted !== '' && { search: wanted }), ...(state !== '' && { state }) },
    { keep: true, again: (last) => (last?.orders.some(isUnderWay) === true ? POLL_MS : false) },
  );
  useFailedLoad(query, { what: LABEL });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const holding = [wanted, state].filter((filter) => filter !== '').length;
  const list = useServerPage({
    query,
    rows: query.data?.orders,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: holding === 0 ? undefined : () => set({ q: '', state: '' }),
  });
  const columns = useOrderColumns();
  return (
    <>
      <Toolbar holding={holding}>
        <SearchBox label="Search domain" value={q} onSearch={setQuery} />
        <FilterSelect
          label="State"
          value={state}
          options={STATES}
          onChange={(next) => set({ state: StateOrAll.parse(next) })}
        />
      </Toolbar>
      <DataTable label={LABEL} row={orderIdentity} columns={columns} {...list} texts={{ empty: 'No orders yet' }} />
    </>
  );
}

/** Only staff may have an order looked at again. */
function useOrderColumns() {
  const role = useSession()?.role;
  const recheck = useSend(licences.lookAgain, {
    recent: ({ order_id }) => ({ what: `Order ${String(order_id)}: Google asked again` }),
  });
  // Each press tells its own result: those of `mutate` are dropped once the next one goes out.
  const look = async ({ order_id }: SeatOrder) => {
    try {
      await recheck.mutateAsync({ order_id });
      toast('done', 'Google is asked again');
    } catch (error) {
      toast('failed', (error as Error).message);
    }
  };
  const reread = useStable((order: SeatOrder) => void look(order));
  return useMemo(() => sortedByServer(orderColumns(role === 'CUSTOMER' ? undefined : reread), []), [role, reread]);
}
