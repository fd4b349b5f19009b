import type { RenewalRow } from '@desk/contract/renewals';
import { Badge } from '../../kit/text/badge.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import type { OpenRenewal } from './renewal-dialogs.tsx';
import {
  currencyOf,
  priceTypeOf,
  renewalIdentity,
  supportChargeInOrder,
  supportChargeOf,
  suspensionOf,
  taskOf,
} from './renewal.ts';

const column = columnsOf<RenewalRow>(renewalIdentity);

/** The columns of the work on a renewal, whatever is renewed: from the comments to the customer's e-mail. */
export const workColumns = (open: OpenRenewal): readonly Column<RenewalRow>[] => [
  column.action('Add Comments', { group: 'Follow up', press: open.comment, shortcut: 'c' }),
  column.action('Follow up History', { group: 'Follow up', press: open.history, shortcut: 'h' }),
  column.text('followup_comments', 'Follow Up Comments', { group: 'Follow up', width: 280 }),
  column.badge('highlight_case', 'Highlighted Case', { group: 'Follow up' }),
  column.badge('confirmation_status', 'Confirmation Status', { group: 'Follow up', width: 232 }),
  column.badge('agreement_status', 'Agreement Status', { group: 'Commercial', width: 144 }),
  column.of('Price Type', { id: 'priceType', group: 'Commercial', text: priceTypeOf, sort: (row) => row.priceType }),
  column.money('upto20', 'Upto 20', { group: 'Commercial', currency: currencyOf }),
  column.money('above20', 'Above 20', { group: 'Commercial', currency: currencyOf }),
  column.money('price_per_user', 'Price Per User', { group: 'Commercial', currency: currencyOf }),
  column.text('special_comments', 'Special Comment', { group: 'Commercial', width: 240 }),
  column.of('Task Status', {
    id: 'task_status',
    group: 'Outcome',
    text: taskOf,
    sort: (row) => row.task_status ?? row.reason,
  }),
  column.number('renewed_lic', 'Renewed Licence', { group: 'Outcome', width: 136 }),
  column.date('extension_date', 'Extension Date', { group: 'Outcome', width: 128 }),
  column.of('Support Charge', {
    id: 'assign',
    group: 'Outcome',
    align: 'end',
    text: supportChargeOf,
    sort: supportChargeInOrder,
  }),
  column.of('Suspension Reason', { id: 'suspension_reason', group: 'Outcome', width: 232, text: suspensionOf }),
  column.text('customer_email', 'Customer Email', { group: 'Ownership', width: 240 }),
];

/** The button, and beside it what became of the last notification. */
export function notificationColumn(open: OpenRenewal): Column<RenewalRow> {
  const button = column.action('Send Notification', {
    group: 'Ownership',
    press: open.notify,
    shortcut: 'n',
    width: 248,
  });
  return {
    ...button,
    text: (row) => row.notification ?? '',
    cell: (row) => (
      <>
        {button.cell?.(row)} {typeof row.notification === 'string' && <Badge word={row.notification} />}
      </>
    ),
  };
}
