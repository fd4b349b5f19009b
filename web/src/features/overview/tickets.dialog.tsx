import { overview, type TicketRow } from '@desk/contract/overview';
import { useCall } from '../../api/hooks.ts';
import { columnsOf } from '../../kit/table/columns.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { counted, instant, shown } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { sortedByServer, useServerPage } from '../../kit/table/server-page.ts';
import { Toolbar } from '../../kit/layout/toolbar.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { DomainLink } from '../../parts/dossier/domain-link.tsx';
import { useDomainSearch } from '../../parts/team/domain-list.tsx';
import type { Tickets } from './model.ts';

const PAGE_SIZE = 15;
const LISTS = { support: overview.supportList, deployment: overview.deploymentList };

const identity = {
  key: (ticket: TicketRow) => ticket.ticket_id,
  name: (ticket: TicketRow) => `ticket ${ticket.ticketNumber}`,
};
const column = columnsOf<TicketRow>(identity);

/** None can be sorted: the newest ticket stands first. */
const COLUMNS = sortedByServer(
  [
    column.text('ticketNumber', 'Ticket Id', { width: 96 }),
    column.text('subject', 'Subject', { width: 304 }),
    column.of('Customer Domain', {
      width: 176,
      text: ({ customerDomain }) => shown(customerDomain),
      cell: ({ customerDomain }) =>
        customerDomain === null ? shown(customerDomain) : <DomainLink name={customerDomain} />,
    }),
    column.text('email', 'Email', { width: 192 }),
    column.badge('status', 'Status', { width: 120 }),
    column.of('Created At', { width: 160, text: ({ created_at }) => instant(created_at) }),
  ],
  [],
);

/** The tickets of a department that stand so, newest first. */
export function TicketsDialog({ department, status, onClose }: Tickets & { onClose: () => void }) {
  const asked = useDomainSearch();
  const query = useCall(LISTS[department], { status, ...asked.body }, { keep: true });
  const isFiltered = asked.filter.search !== undefined;
  const list = useServerPage({
    query,
    rows: query.data?.tickets,
    total: query.data?.total,
    size: PAGE_SIZE,
    search: { page: asked.page, sort: '' },
    set: ({ page = 1 }) => asked.onPage(page),
    onClear: isFiltered ? () => asked.onSearch('') : undefined,
  });
  const title = `Tickets are ${status}`;
  const total = query.data && counted(query.data.total, 'ticket');
  return (
    <ListDialog title={total === undefined ? title : `${title} (${total}, ${department})`} onClose={onClose} fill>
      <Stack>
        <Toolbar holding={isFiltered ? 1 : 0}>
          <SearchBox label="Filter by customer domain" value={asked.search} onSearch={asked.onSearch} />
        </Toolbar>
        <DataTable label={title} row={identity} columns={COLUMNS} {...list} texts={{ empty: 'No Data Present' }} />
      </Stack>
    </ListDialog>
  );
}
