import { CONTACT_SORTS, CrmState, customers, type CustomerContact } from '@desk/contract/customers';
import { useMemo, useState } from 'react';
import { choiceFilter, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { ServerTable } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { CONTACT_VIEWS, contactColumns, contactIdentity } from './columns.tsx';
import { ContactSyncPanel } from './contact-sync.panel.tsx';
import { UpdateCustomerDialog } from './update-customer.dialog.tsx';

const TITLE = 'Update Customer';
const FILTERS = {
  q: searchFilter('Search company or email', { longest: 253 }),
  name: searchFilter('Search name', { field: 'name', longest: 120 }),
  company: searchFilter('Search company', { field: 'company', longest: 200 }),
  crm: choiceFilter('CRM', { field: 'crm_state', values: CrmState.options }),
};

/** The people of the CRM, ten on a page. */
export function UpdateCustomerScreen() {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(customers.all, search, {
    rows: (reply) => reply.customer,
    sorts: CONTACT_SORTS,
    failed: { what: TITLE },
  });
  const [updating, setUpdating] = useState<CustomerContact>();
  const columns = useMemo(() => contactColumns(setUpdating), []);
  const views = useListViews(search, { table: 'contacts', columns, builtIn: CONTACT_VIEWS });
  return (
    <ScreenFrame title={TITLE}>
      <ContactSyncPanel />
      <ServerTable
        label={TITLE}
        list={list}
        row={contactIdentity}
        columns={columns}
        views={views}
        texts={{
          empty: 'No Customer Available',
          hint: 'People of the CRM stand here after a sync, and whom you add on Add Customer.',
        }}
      >
        {updating && <UpdateCustomerDialog contact={updating} onClose={() => setUpdating(undefined)} />}
      </ServerTable>
    </ScreenFrame>
  );
}
