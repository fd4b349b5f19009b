import { directory } from '@desk/contract/directory';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { ListDialog } from '../../kit/list-dialog.tsx';
import { useServerPage } from '../../kit/server-page.ts';
import { CUSTOMER_COLUMNS, customerIdentity } from './columns.tsx';

const PAGE_SIZE = 10;

/** The domains of the customers of a reseller, which is known by its own domain. */
export function ResellerDomainDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const query = useCall(directory.resellerCustomers, { reseller_domain: domain, page }, { keep: true });
  const list = useServerPage({
    query,
    rows: query.data?.customers,
    total: query.data?.total,
    size: PAGE_SIZE,
    search: { page, sort: '' },
    set: (change) => setPage(change.page ?? 1),
  });
  const title = `Reseller Domain: ${domain}`;
  return (
    <ListDialog title={title} onClose={onClose} fill>
      <DataTable
        label={title}
        row={customerIdentity}
        columns={CUSTOMER_COLUMNS}
        {...list}
        texts={{ empty: 'No Domain Found', loading: 'Loading data...' }}
      />
    </ListDialog>
  );
}
