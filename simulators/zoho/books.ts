import type { World } from '../world/types.ts';
import { contactsOf, invoicesOf, type Contact, type Invoice } from './books-rows.ts';
import { ZohoRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

export const BOOKS_ORGANIZATION = '60001';
const MOST_PER_PAGE = 200;
const MINUTE_MS = 60_000;
const UNPAID = ['sent', 'overdue', 'unpaid', 'partially_paid', 'viewed'];

const listed = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'details'));
const whole = <Row extends { details: object }>({ details, ...row }: Row) => ({ ...row, ...details });

/** Ids as Zoho describes them, not as it sends them: numbers. */
const numbered = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key.endsWith('_id') ? Number(value) : value]));

function pageOf<Row>(rows: readonly Row[], query: URLSearchParams) {
  const number = Number(query.get('page') ?? 1);
  const perPage = Math.min(Number(query.get('per_page') ?? MOST_PER_PAGE), MOST_PER_PAGE);
  const shown = rows.slice((number - 1) * perPage, number * perPage);
  return { shown, context: { page: number, per_page: perPage, has_more_page: number * perPage < rows.length } };
}

/** Whether the caller has calls left in the running minute; one that is refused counts too. */
function makeMeter(callsPerMinute: number) {
  let calls: number[] = [];
  return () => {
    const now = Date.now();
    calls = [...calls.filter((at) => at > now - MINUTE_MS), now];
    return calls.length <= callsPerMinute;
  };
}

/** The organisation's books. `crmIdOf` gives the id by which the CRM knows a person. */
export function makeBooks(
  world: World,
  { crmIdOf, callsPerMinute }: { crmIdOf: (email: string) => string | undefined; callsPerMinute: number },
) {
  const invoices = invoicesOf(world);
  const people = contactsOf(world, crmIdOf);
  const mayCall = makeMeter(callsPerMinute);
  let isAsDescribed = false;

  const outstanding = (contact: Contact) =>
    invoices.filter(({ customer_id: id }) => id === contact.contact_id).reduce((sum, { balance }) => sum + balance, 0);
  const withBalance = (contact: Contact) => ({ ...contact, outstanding_receivable_amount: outstanding(contact) });

  const answered = (answer: object): ZohoAnswer => ({ status: 200, body: { code: 0, message: 'success', ...answer } });
  const styled = (row: object) => (isAsDescribed ? numbered(row) : row);

  function checkCall({ query }: ZohoRequest): void {
    if (!mayCall()) throw new ZohoRefusal(429, { code: 44, message: 'For security reasons you have been blocked.' });
    if (query.get('organization_id') !== BOOKS_ORGANIZATION)
      throw new ZohoRefusal(404, { code: 6041, message: 'This user is not associated with the CompanyID.' });
  }

  function page(name: 'contacts' | 'invoices', rows: readonly (Contact | Invoice)[], query: URLSearchParams) {
    const sorted =
      query.get('sort_column') === 'created_time'
        ? rows.toSorted((one, other) => Date.parse(one.created_time) - Date.parse(other.created_time))
        : rows;
    const { shown, context } = pageOf(sorted, query);
    const asList = isAsDescribed && name === 'invoices';
    return answered({
      [name]: shown.map((row) => styled(listed(row))),
      page_context: asList ? [context] : context,
    });
  }

  function one(name: 'contact' | 'invoice', row: Contact | Invoice | undefined): ZohoAnswer {
    if (!row) throw new ZohoRefusal(404, { code: 1002, message: `The ${name} does not exist.` });
    return answered({ [name]: styled(whole(row)) });
  }

  return {
    invoices: () => invoices,
    contacts: () => people.map(withBalance),
    /** Somebody works in the books. */
    changeContact: (id: string, change: Partial<Omit<Contact, 'contact_id'>>) =>
      void Object.assign(people.find(({ contact_id: own }) => own === id) ?? {}, change),
    changeInvoice: (id: string, change: Partial<Omit<Invoice, 'invoice_id'>>) =>
      void Object.assign(invoices.find(({ invoice_id: own }) => own === id) ?? {}, change),
    deleteInvoice(id: string): void {
      const at = invoices.findIndex(({ invoice_id: own }) => own === id);
      if (at >= 0) invoices.splice(at, 1);
    },
    /** From now on in the words of Zoho's own description, where they differ from what the service sends. */
    speakAsDescribed: () => void (isAsDescribed = true),
    calls: {
      'books.contacts': (request: ZohoRequest) => {
        checkCall(request);
        const person = request.query.get('zcrm_contact_id');
        const wanted = people.filter(({ details }) => person === null || details.zcrm_contact_id === person);
        return page('contacts', wanted.map(withBalance), request.query);
      },
      'books.contact': (request: ZohoRequest) => {
        checkCall(request);
        const found = people.find(({ contact_id: id }) => id === request.id);
        return one('contact', found && withBalance(found));
      },
      'books.invoices': (request: ZohoRequest) => {
        checkCall(request);
        const { query } = request;
        const customer = query.get('customer_id');
        const since = Date.parse(query.get('last_modified_time') ?? '1970-01-01');
        const isWanted = ({ customer_id: id, status, last_modified_time: modified }: Invoice) =>
          (customer === null || id === customer) &&
          Date.parse(modified) > since &&
          (query.get('filter_by') !== 'Status.Unpaid' || UNPAID.includes(status));
        return page('invoices', invoices.filter(isWanted), query);
      },
      'books.invoice': (request: ZohoRequest) => {
        checkCall(request);
        return one(
          'invoice',
          invoices.find(({ invoice_id: id }) => id === request.id),
        );
      },
    },
  };
}
