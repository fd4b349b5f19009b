import type { RenewalReseller, ResellerRenewal } from '@desk/contract/resellers';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { planWords } from '@desk/contract/words/plan-words';

export const resellerIdentity = {
  key: ({ email }: RenewalReseller) => email,
  name: ({ company_name }: RenewalReseller) => company_name,
};
const reseller = columnsOf<RenewalReseller>(resellerIdentity);

/** In the order of the server, by company. */
export const resellerColumns = (open: (row: RenewalReseller) => void): readonly Column<RenewalReseller>[] => [
  reseller.text('company_name', 'Company Name', {
    width: 280,
    cell: (row) => <CellLink text={row.company_name} onPress={() => open(row)} />,
  }),
  reseller.text('email', 'Email', { width: 264 }),
  reseller.text('assigned_to', 'Assigned To', { width: 320 }),
  reseller.number('count', 'Count'),
];

export const renewalIdentity = {
  key: ({ renewal_id }: ResellerRenewal) => renewal_id,
  name: ({ customerDomain }: ResellerRenewal) => customerDomain,
};
const renewal = columnsOf<ResellerRenewal>(renewalIdentity);

interface Press {
  comment: (row: ResellerRenewal) => void;
  notify: (row: ResellerRenewal) => void;
}

/** Actions stand beside the domain; all columns fit a screen of 1366 pixels. */
export const renewalColumns = ({ comment, notify }: Press): readonly Column<ResellerRenewal>[] => [
  renewal.text('customerDomain', 'Customer Domain', {
    width: 136,
    cell: ({ customerDomain, renewal_id }) => <DomainLink name={customerDomain} renewal={renewal_id} />,
  }),
  renewal.action('Add Comments', { press: comment, shortcut: 'c', width: 130 }),
  renewal.action('Send Notification', { press: notify, shortcut: 'n', width: 144 }),
  renewal.date('renewal_date', 'Renewal Date', { width: 88 }),
  renewal.badge('plan', 'Plan', { width: 108, words: planWords }),
  renewal.badge('status', 'Status', { width: 96 }),
  renewal.number('maxSeats', 'Max Seats', { width: 54 }),
  renewal.number('usedSeats', 'Used Seats', { width: 54 }),
  renewal.text('skuName', 'SKU', { width: 112 }),
  renewal.date('provider_renewal_date', 'Provider Renewal Date', { width: 88 }),
  renewal.date('Google_renewal_date', 'Google Renewal Date', { width: 88 }),
  renewal.money('price', 'Price', { width: 112, currency: ({ currency }) => currency }),
];
