import type { DirectoryDomain, DirectoryReseller, ResellerCustomer } from '@desk/contract/directory';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { shown } from '../../kit/text/format.ts';
import { sortedByServer } from '../../kit/table/server-page.ts';
import type { Column } from '../../kit/table/types.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { ResellerLink } from '../../parts/domain-page/reseller-link.tsx';

export const domainIdentity = {
  key: (row: DirectoryDomain) => row.domain,
  name: (row: DirectoryDomain) => row.domain,
};
export const resellerIdentity = {
  key: (row: DirectoryReseller) => row.reseller_email,
  name: (row: DirectoryReseller) => row.domain_name,
};
export const customerIdentity = {
  key: (row: ResellerCustomer) => `${String(row.cust_id)} ${row.domain_name}`,
  name: (row: ResellerCustomer) => row.domain_name,
};
const domain = columnsOf<DirectoryDomain>(domainIdentity);
const reseller = columnsOf<DirectoryReseller>(resellerIdentity);
const customer = columnsOf<ResellerCustomer>(customerIdentity);

type OpenCustomers = (email: string) => void;

/** The e-mail of an active reseller opens the domains of its customers; any other is just read. */
const emailCell = (email: string, isActiveReseller: boolean, open: OpenCustomers) => (
  <CellLink text={email} onPress={isActiveReseller ? () => open(email) : undefined} />
);

export const domainColumns = (open: OpenCustomers): readonly Column<DirectoryDomain>[] =>
  sortedByServer(
    [
      domain.text('domain', 'Domain', { width: 264, cell: (row) => <DomainLink name={row.domain} /> }),
      domain.text('company', 'Company Name', { width: 264 }),
      domain.text('username', 'Customer Portal Username', {
        width: 280,
        cell: (row) => emailCell(shown(row.username), row.reseller_status === 'Y' && row.username !== null, open),
      }),
    ],
    [],
  );

export const resellerColumns = (open: OpenCustomers): readonly Column<DirectoryReseller>[] =>
  sortedByServer(
    [
      reseller.text('domain_name', 'Domain', {
        width: 264,
        cell: (row) => <ResellerLink text={row.domain_name} email={row.reseller_email} />,
      }),
      reseller.text('company_name', 'Company Name', { width: 264 }),
      reseller.text('reseller_email', 'Reseller Email', {
        width: 280,
        cell: (row) => emailCell(row.reseller_email, row.reseller_status === 'Y', open),
      }),
    ],
    [],
  );

export const CUSTOMER_COLUMNS: readonly Column<ResellerCustomer>[] = [
  customer.text('domain_name', 'Customer Domain', { width: 224, cell: (row) => <DomainLink name={row.domain_name} /> }),
  customer.text('billing_contact_name', 'Customer Name', { width: 176 }),
  customer.text('billing_company_name', 'Reseller Company Name', { width: 216 }),
  customer.text('billing_contact_number', 'Reseller Contact Number', { width: 184 }),
  customer.text('reseller_email', 'Reseller Email Id', { width: 240 }),
];
