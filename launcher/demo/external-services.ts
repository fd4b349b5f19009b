import { addDays } from '../../server/src/platform/time/days.ts';
import type { World } from '../../simulators/world/types.ts';
import { contactsOf, invoicesOf } from '../../simulators/zoho/books-rows.ts';
import { makeDesk } from '../../simulators/zoho/desk.ts';
import { atNight } from './office-hours.ts';
import type {
  BooksContactRow,
  ContactRow,
  CustomerRow,
  InvoiceRow,
  MemberTagsRow,
  SyncRunRow,
  TicketRow,
} from './rows.ts';

type Books = {
  customers: readonly CustomerRow[];
  contacts: readonly ContactRow[];
  contracts: { organizations: readonly object[] };
};

const money = (amount: number): string => amount.toFixed(2);
/** The first department of the help desk. */
const DEPLOYMENT = '1892000000000007';

function makeBooks(world: World, { customers, contacts }: Books) {
  const customerIds = new Map(customers.map(({ id, zohoCustomerId }) => [zohoCustomerId, id]));
  const people = new Map(contacts.map(({ email, zohoId }) => [email, zohoId ?? undefined]));
  const booksContacts = contactsOf(world, (email) => people.get(email)).map((row): BooksContactRow => ({
    zohoId: row.contact_id,
    name: row.contact_name,
    companyName: row.company_name,
    email: row.email || null,
    phone: row.phone || null,
    gstNumber: customers.find(({ zohoCustomerId }) => zohoCustomerId === row.contact_id)?.gstNumber ?? null,
    crmContactId: row.details.zcrm_contact_id || null,
    customerId: customerIds.get(row.contact_id) ?? null,
  }));
  const invoices = invoicesOf(world).map((row): InvoiceRow => ({
    zohoId: row.invoice_id,
    booksContactId: row.customer_id,
    customerId: customerIds.get(row.customer_id) ?? null,
    number: row.invoice_number,
    status: row.status,
    date: row.date,
    dueOn: row.due_date,
    currency: row.currency_code,
    exchangeRate: String(row.exchange_rate),
    total: money(row.total),
    balance: money(row.balance),
    planName: row.details.line_items[0]?.name ?? null,
    productType: row.details.custom_fields.find(({ api_name }) => api_name === 'cf_product_type')?.value ?? null,
    isRead: true,
    modifiedAt: new Date(row.last_modified_time),
  }));
  return { booksContacts, invoices };
}

const makeTickets = (world: World): TicketRow[] =>
  makeDesk(world)
    .tickets()
    .map((ticket) => ({
      zohoId: ticket.id,
      number: ticket.ticketNumber,
      department: ticket.departmentId === DEPLOYMENT ? 'deployment' : 'support',
      subject: ticket.subject,
      email: ticket.email,
      status: ticket.status,
      statusType: ticket.statusType,
      domainName: ticket.cf.cf_domain,
      openedAt: new Date(ticket.createdTime),
      closedAt: ticket.closedTime === null ? null : new Date(ticket.closedTime),
      closureDate: ticket.cf.cf_ticket_closure_date,
      modifiedAt: new Date(ticket.modifiedTime),
    }));

/** Minutes after the nightly sync of Google's subscriptions. */
const NIGHTS = { books: 60, desk: 90, directory_product: 120 } as const;

const runOf = (service: keyof typeof NIGHTS, id: number, today: string, read: number): SyncRunRow => {
  const startedAt = new Date(atNight(today).getTime() + NIGHTS[service] * 60_000);
  const finishedAt = new Date(startedAt.getTime() + 14_000);
  const counted = { pages: Math.ceil(read / 100), subscriptions: read, changed: 2, attempts: 1 };
  return { id, service, state: 'done', complete: true, startedAt, finishedAt, heartbeatAt: finishedAt, ...counted };
};

/** Tags and managers of the team; accounts are numbered as the logins are. */
const TAGS: readonly MemberTagsRow[] = [
  { accountId: 3, segments: ['SMB', 'Corporate'], zones: ['North'], managerId: 2 },
  { accountId: 4, segments: ['Micro', 'Startup', 'SMB'], zones: ['West'], managerId: 2 },
  { accountId: 5, segments: ['Enterprise', 'Education', 'Edutech'], zones: ['South'], managerId: 2 },
];

/** Rows that the books, the help desk and the directory product delivered in the last night, and the tags of the team. */
export function makeExternalServices(world: World, books: Books, runs: number, today: string) {
  const { booksContacts, invoices } = makeBooks(world, books);
  const tickets = makeTickets(world).filter(({ openedAt }) => openedAt < atNight(addDays(today, 1)));
  const syncs = [
    runOf('books', runs + 1, today, booksContacts.length + invoices.length),
    runOf('desk', runs + 2, today, tickets.length),
    runOf('directory_product', runs + 3, today, books.contracts.organizations.length),
  ];
  return { booksContacts, invoices, tickets, syncs, tags: TAGS };
}
