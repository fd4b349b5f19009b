import type { LicenceRow, MappedDomain, SeatOrder } from '@desk/contract/licences';
import { columnsOf } from '../../kit/table/columns.tsx';
import { date, instant, money, number, payable, shown } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { seatsOf } from '../../parts/subscriptions/plan-seats.ts';
import { planWords } from '@desk/contract/words/plan-words';

export const mappedIdentity = {
  key: (row: MappedDomain) => row.domain_id,
  name: (row: MappedDomain) => row.domain_name,
};
const mapped = columnsOf<MappedDomain>(mappedIdentity);

/** The action stands beside the name: on a phone the last column is out of sight. */
export const mappedColumns = (view: (row: MappedDomain) => void): readonly Column<MappedDomain>[] => [
  mapped.text('domain_name', 'Domain Name', { width: 264 }),
  mapped.action('View Subscription', { group: 'Action', press: view, shortcut: 'v', width: 168 }),
  mapped.of('Subscription', { width: 320, text: (row) => shown(row.subscription.join(', ')) }),
  mapped.of('Renewal Date', {
    ...{ id: 'renewal_date', width: 128 },
    text: (row) => date(row.renewal_date),
    sort: (row) => row.renewal_date,
  }),
];

export const licenceIdentity = {
  key: (row: LicenceRow) => `${String(row.domain_id)} ${row.subscription_id ?? ''}`,
  name: (row: LicenceRow) => [row.customer_domain, row.sku_name ?? ''].join(' ').trim(),
};
const licence = columnsOf<LicenceRow>(licenceIdentity);
const seats = (field: 'number_of_seats' | 'licensed_seats', header: string) =>
  licence.of(header, { align: 'end', width: 136, text: (row) => seatsOf(row, field) });

/** The action stands beside the domain: it is what people come for, and the last column is far off. */
export const licenceColumns = (add: (row: LicenceRow) => void): readonly Column<LicenceRow>[] => [
  licence.text('customer_domain', 'Customer Domain', { width: 224 }),
  licence.action('Add License', { group: 'Action', press: add, shortcut: 'a', width: 120 }),
  licence.text('sku_name', 'SKU Name', { width: 224 }),
  licence.text('reseller_type', 'Reseller', { width: 88 }),
  seats('number_of_seats', 'Number Of Seats'),
  seats('licensed_seats', 'Licensed Seats'),
  licence.badge('plan_name', 'Plan Name', { width: 192, words: planWords }),
  licence.of('Price', { align: 'end', width: 128, text: (row) => money(row.price, row.currency ?? undefined) }),
  licence.badge('status', 'Status', { width: 128 }),
  licence.badge('domain_status', 'Domain Status', { width: 128 }),
  licence.date('provider_renewal_date', 'Renewal Date', { width: 128 }),
  licence.date('google_renewal_date', 'Google Renewal Date', { width: 168 }),
  licence.text('subscription_id', 'Subscription Id', { width: 168 }),
  licence.text('customer_id', 'Customer Id', { width: 136 }),
];

/** What one orders seats by; the other columns are one press away. */
export const LICENCE_VIEWS = {
  Work: ['Add License', 'sku_name', 'number_of_seats', 'licensed_seats', 'Price', 'status', 'provider_renewal_date'],
};

/** "20 → 25"; until Google was asked neither is known. */
export const seatChange = ({ seats_before, seats_after }: SeatOrder): string =>
  seats_before === null && seats_after === null ? shown(null) : `${number(seats_before)} → ${number(seats_after)}`;

export const orderIdentity = {
  key: (row: SeatOrder) => row.order_id,
  name: (row: SeatOrder) => `${row.domain_name}, ${instant(row.timestamp)}`,
};
const order = columnsOf<SeatOrder>(orderIdentity);
/** A try has failed, and the next one is waited for. */
const isHeldUp = ({ state, reason }: SeatOrder) => state === 'unknown' || (state === 'submitted' && reason !== null);

/** What became of it and why is seen without scrolling. `lookAgain` is given to those who may. */
export const orderColumns = (recheck?: (row: SeatOrder) => void): readonly Column<SeatOrder>[] => [
  order.text('domain_name', 'Domain Name', { width: 200 }),
  order.badge('state', 'State', { width: 112 }),
  order.instant('timestamp', 'Time'),
  order.of('Reason', { text: (row) => row.reason ?? '', width: 248 }),
  ...(recheck
    ? [
        order.action('Look again', {
          group: 'Action',
          press: recheck,
          offered: isHeldUp,
          shortcut: 'l',
          width: 112,
        }),
      ]
    : []),
  order.text('sku_name', 'SKU Name', { width: 184 }),
  order.badge('plan_name', 'Plan Name', { width: 184, words: planWords }),
  order.number('added_seats', 'Seats Added', { width: 104 }),
  order.of('Seats', { align: 'end', width: 128, text: seatChange }),
  order.of('Cost', { align: 'end', width: 152, text: (row) => payable(row.estimate, row.currency) }),
  order.text('created_by', 'Ordered By', { width: 200 }),
];
