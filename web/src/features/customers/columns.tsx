import type { CustomerContact } from '@desk/contract/customers';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { crmColumn } from '../../parts/sync/crm-column.tsx';

export const contactIdentity = {
  key: (contact: CustomerContact) => contact.contact_id,
  name: (contact: CustomerContact) => contact.contact_name,
};
const column = columnsOf<CustomerContact>(contactIdentity);

/** The action stands beside the name: the last column is far off. */
export const contactColumns = (update: (contact: CustomerContact) => void): readonly Column<CustomerContact>[] => [
  column.text('contact_id', 'Contact Id', { width: 104 }),
  column.text('contact_name', 'Contact Name', { width: 168 }),
  column.action('Update', { press: update, shortcut: 'u', width: 104 }),
  column.of('CRM', crmColumn),
  column.text('website', 'Website', { width: 184 }),
  column.text('first_name', 'First Name', { width: 128 }),
  column.text('last_name', 'Last Name', { width: 128 }),
  column.text('email', 'Email', { width: 216 }),
  column.text('company_name', 'Company Name', { width: 208 }),
  column.text('phone', 'Phone', { width: 152 }),
  column.text('mobile', 'Mobile', { width: 152 }),
  column.instant('timestamp', 'Time'),
];

/** Who it is and how they are reached; the other columns are one press away. */
export const CONTACT_VIEWS = { Work: ['contact_name', 'Update', 'CRM', 'email', 'company_name', 'phone'] };
