import { directory } from '@desk/contract/directory';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useDialogSearch } from '../../kit/filter/list-search.ts';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { CUSTOMER_COLUMNS, customerIdentity } from './columns.tsx';

const NO_FILTERS = {};

/** The domains of the customers of a reseller; of several that share a domain, of the one with this e-mail. */
export function ResellerDomainDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const { list } = useListCall(directory.resellerCustomers, useDialogSearch(NO_FILTERS), {
    rows: (reply) => reply.customers,
    body: { reseller_domain: domain, reseller_email: email },
  });
  const title = `Reseller Domain: ${domain}`;
  return (
    <ListDialog title={title} onClose={onClose} fill>
      <ServerTable
        label={title}
        list={list}
        row={customerIdentity}
        columns={CUSTOMER_COLUMNS}
        views="none"
        texts={{ empty: 'No Domain Found', unmatched: 'No Domain Found', loading: 'Loading data...' }}
      />
    </ListDialog>
  );
}
