import type { AximaDomain, AximaSubscription, ExistingAximaDomain } from '@desk/contract/axima';
import type { Role } from '@desk/contract/call';
import { columnsOf } from '../../kit/table/columns.tsx';
import { instant, shown } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { crmColumn } from '../../parts/sync/crm-column.tsx';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';

export const existingIdentity = {
  key: (row: ExistingAximaDomain) => `${String(row.domain_id)}-${String(row.axima_subscription_id)}`,
  name: (row: ExistingAximaDomain) => row.customer_domain_name,
};
export const domainIdentity = {
  key: (row: AximaDomain) => row.domain_id,
  name: (row: AximaDomain) => row.domain_name,
};
export const subscriptionIdentity = {
  key: (row: AximaSubscription) => row.axima_subscription_id,
  name: (row: AximaSubscription) => `${row.domain_name}, ${row.axima_product_name}`,
};
const existing = columnsOf<ExistingAximaDomain>(existingIdentity);
const domain = columnsOf<AximaDomain>(domainIdentity);
const one = columnsOf<AximaSubscription>(subscriptionIdentity);
/** A task is named with what it was answered, where the list has room for it. */
const WITH_REASON = { ...crmColumn, width: 320 };

export const existingColumns = (open: (row: ExistingAximaDomain) => void): readonly Column<ExistingAximaDomain>[] => [
  existing.of('Domain Name', {
    width: 216,
    text: (row) => row.customer_domain_name,
    sort: (row) => row.customer_domain_name,
    cell: (row) => <DomainLink name={row.customer_domain_name} onOpen={() => open(row)} />,
  }),
  existing.of('CRM', crmColumn),
  existing.text('customer_name', 'Company Name', { width: 184 }),
  existing.text('plan_name', 'Plan Name', { width: 152 }),
  existing.number('no_of_lics', 'Number of Licences', { width: 144 }),
  existing.date('service_start_date', 'Service Start Date', { width: 128 }),
  existing.date('service_end_date', 'Service End Date', { width: 128 }),
];

export const domainColumns = (open: (row: AximaDomain) => void): readonly Column<AximaDomain>[] => [
  domain.of('Domain Name', {
    width: 264,
    text: (row) => row.domain_name,
    sort: (row) => row.domain_name,
    cell: (row) => <DomainLink name={row.domain_name} onOpen={() => open(row)} />,
  }),
  domain.of('CRM', WITH_REASON),
  domain.text('companyName', 'Company Name', { width: 264 }),
  domain.of('Time', { width: 184, text: (row) => instant(row.timestamp), sort: (row) => row.timestamp }),
];

interface Press {
  edit: (row: AximaSubscription) => void;
  addLicence: (row: AximaSubscription) => void;
}
const isLive = ({ status }: AximaSubscription) => status !== 'Cancelled';

/** Actions and visible prices depend on the role. */
function actionsOf(role: Role | undefined, { edit, addLicence }: Press): readonly Column<AximaSubscription>[] {
  if (role === 'SALESC' || role === 'ADEPLOY')
    return [one.action('Edit Domain', { group: 'Action', press: edit, shortcut: 'e', width: 128 })];
  if (role !== 'AXSUP') return [];
  return [
    one.action('Add License', { group: 'Action', press: addLicence, offered: isLive, shortcut: 'a', width: 128 }),
  ];
}

export const subscriptionColumns = (role: Role | undefined, press: Press): readonly Column<AximaSubscription>[] => [
  one.text('axima_product_name', 'Product', { width: 184 }),
  ...actionsOf(role, press),
  one.badge('status', 'Status'),
  one.number('user_count', 'User Count'),
  one.text('billing_frequency', 'Billing Frequency'),
  one.date('start_date', 'Start Date'),
  one.date('renewal_date', 'Renewal Date'),
  one.text('name', 'Customer Name'),
  one.text('email', 'Customer Email', { width: 224 }),
  one.text('phoneNumber', 'Customer Phone Number', { width: 184 }),
  one.text('companyName', 'Company Name', { width: 224 }),
  one.text('tenant_name', 'Tenant Name'),
  one.text('ticket_number', 'Ticket Number'),
  one.text('order_id', 'Order Id'),
  ...(role === 'SALESC' || role === 'ADMIN'
    ? [
        one.money('selling_price', 'Selling Price'),
        one.money('buying_price', 'Buying Price'),
        one.of('Margin Percent', { align: 'end', text: (row) => shown(row.margin_percent), width: 128 }),
      ]
    : []),
  one.text('requested_by', 'Requested By'),
  one.text('field_distributor', 'Field Distributor'),
  one.text('comments', 'Comments', { width: 240 }),
];
