import { domains, type SubscriptionRow } from '@desk/contract/domains';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { columnsOf } from '../../kit/columns.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { number } from '../../kit/format.ts';
import { ListDialog } from '../../kit/list-dialog.tsx';
import { ErrorPanel } from '../../kit/panels.tsx';
import type { Sort } from '../../kit/table-types.ts';
import { usePaged } from '../../kit/use-paged.ts';

const NONE = domains.subscriptions.refusals[404];
const NO_ROWS: readonly SubscriptionRow[] = [];
const identity = {
  key: (row: SubscriptionRow) => row.subscription_id,
  name: (row: SubscriptionRow) => row.sku_name ?? row.subscription_id,
};
const column = columnsOf<SubscriptionRow>(identity);

/** A count of seats, blank for the plan to which it says nothing. */
const seats = (
  field: 'licensed_seats' | 'max_seats' | 'number_of_seats',
  header: string,
  { blankFor, width }: { blankFor: string; width: number },
) => {
  const count = (row: SubscriptionRow) => (row.plan_name === blankFor ? null : row[field]);
  return column.of(header, {
    align: 'end',
    width,
    text: (row) => (row.plan_name === blankFor ? '' : number(row[field])),
    sort: count,
  });
};

const COLUMNS = [
  column.text('sku_name', 'SKU Name', { width: 216 }),
  column.badge('plan_name', 'Plan Name', { width: 120 }),
  column.badge('status', 'Status', { width: 120 }),
  seats('licensed_seats', 'Licensed Number Of Seats', { blankFor: 'FREE', width: 196 }),
  seats('max_seats', 'Maximum Number Of Seats', { blankFor: 'FREE', width: 204 }),
  seats('number_of_seats', 'Number Of Seats', { blankFor: 'FLEXIBLE', width: 148 }),
];

interface Props {
  domainName: string;
  onClose: () => void;
}

/** What a domain has; where there is nothing, just a notice that says so. */
export function SubscriptionsDialog({ domainName, onClose }: Props) {
  const query = useCall(domains.subscriptions, { domain_name: domainName });
  const rows = query.data?.subscriptions ?? NO_ROWS;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const view = usePaged(rows, { row: identity, columns: COLUMNS, sort, page, size: 10 });
  const none = query.error?.status === 404 || query.data?.subscriptions.length === 0;
  // Which of the two dialogs it is, is known with the answer.
  if (query.isPending) return <p role="status">Loading...</p>;
  if (none) {
    return (
      <Confirm title={`View Subscription: ${domainName}`} yes="OK" onYes={onClose}>
        {NONE}
      </Confirm>
    );
  }
  return (
    <ListDialog title={`View Subscription: ${domainName}`} onClose={onClose}>
      {query.isError ? (
        <ErrorPanel
          text="Could not fetch the subscriptions of this domain."
          what={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <DataTable
          label={`Subscriptions of ${domainName}`}
          row={identity}
          columns={COLUMNS}
          view={{ ...view, onSort: setSort, onPage: setPage }}
          query={query}
          texts={{ empty: NONE }}
        />
      )}
    </ListDialog>
  );
}
