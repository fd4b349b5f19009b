import type { PortalRow } from '@desk/contract/portal';
import { columnsOf } from '../../kit/columns.tsx';
import { money, number } from '../../kit/format.ts';
import type { Column } from '../../kit/table-types.ts';
import { planWords } from '@desk/contract/plan-words';

export const portalIdentity = {
  key: (row: PortalRow) => row.subscription_id,
  name: (row: PortalRow) => `${row.customer_domain} ${row.sku_name}`,
};
const column = columnsOf<PortalRow>(portalIdentity);

/** A count of seats, blank for the plan to which it says nothing. */
const seats = (field: 'licensed_seats' | 'number_of_seats', header: string, blankFor: string) =>
  column.of(header, {
    align: 'end',
    width: 136,
    text: (row) => (row.plan_name === blankFor ? '' : number(row[field])),
  });

export const PORTAL_COLUMNS: readonly Column<PortalRow>[] = [
  column.text('customer_domain', 'Customer Domain', { width: 224 }),
  column.text('sku_name', 'SKU Name', { width: 224 }),
  seats('licensed_seats', 'Licensed Seats', 'FREE'),
  seats('number_of_seats', 'Number Of Seats', 'FLEXIBLE'),
  column.badge('plan_name', 'Plan Name', { width: 192, words: planWords }),
  column.of('Price', { align: 'end', width: 128, text: (row) => money(row.price, row.currency) }),
  column.badge('status', 'Status', { width: 128 }),
  column.date('provider_renewal_date', 'Renewal Date', { width: 128 }),
  column.date('google_renewal_date', 'Google Renewal Date', { width: 168 }),
];
