import { licences, ORDER_SORTS, OrderState, type SeatOrder } from '@desk/contract/licences';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { choiceFilter, placeOf, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { orderColumns, orderIdentity } from './columns.tsx';
import { isUnderWay } from './order.dialog.tsx';

const LABEL = 'Orders';
const POLL_MS = 5000;

/** Which tab of the screen stands in the address. */
export const searchTab = z.catch(z.enum(['domains', 'orders']), 'domains');
const FILTERS = {
  q: searchFilter('Search domain', { longest: 253 }),
  tab: placeOf(searchTab),
  state: choiceFilter('State', { field: 'state', values: OrderState.options }),
};

/** The orders of seats, newest first. */
export function OrdersList() {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(licences.orders, search, {
    rows: (reply) => reply.orders,
    sorts: ORDER_SORTS,
    failed: { what: LABEL },
    again: (last) => (last?.orders.some(isUnderWay) === true ? POLL_MS : false),
  });
  const columns = useOrderColumns();
  const views = useListViews(search, { table: 'orders', columns, per: 'tab' });
  return (
    <ServerTable
      label={LABEL}
      list={list}
      row={orderIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: 'No orders yet',
        hint: 'Seats that are ordered with Add License stand here, with what became of them.',
      }}
    />
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
  return useMemo(() => orderColumns(role === 'CUSTOMER' ? undefined : reread), [role, reread]);
}
