import { describe, expect, test } from 'vitest';
import { patienceWith, zohoClient } from './testing/zoho-client.ts';
import type { ZohoOptions } from './client.ts';

const { world, zoho, makeClient } = await zohoClient({ customers: 210 });

function books(changed: Partial<ZohoOptions> = {}) {
  const { books: found } = makeClient(changed);
  if (!found) throw new Error('an organisation is named');
  return found;
}

async function all<T>(list: (page: number) => Promise<{ rows: readonly T[]; nextPage?: number | undefined }>) {
  const rows: T[] = [];
  for (let page: number | undefined = 1; page !== undefined;) {
    const found: { rows: readonly T[]; nextPage?: number | undefined } = await list(page);
    rows.push(...found.rows);
    page = found.nextPage;
  }
  return rows;
}

describe('the books', () => {
  test('hold every customer once, with what it owes', async () => {
    const customers = await all((page) => books().listContacts({ page }));
    expect(customers.map(({ name }) => name)).toEqual(world.customers.map(({ companyName }) => companyName));
    const invoices = await all((page) => books().listInvoices({ page }));
    expect(invoices).toHaveLength(zoho.books.invoices().length);
    const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0);
    const owed = sum(invoices.map(({ balance }) => balance));
    expect(owed).toBeGreaterThan(0);
    expect(sum(customers.map(({ outstanding }) => outstanding))).toBe(owed);
  });

  test('know a customer by its person in the CRM', async () => {
    const person = zoho.crm.contacts()[0];
    const { rows } = await books().listContacts({ crmContactId: person?.id });
    expect(rows).toMatchObject([{ name: person?.Account_Name?.name, email: person?.Email }]);
    expect(await books().listContacts({ crmContactId: '999' })).toEqual({ rows: [], nextPage: undefined });
  });

  test('give the invoices of one customer, and those changed since', async () => {
    const [customer] = zoho.books.contacts();
    const mine = (await books().listInvoices({ customerId: customer?.contact_id })).rows;
    expect(mine).toHaveLength(3);
    const newest = zoho.books.invoices().filter(({ customer_id: id }) => id === customer?.contact_id)[0];
    const since = new Date(Date.parse(newest?.last_modified_time ?? '') - 1000);
    const changed = await books().listInvoices({ customerId: customer?.contact_id, modifiedSince: since });
    expect(changed.rows.map(({ id }) => id)).toEqual([newest?.invoice_id]);
  });

  test.each(['throttled', 'unavailable', 'unauthorized', 'html', 'html-200', 'timeout', 'reset'] as const)(
    'are read in full with %s on the way',
    async (kind) => {
      zoho.faults.next({ kind, only: 'books.contacts' });
      expect(await all((page) => books(patienceWith(kind)).listContacts({ page }))).toHaveLength(210);
      expect(zoho.faults.waiting()).toEqual([]);
    },
  );

  test('of another organisation are refused with the reason of Zoho', async () => {
    await expect(books({ booksOrganizationId: '7' }).listContacts()).rejects.toMatchObject({
      kind: 'not-found',
      reason: '6041',
    });
  });

  test('that refuse with 200 refuse', async () => {
    zoho.faults.next({ kind: 'refused-by-books', only: 'books.invoices' });
    await expect(books().listInvoices()).rejects.toMatchObject({ kind: 'refused', reason: '1002' });
  });

  test('are not there where no organisation is named', () => {
    expect(makeClient({ booksOrganizationId: undefined }).books).toBeUndefined();
  });
});
