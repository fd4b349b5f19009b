import * as z from 'zod/mini';
import { problemOfAnswer } from './problem.ts';
import { makeReading, type CallOptions } from './reading.ts';
import type { Sleep } from '../retrying.ts';
import type { Transport } from './transport.ts';

/** Text in practice, a number in Zoho's own description. */
const id = z.pipe(z.union([z.string(), z.int()]), z.transform(String));
const text = z._default(z.nullable(z.string()), null);
const amount = z.number();

const Contact = z.pipe(
  z.object({
    contact_id: id,
    contact_name: z.string(),
    company_name: text,
    email: text,
    phone: text,
    mobile: text,
    outstanding_receivable_amount: amount,
    currency_code: z.string(),
  }),
  z.transform((wire) => ({
    id: wire.contact_id,
    name: wire.contact_name,
    companyName: wire.company_name,
    email: wire.email,
    phone: wire.phone,
    mobile: wire.mobile,
    outstanding: wire.outstanding_receivable_amount,
    currency: wire.currency_code,
  })),
);
/** A customer in the books; amounts are in its currency. */
type BooksContact = z.output<typeof Contact>;

const Invoice = z.pipe(
  z.object({
    invoice_id: id,
    customer_id: id,
    invoice_number: z.string(),
    status: z.string(),
    date: z.iso.date(),
    due_date: z.iso.date(),
    currency_code: z.string(),
    exchange_rate: z._default(z.number(), 1),
    total: amount,
    balance: amount,
  }),
  z.transform((wire) => ({
    id: wire.invoice_id,
    customerId: wire.customer_id,
    number: wire.invoice_number,
    status: wire.status,
    date: wire.date,
    dueOn: wire.due_date,
    currency: wire.currency_code,
    exchangeRate: wire.exchange_rate,
    total: wire.total,
    balance: wire.balance,
  })),
);
/** An invoice; days are `YYYY-MM-DD`, `balance` is what is not yet paid, `exchangeRate` leads to rupees. */
type BooksInvoice = z.output<typeof Invoice>;

const Context = z.object({ has_more_page: z.boolean() });
/** Zoho's description has a list of one where the service gives the thing itself. */
const PageContext = z.union([
  Context,
  z.pipe(
    z.tuple([Context], z.unknown()),
    z.transform(([only]) => only),
  ),
]);
const ContactPage = z.object({ contacts: z.array(Contact), page_context: PageContext });
const InvoicePage = z.object({ invoices: z.array(Invoice), page_context: PageContext });

interface BooksPage<T> {
  readonly rows: readonly T[];
  /** Absent on the last page. */
  readonly nextPage?: number | undefined;
}

/** Zoho Books v3, read only. The service allows 100 calls a minute: it is for nightly runs, not for screens. */
export interface ZohoBooks {
  /** At most 200 customers. */
  listContacts(
    query?: { page?: number | undefined; crmContactId?: string | undefined },
    options?: CallOptions,
  ): Promise<BooksPage<BooksContact>>;
  /** At most 200 invoices, of all customers or one, all or those changed since. */
  listInvoices(
    query?: { page?: number | undefined; customerId?: string | undefined; modifiedSince?: Date | undefined },
    options?: CallOptions,
  ): Promise<BooksPage<BooksInvoice>>;
}

const PER_PAGE = '200';
/** Books writes offsets without a colon. */
const booksTime = (at: Date) => at.toISOString().replace(/\.\d{3}Z$/, '+0000');
const Coded = z.object({ code: z.number() });

/** Books may answer 200 and still refuse: only code 0 is a success. */
const checked =
  (transport: Transport): Transport =>
  async (call) => {
    const answer = await transport(call);
    const coded = Coded.safeParse(answer);
    if (coded.success && coded.data.code !== 0) throw problemOfAnswer(400, answer);
    return answer;
  };

const after = (page: number, context: z.output<typeof Context>) => (context.has_more_page ? page + 1 : undefined);

export function makeBooks(transport: Transport, organizationId: string, sleep: Sleep): ZohoBooks {
  const read = makeReading(checked(transport), sleep);
  const paged = (page: number) => ({ organization_id: organizationId, page: String(page), per_page: PER_PAGE });
  return {
    listContacts: async ({ page = 1, crmContactId } = {}, { signal } = {}) => {
      const query = { ...paged(page), contact_type: 'customer', zcrm_contact_id: crmContactId };
      const found = await read({ path: ['contacts'], query, signal }, ContactPage);
      return { rows: found?.contacts ?? [], nextPage: found ? after(page, found.page_context) : undefined };
    },
    listInvoices: async ({ page = 1, customerId, modifiedSince } = {}, { signal } = {}) => {
      const since = modifiedSince && booksTime(modifiedSince);
      const query = { ...paged(page), customer_id: customerId, last_modified_time: since };
      const found = await read({ path: ['invoices'], query, signal }, InvoicePage);
      return { rows: found?.invoices ?? [], nextPage: found ? after(page, found.page_context) : undefined };
    },
  };
}
