import * as z from 'zod/mini';
import { BooksContact, BooksInvoice, ContactPage, InvoicePage, WholeInvoice } from './books-records.ts';
import { rateLimited } from './pace.ts';
import { problemOfAnswer, unreadableAnswer, ZohoProblem } from './problem.ts';
import { makeReading } from './reading.ts';
import { readRows, type Rows } from './rows.ts';
import type { CallOptions } from '../http/json-client.ts';
import type { Sleep } from '../http/retry.ts';
import type { Transport } from './transport.ts';

interface BooksPage<T> extends Rows<T> {
  /** Absent on the last page. */
  readonly nextPage?: number | undefined;
}

interface InvoiceQuery {
  readonly page?: number | undefined;
  readonly customerId?: string | undefined;
  readonly modifiedSince?: Date | undefined;
  /** Those alone on which something is owed. */
  readonly unpaid?: boolean | undefined;
}

/**
 * Zoho Books v3, read only. The service allows 100 calls a minute: they wait for their turn here. It is for nightly runs, not
 * for screens.
 */
export interface ZohoBooks {
  /** At most 200 customers, the oldest first. */
  listContacts(
    query?: { page?: number | undefined; crmContactId?: string | undefined },
    options?: CallOptions,
  ): Promise<BooksPage<BooksContact>>;
  /** The customer itself; undefined where there is none. */
  getContact(id: string, options?: CallOptions): Promise<BooksContact | undefined>;
  /** At most 200 invoices, the oldest first. */
  listInvoices(query?: InvoiceQuery, options?: CallOptions): Promise<BooksPage<BooksInvoice>>;
  /** The invoice itself; undefined where there is none: it was deleted. */
  getInvoice(id: string, options?: CallOptions): Promise<WholeInvoice | undefined>;
}

const PER_PAGE = '200';
/** Some of the 100 are left for others who use the organisation's books. */
const MOST_PER_MINUTE = 90;
const NO_SUCH_RECORD = '1002';

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

const after = (page: number, more: boolean | undefined) => (more ? page + 1 : undefined);

/** The record itself, or undefined where Books says that there is none. */
async function orNone<T>(asked: Promise<T | null>): Promise<T | undefined> {
  try {
    const found = await asked;
    if (found === null) throw unreadableAnswer(204, true);
    return found;
  } catch (error) {
    if (error instanceof ZohoProblem && error.reason === NO_SUCH_RECORD) return undefined;
    throw error;
  }
}

export function makeBooks(
  transport: Transport,
  { organizationId, sleep, now }: { organizationId: string; sleep: Sleep; now: () => number },
): ZohoBooks {
  const read = makeReading(checked(rateLimited(transport, { most: MOST_PER_MINUTE, sleep, now })), sleep);
  const organization = { organization_id: organizationId };
  /** New ones come last: a page that is read later misses none because of them. */
  const paged = (page: number) => ({
    ...organization,
    page: String(page),
    per_page: PER_PAGE,
    sort_column: 'created_time',
    sort_order: 'A',
  });
  return {
    listContacts: async ({ page = 1, crmContactId } = {}, { signal } = {}) => {
      const query = { ...paged(page), contact_type: 'customer', zcrm_contact_id: crmContactId };
      const found = await read({ path: ['contacts'], query, signal }, ContactPage);
      const nextPage = after(page, found?.page_context.has_more_page);
      return { ...readRows(BooksContact, found?.contacts ?? [], 'contact_id'), nextPage };
    },
    getContact: async (id, { signal } = {}) => {
      const path = ['contacts', id];
      const found = await orNone(read({ path, query: organization, signal }, z.object({ contact: BooksContact })));
      return found?.contact;
    },
    listInvoices: async ({ page = 1, customerId, modifiedSince, unpaid } = {}, { signal } = {}) => {
      const query = {
        ...paged(page),
        customer_id: customerId,
        last_modified_time: modifiedSince && booksTime(modifiedSince),
        filter_by: unpaid ? 'Status.Unpaid' : undefined,
      };
      const found = await read({ path: ['invoices'], query, signal }, InvoicePage);
      const nextPage = after(page, found?.page_context.has_more_page);
      return { ...readRows(BooksInvoice, found?.invoices ?? [], 'invoice_id'), nextPage };
    },
    getInvoice: async (id, { signal } = {}) => {
      const path = ['invoices', id];
      const found = await orNone(read({ path, query: organization, signal }, z.object({ invoice: WholeInvoice })));
      return found?.invoice;
    },
  };
}
