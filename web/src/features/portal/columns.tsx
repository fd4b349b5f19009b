import type { PortalRow } from '@desk/contract/portal';
import { columnsOf } from '../../kit/table/columns.tsx';
import { money, number } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { planWords } from '@desk/contract/words/plan-words';

export const portalIdentity = {
  key: (row: PortalRow) => row.subscription_id,
  name: (row: PortalRow) => `${row.customer_domain} ${row.sku_name}`,
};
const column = columnsOf<PortalRow>(portalIdentity);

/** A count of seats, blank for the plan to which it says nothing. */
const seats = (field: 'licensed_seats' | 'number_of_seats', header: string, blankFor: string, width: number) =>
  column.of(header, {
    align: 'end',
    width,
    text: (row) => (row.plan_name === blankFor ? '' : number(row[field])),
  });

export const PORTAL_COLUMNS: readonly Column<PortalRow>[] = [
  column.text('customer_domain', 'Customer Domain', { width: 176 }),
  column.text('sku_name', 'SKU Name', { width: 160 }),
  seats('licensed_seats', 'Licensed Seats', 'FREE', 88),
  seats('number_of_seats', 'Number Of Seats', 'FLEXIBLE', 96),
  column.badge('plan_name', 'Plan Name', { width: 152, words: planWords }),
  column.of('Price', { align: 'end', width: 112, text: (row) => money(row.price, row.currency) }),
  column.badge('status', 'Status', { width: 96 }),
  column.date('provider_renewal_date', 'Renewal Date', { width: 104 }),
  column.date('google_renewal_date', 'Google Renewal Date', { width: 120 }),
];
