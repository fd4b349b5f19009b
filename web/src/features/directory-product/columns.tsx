import type { DirectoryRenewal, Organization } from '@desk/contract/directory-product';
import { Badge } from '../../kit/text/badge.tsx';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { money, number } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { crmColumn } from '../../parts/sync/crm-column.tsx';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { notificationColumn, workColumns } from '../../parts/renewal/renewal-columns.tsx';
import type { OpenRenewal } from '../../parts/renewal/renewal-dialogs.tsx';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { standingOn } from '../../parts/renewal/standing-words.ts';

export const organizationIdentity = {
  key: (row: Organization) => row.id,
  name: (row: Organization) => row.customer_name,
};
const renewal = columnsOf<DirectoryRenewal>(renewalIdentity);
const organization = columnsOf<Organization>(organizationIdentity);

type Licences = Pick<Organization, 'no_of_lic' | 'contract_licences'>;

/** The contract's licences, where the provider counts another number or none. */
const differenceOf = ({ no_of_lic, contract_licences }: Licences): string | undefined =>
  contract_licences === null || contract_licences === no_of_lic
    ? undefined
    : `contract says ${number(contract_licences)}`;

const licencesOf = (row: Licences): string =>
  [number(row.no_of_lic), differenceOf(row)].filter((one) => one !== undefined).join(', ');

function LicenceCount({ row }: { row: Licences }) {
  const difference = differenceOf(row);
  return (
    <>
      {difference !== undefined && <Badge word={difference} tone="attention" />} {number(row.no_of_lic)}
    </>
  );
}

/** The columns of a follow-up call first, then the rest in the order of the specification; the rows come by renewal date. */
export const renewalColumns = (open: OpenRenewal, today: string): readonly Column<DirectoryRenewal>[] => [
  {
    ...renewal.text('domain_name', 'Customer Domain', { group: 'Domain', width: 208 }),
    cell: (row) => <DomainLink name={row.domain_name} />,
  },
  renewal.text('company_name', 'Company Name', { group: 'Domain', width: 208 }),
  renewal.of('Licence', {
    id: 'no_of_lic',
    group: 'Contract',
    align: 'end',
    width: 184,
    text: licencesOf,
    cell: (row) => <LicenceCount row={row} />,
  }),
  renewal.date('renewal_date', 'Renewal Date', { group: 'Contract', beside: standingOn(today) }),
  renewal.text('customer_name', 'Organisation', { group: 'Contract', width: 208 }),
  renewal.text('plan_name', 'Plan', { group: 'Contract', width: 208 }),
  renewal.badge('customer_status', 'Status', { group: 'Contract' }),
  ...workColumns(open),
  notificationColumn(open),
];

/** Named choices of columns, beside all of them. */
export const COLUMN_PRESETS = {
  Work: ['no_of_lic', 'renewal_date', 'Add Comments', 'highlight_case', 'confirmation_status'],
  'Follow-up call': [
    'company_name',
    'no_of_lic',
    'renewal_date',
    'Add Comments',
    'Follow up History',
    'followup_comments',
    'highlight_case',
    'confirmation_status',
    'customer_email',
    'Send Notification',
  ],
  Pricing: ['plan_name', 'no_of_lic', 'renewal_date', 'agreement_status', 'priceType', 'upto20', 'above20', 'assign'],
};

/** Where the provider stands to an organisation, where that is worth a word. */
function listedOf({ organization_id, gone }: Organization): string {
  if (organization_id === null) return 'Not listed yet';
  return gone ? 'No longer listed' : 'Listed';
}

export const organizationColumns = (edit: (row: Organization) => void): readonly Column<Organization>[] => [
  organization.text('customer_name', 'Organisation', { width: 224 }),
  organization.action('Edit Contract', { press: edit, shortcut: 'e', width: 136 }),
  organization.of('Domain', {
    width: 264,
    text: domainOf,
    cell: (row) => <Domain row={row} />,
  }),
  organization.of('CRM', { ...crmColumn, width: 320 }),
  organization.of('At the provider', {
    width: 152,
    text: listedOf,
    cell: (row) => <Badge word={listedOf(row)} tone={row.gone ? 'attention' : 'quiet'} />,
  }),
  organization.of('Licence', {
    id: 'no_of_lic',
    align: 'end',
    width: 208,
    text: licencesOf,
    cell: (row) => <LicenceCount row={row} />,
  }),
  organization.text('plan_name', 'Plan', { width: 208 }),
  organization.date('end_date', 'End Date'),
  organization.of('Price', {
    align: 'end',
    width: 128,
    text: ({ price, currency }) => money(price, currency ?? undefined),
  }),
  organization.badge('customer_status', 'Status'),
  organization.text('customer_email', 'Customer Email', { width: 224 }),
];

const domainOf = ({ domain_name, suggested_domain }: Organization): string =>
  domain_name ?? (suggested_domain === null ? 'No contract' : `Suggested: ${suggested_domain}`);

function Domain({ row }: { row: Organization }) {
  if (row.domain_name !== null) return <DomainLink name={row.domain_name} />;
  return <CellLink text={domainOf(row)} onPress={undefined} />;
}
