import { addDays } from '../world/calendar.ts';
import type { World } from '../world/types.ts';
import { ZohoRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

export const BOOKS_ORGANIZATION = '60001';
const MOST_PER_PAGE = 200;

/** The id of the world's `n`-th customer. */
export const booksContactId = (n: number) => `46000000${100_000 + n}`;

/** Three invoices a quarter apart for each customer; every third customer owes the newest. */
function invoicesOf({ customers, today }: World) {
  return customers.flatMap(({ companyName, subscriptions }, customer) =>
    [0, 1, 2].map((quarter) => {
      const date = addDays(today, -20 - quarter * 91 - (customer % 30));
      const dueOn = addDays(date, 15);
      const seats = subscriptions[0]?.seats.numberOfSeats ?? 1;
      const total = Math.round((seats * (subscriptions[0]?.pricePerSeatPerYear ?? 0)) / 4);
      const isOwed = quarter === 0 && customer % 3 === 0;
      const number = customer * 3 + quarter;
      return {
        invoice_id: `98200000${100_000 + number}`,
        customer_id: booksContactId(customer),
        customer_name: companyName,
        invoice_number: `INV-${String(number + 1).padStart(5, '0')}`,
        // All owed ones are at least 20 days old, with 15 days to pay.
        status: isOwed ? 'overdue' : 'paid',
        date,
        due_date: dueOn,
        currency_code: 'INR',
        exchange_rate: 1,
        total,
        balance: isOwed ? total : 0,
        last_modified_time: `${date}T12:00:00+0530`,
      };
    }),
  );
}

/** The organisation's books. `crmIdOf` gives the id by which the CRM knows a person. */
export function makeBooks(world: World, crmIdOf: (email: string) => string | undefined) {
  const invoices = invoicesOf(world);
  const owed = new Map<string, number>();
  for (const { customer_id: id, balance } of invoices) owed.set(id, (owed.get(id) ?? 0) + balance);
  const contacts = world.customers.map(({ companyName, contacts: [person] }, n) => ({
    contact_id: booksContactId(n),
    contact_name: companyName,
    company_name: companyName,
    contact_type: 'customer',
    status: 'active',
    currency_code: 'INR',
    outstanding_receivable_amount: owed.get(booksContactId(n)) ?? 0,
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    mobile: '',
    zcrm_contact_id: person ? crmIdOf(person.email) : undefined,
  }));

  function page(name: string, rows: readonly object[], query: URLSearchParams): ZohoAnswer {
    if (query.get('organization_id') !== BOOKS_ORGANIZATION)
      throw new ZohoRefusal(404, { code: 6041, message: 'This user is not associated with the CompanyID.' });
    const number = Number(query.get('page') ?? 1);
    const perPage = Math.min(Number(query.get('per_page') ?? MOST_PER_PAGE), MOST_PER_PAGE);
    const shown = rows.slice((number - 1) * perPage, number * perPage);
    const context = { page: number, per_page: perPage, has_more_page: number * perPage < rows.length };
    return { status: 200, body: { code: 0, message: 'success', [name]: shown, page_context: context } };
  }

  return {
    invoices: () => invoices,
    contacts: () => contacts,
    calls: {
      'books.contacts': ({ query }: ZohoRequest) => {
        const person = query.get('zcrm_contact_id');
        const wanted = contacts.filter((contact) => person === null || contact.zcrm_contact_id === person);
        return page('contacts', wanted, query);
      },
      'books.invoices': ({ query }: ZohoRequest) => {
        const customer = query.get('customer_id');
        const since = Date.parse(query.get('last_modified_time') ?? '1970-01-01');
        const wanted = invoices.filter(
          (invoice) =>
            (customer === null || invoice.customer_id === customer) && Date.parse(invoice.last_modified_time) > since,
        );
        return page('invoices', wanted, query);
      },
    },
  };
}
