import { directory } from '@desk/contract/directory';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { CUSTOMER_COLUMNS, customerIdentity } from './columns.tsx';

const PAGE_SIZE = 10;

/** The domains of the customers of a reseller; of several that share a domain, of the one with this e-mail. */
export function ResellerDomainDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [page, setPage] = useState(1);
  const which = { reseller_domain: domain, reseller_email: email };
  const query = useCall(directory.resellerCustomers, { ...which, page }, { keep: true });
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
