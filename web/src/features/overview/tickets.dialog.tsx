import { overview, type TicketRow } from '@desk/contract/overview';
import { columnsOf } from '../../kit/table/columns.tsx';
import { counted, shown } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useDialogSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import type { Tickets } from './model.ts';

const PAGE_SIZE = 15;
const FILTERS = { q: searchFilter('Filter by customer domain', { longest: 253 }) };
const LISTS = { support: overview.supportList, deployment: overview.deploymentList };

const identity = {
  key: (ticket: TicketRow) => ticket.ticket_id,
  name: (ticket: TicketRow) => `ticket ${ticket.ticketNumber}`,
};
const column = columnsOf<TicketRow>(identity);

/** None can be sorted: the newest ticket stands first. */
const COLUMNS = [
  column.text('ticketNumber', 'Ticket Id', { width: 96 }),
  column.text('subject', 'Subject', { width: 304 }),
  column.text('customerDomain', 'Customer Domain', {
    width: 176,
    cell: ({ customerDomain }) =>
      customerDomain === null ? shown(customerDomain) : <DomainLink name={customerDomain} />,
  }),
  column.text('email', 'Email', { width: 192 }),
  column.badge('status', 'Status', { width: 120 }),
  column.instant('created_at', 'Created At', { width: 160 }),
];

/** The tickets of a department that stand so, newest first. */
export function TicketsDialog({ department, status, onClose }: Tickets & { onClose: () => void }) {
  const { list } = useListCall(LISTS[department], useDialogSearch(FILTERS), {
    rows: (reply) => reply.tickets,
    size: PAGE_SIZE,
    body: { status },
  });
  const title = `Tickets are ${status}`;
  const total = list.total === undefined ? undefined : counted(list.total, 'ticket');
  return (
    <ListDialog title={total === undefined ? title : `${title} (${total}, ${department})`} onClose={onClose} fill>
      <Stack>
        <ServerTable
          label={title}
          list={list}
          row={identity}
          columns={COLUMNS}
          views="none"
          texts={{ empty: 'No Data Present' }}
        />
      </Stack>
    </ListDialog>
  );
}
