import type {
  ActivePlan,
  DomainInvoice,
  DomainPerson,
  DomainTicket,
  Outstanding,
  PastRenewal,
} from '@desk/contract/domain-page';
import { columnsOf } from '../../kit/table/columns.tsx';
import { instant, money, shown } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';
import { planWords } from '@desk/contract/words/plan-words';

/** A row of a section with its place in the answer: none of them has a key of its own. */
export type Placed<Row> = Row & { readonly at: number };

interface Section<Row> {
  readonly row: RowIdentity<Placed<Row>>;
  readonly columns: readonly Column<Placed<Row>>[];
}

const identified = <Row,>(name: (row: Row) => string): RowIdentity<Placed<Row>> => ({
  key: (row) => `${String(row.at)} ${name(row)}`,
  name,
});

/** An instant as people read it; sorted as it stands, which is by time. */
const atInstant = <Row extends object>(
  column: ReturnType<typeof columnsOf<Row>>,
  header: string,
  read: (row: Row) => string | null,
) => column.of(header, { width: 168, text: (row) => instant(read(row)), sort: read });

const SOURCES: Readonly<Record<string, string>> = { google: 'Google', file: 'Imported file' };
/** From where a subscription is known; that of another service is its name. */
const sourceOf = ({ source }: ActivePlan): string => SOURCES[source] ?? source;

function planSection(): Section<ActivePlan> {
  const row = identified<ActivePlan>((plan) => plan.skuName);
  const column = columnsOf(row);
  return {
    row,
    columns: [
      column.text('skuName', 'SKU Name', { width: 216 }),
      column.number('usedSeats', 'Used Seats', { width: 104 }),
      column.number('maxSeats', 'Max Seats', { width: 104 }),
      column.badge('plan', 'Plan', { width: 184, words: planWords }),
      column.of('Source', { id: 'source', width: 112, text: sourceOf, sort: sourceOf }),
      column.date('provider_renewal_date', 'Provider Renewal Date', { width: 176 }),
      column.badge('status', 'Status', { width: 128 }),
    ],
  };
}

function invoiceSection(): Section<DomainInvoice> {
  const row = identified<DomainInvoice>((invoice) => invoice.invoice_no);
  const column = columnsOf(row);
  const amount = (header: string, read: (invoice: DomainInvoice) => string) =>
    column.of(header, {
      align: 'end',
      width: 120,
      text: (invoice) => money(read(invoice), invoice.currency),
      sort: (invoice) => Number(read(invoice)),
    });
  return {
    row,
    columns: [
      column.of('Plan Name', {
        id: 'plan_name',
        width: 184,
        text: ({ plan_name }) => planWords(shown(plan_name)),
        sort: ({ plan_name }) => plan_name,
      }),
      column.text('invoice_no', 'Invoice No', { width: 112 }),
      column.date('invoice_date', 'Invoice Date'),
      column.badge('invoice_status', 'Invoice Status', { width: 120 }),
      column.text('product_type', 'Product Type', { width: 112 }),
      column.date('due_date', 'Due Date'),
      amount('Total', (invoice) => invoice.total),
      amount('Balance', (invoice) => invoice.balance),
    ],
  };
}

function outstandingSection(): Section<Outstanding> {
  const row = identified<Outstanding>((owed) => `${String(owed.invoice_count)} invoices`);
  const column = columnsOf(row);
  return {
    row,
    columns: [
      column.number('invoice_count', 'Invoice Count', { width: 136 }),
      column.money('bcy_balance', 'Outstanding Amount', { width: 176 }),
    ],
  };
}

function personSection(): Section<DomainPerson> {
  const row = identified<DomainPerson>((person) => person.name);
  const column = columnsOf(row);
  return {
    row,
    columns: [
      column.text('name', 'Name', { width: 184 }),
      column.text('role', 'Role', { width: 144 }),
      column.text('email', 'Email', { width: 240 }),
      column.text('phone', 'Phone', { width: 152 }),
      column.text('mobile', 'Mobile', { width: 152 }),
    ],
  };
}

function renewalSection(): Section<PastRenewal> {
  const row = identified<PastRenewal>((renewal) => renewal.skuName);
  const column = columnsOf(row);
  return {
    row,
    columns: [
      column.badge('plan', 'Plan', { width: 184, words: planWords }),
      column.text('skuName', 'SKU Name', { width: 216 }),
      column.date('provider_renewal_date', 'Provider Renewal Date', { width: 176 }),
      column.date('renewal_date', 'Renewal Date', { width: 128 }),
      column.number('seats', 'Licence'),
      column.badge('status', 'Confirmation Status', { width: 208 }),
    ],
  };
}

function ticketSection(): Section<DomainTicket> {
  const row = identified<DomainTicket>((ticket) => ticket.ticket_number);
  const column = columnsOf(row);
  return {
    row,
    columns: [
      column.text('ticket_number', 'Ticket Number', { width: 136 }),
      column.text('subject', 'Subject', { width: 256 }),
      column.badge('status', 'Status'),
      column.date('cf_ticket_closure_date', 'Ticket Closure Date', { width: 160 }),
      atInstant(column, 'Created At', (ticket) => ticket.created_at),
      atInstant(column, 'Closed Time', (ticket) => ticket.closedTime),
    ],
  };
}

export const PLANS = planSection();
export const INVOICES = invoiceSection();
export const OUTSTANDING = outstandingSection();
export const PEOPLE = personSection();
export const RENEWALS = renewalSection();
export const TICKETS = ticketSection();
