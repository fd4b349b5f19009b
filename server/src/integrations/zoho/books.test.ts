import { describe, expect, test } from 'vitest';
import { startZoho } from '../../../../simulators/zoho/start.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { zohoClient } from './testing/zoho-client.ts';
import type { ZohoOptions } from './client.ts';

const { world, zoho, pauses, makeClient } = await zohoClient({ customers: 210 });

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
  test('hold every customer and every invoice once', async () => {
    const customers = await all((page) => books().listContacts({ page }));
    expect(customers.map(({ name }) => name)).toEqual(world.customers.map(({ companyName }) => companyName));
    const invoices = await all((page) => books().listInvoices({ page }));
    expect(invoices).toHaveLength(zoho.books.invoices().length);
  });

  test('know a customer by its person in the CRM', async () => {
    const person = zoho.crm.contacts()[0];
    const { rows } = await books().listContacts({ crmContactId: person?.id });
    expect(rows).toMatchObject([{ name: person?.Account_Name?.name, email: person?.Email }]);
    expect(await books().listContacts({ crmContactId: '999' })).toEqual({ rows: [], odd: [], nextPage: undefined });
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
      expect(await all((page) => books(timeoutsWith(kind)).listContacts({ page }))).toHaveLength(210);
      expect(zoho.faults.waiting()).toEqual([]);
    },
  );

  test('tell of one customer what no list tells', async () => {
    const [person] = zoho.crm.contacts();
    const [listed] = (await books().listContacts({ crmContactId: person?.id })).rows;
    expect(listed).toMatchObject({ gstNumber: undefined, crmContactId: undefined });
    const { gstNumber } = world.customers.find(({ companyName }) => companyName === listed?.name) ?? {};
    expect(await books().getContact(listed?.id ?? '')).toEqual({ ...listed, gstNumber, crmContactId: person?.id });
  });

  test('tell of one invoice what no list tells', async () => {
    const [{ skuName: planName } = { skuName: '' }] = world.customers[0]?.subscriptions ?? [];
    const [contact] = zoho.books.contacts();
    const [listed] = (await books().listInvoices({ customerId: contact?.contact_id })).rows;
    const invoice = await books().getInvoice(listed?.id ?? '');
    expect(invoice).toEqual({ ...listed, planName, productType: 'Workspace' });
  });

  test('list what is owed alone where that is asked for', async () => {
    const unpaid = await all((page) => books().listInvoices({ page, unpaid: true }));
    expect(unpaid).toHaveLength(70);
    expect(unpaid.every(({ balance, status }) => balance > 0 && status === 'overdue')).toBe(true);
  });

  test('know nothing of what was deleted, and say otherwise of another organisation', async () => {
    expect(await books().getInvoice('999')).toBeUndefined();
    expect(await books().getContact('999')).toBeUndefined();
    zoho.faults.next({ kind: 'refused-by-books', only: 'books.invoice' });
    expect(await books().getInvoice(zoho.books.invoices()[0]?.invoice_id ?? '')).toBeUndefined();
    await expect(books({ booksOrganizationId: '7' }).getInvoice('999')).rejects.toMatchObject({ reason: '6041' });
  });

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

  test.each([
    ['books-daily-limit', 'quota', true],
    ['books-no-right', 'auth', false],
    ['books-suspended', 'refused', false],
  ] as const)('say %s in a number, which is understood', async (kind, means, retriable) => {
    zoho.faults.next({ kind, only: 'books.invoice', times: 5 });
    await expect(books().getInvoice('1')).rejects.toMatchObject({ kind: means, retriable });
  });

  test('that want to be left alone for long are not asked again at once', async () => {
    zoho.faults.next({ kind: 'throttled-long', only: 'books.contacts' });
    await expect(books().listContacts()).rejects.toMatchObject({ kind: 'quota', retryAfterMs: 600_000 });
    expect(pauses).toEqual([]);
  });

  test('that list an odd row are read without it; a page of odd rows alone is not understood', async () => {
    const own = await startZoho({ world });
    const { books: found } = makeClient({ booksUrl: own.url, accountsUrl: own.url });
    const read = found ?? expect.unreachable('an organisation is named');
    const spoil = (id: string) => own.books.changeInvoice(id, { total: 'much' as unknown as number });
    const [first, ...others] = own.books.invoices().map(({ invoice_id: id }) => id);
    spoil(first ?? '');
    const { rows, odd } = await read.listInvoices({ customerId: own.books.contacts()[0]?.contact_id });
    expect({ rows: rows.length, odd }).toEqual({ rows: 2, odd: [{ id: first, reason: 'total' }] });
    for (const id of others) spoil(id);
    await expect(read.listInvoices()).rejects.toMatchObject({ kind: 'bad-answer' });
    await own.stop();
  });

  test('are asked ninety times a minute, and then wait for their turn', async () => {
    const clock = { now: 1_000_000 };
    const many = books({ now: () => clock.now });
    const ask = (times: number) => Promise.all(Array.from({ length: times }, () => many.getContact('999')));
    await ask(60);
    clock.now += 10_000;
    await ask(30);
    expect(pauses).toEqual([]);
    await ask(2);
    expect(pauses).toEqual([50_000, 50_000]);
    await ask(60);
    expect(pauses.slice(-3)).toEqual([50_000, 60_000, 60_000]);
    clock.now += 600_000;
    pauses.length = 0;
    await ask(90);
    expect(pauses).toEqual([]);
  });

  test('are not there where no organisation is named', () => {
    expect(makeClient({ booksOrganizationId: undefined }).books).toBeUndefined();
  });
});

describe('books that speak as Zoho describes them', () => {
  test('are understood: ids are numbers, and the context of a page is a list', async () => {
    const described = await startZoho({ world });
    described.books.speakAsDescribed();
    const { books: found } = makeClient({ booksUrl: described.url, accountsUrl: described.url });
    const read = found ?? expect.unreachable('an organisation is named');
    const { rows, nextPage } = await read.listInvoices();
    expect(rows).toHaveLength(200);
    expect(nextPage).toBe(2);
    const invoice = await read.getInvoice(rows[0]?.id ?? '');
    expect(invoice).toMatchObject({ id: rows[0]?.id, customerId: expect.stringMatching(/^4600/) as string });
    await described.stop();
  });
});
