import { domains, type SubscriptionRow } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import classes from '../../kit/cell/cells.module.css';
import { columnsOf } from '../../kit/table/columns.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { shown } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import type { Column, Sort } from '../../kit/table/types.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { seatsOf } from './plan-seats.ts';
import { planWords } from '@desk/contract/words/plan-words';

const identity = {
  key: (row: SubscriptionRow) => row.subscription_id,
  name: (row: SubscriptionRow) => row.sku_name ?? row.subscription_id,
};
const column = columnsOf<SubscriptionRow>(identity);

const seats = (field: 'licensed_seats' | 'max_seats' | 'number_of_seats', header: string, width: number) =>
  column.of(header, {
    align: 'end',
    width,
    text: (row) => seatsOf(row, field),
    sort: (row) => (seatsOf(row, field) === '' ? null : row[field]),
  });

interface Props {
  domainName: string;
  /** The message for a domain that has none. */
  none?: string;
  /** Given where seats can be added: then each row has a button for it. */
  onAdd?: (subscription: SubscriptionRow) => void;
  onClose: () => void;
}

/** Bought and used seats, for a phone, where their columns are out of sight. */
const seatWords = (row: SubscriptionRow): string =>
  (['number_of_seats', 'licensed_seats'] as const)
    .filter((field) => row[field] !== null && seatsOf(row, field) !== '')
    .map((field) => `${seatsOf(row, field)} ${field === 'licensed_seats' ? 'licensed' : 'seats'}`)
    .join(', ');

/** The action stands beside the name: on a phone the last column is out of sight. */
const columnsWith = (onAdd: Props['onAdd'], narrow: boolean): readonly Column<SubscriptionRow>[] => [
  {
    ...column.text('sku_name', 'SKU Name', { width: 216 }),
    ...(narrow && {
      cell: (row: SubscriptionRow) => (
        <span className={classes.lines}>
          <span>{shown(row.sku_name)}</span>
          <span className={classes.hint}>{seatWords(row)}</span>
        </span>
      ),
    }),
  },
  ...(onAdd ? [column.action('Add License', { group: 'Action', press: onAdd, shortcut: 'a', width: 120 })] : []),
  column.badge('plan_name', 'Plan Name', { width: 164, words: planWords }),
  column.badge('status', 'Status', { width: 112 }),
  seats('licensed_seats', 'Licensed Number Of Seats', 128),
  seats('max_seats', 'Maximum Number Of Seats', 128),
  seats('number_of_seats', 'Number Of Seats', 104),
];

/** The subscriptions of a domain, or a notice that there are none. */
export function SubscriptionsDialog({ domainName, none = domains.subscriptions.refusals[404], onAdd, onClose }: Props) {
  const query = useCall(domains.subscriptions, { domain_name: domainName });
  const isEmpty = query.error?.status === 404 || query.data?.subscriptions.length === 0;
  const title = `View Subscription: ${domainName}`;
  if (isEmpty)
    return (
      <Confirm title={title} yes="OK" onYes={onClose}>
        {none}
      </Confirm>
    );
  return (
    <ListDialog title={title} onClose={onClose}>
      {query.isPending && <Skeleton blocks={3} height={44} />}
      {query.isError && !query.data && (
        <ErrorPanel
          text="Could not fetch the subscriptions of this domain."
          what={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Held {...{ domainName, none, query }} rows={query.data.subscriptions} onAdd={onAdd} />}
    </ListDialog>
  );
}

interface HeldProps extends Pick<Props, 'domainName' | 'onAdd'> {
  none: string;
  rows: readonly SubscriptionRow[];
  query: Parameters<typeof DataTable<SubscriptionRow>>[0]['query'];
}

function Held({ domainName, none, rows, query, onAdd }: HeldProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const narrow = useNarrow();
  const columns = useMemo(() => columnsWith(onAdd, narrow), [onAdd, narrow]);
  const view = usePaged(rows, { row: identity, columns, sort, page, size: 10 });
  return (
    <DataTable
      label={`Subscriptions of ${domainName}`}
      row={identity}
      columns={columns}
      view={{ ...view, onSort: setSort, onPage: setPage }}
      query={query}
      texts={{ empty: none }}
    />
  );
}
