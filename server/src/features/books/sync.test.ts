import { domainPage } from '@desk/contract/domain-page';
import { describe, expect, test } from 'vitest';
import { makeContact, makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { zohoDesk } from '../connections/testing/zoho-desk.ts';

const { world, zoho, openDesk } = zohoDesk({ customers: 4 });
const contact = (n: number) => zoho().books.contacts()[n] ?? expect.unreachable('the books have so many');
const invoiceOf = (n: number) =>
  zoho()
    .books.invoices()
    .find(({ customer_id: id }) => id === contact(n).contact_id) ?? expect.unreachable('three each');
const companyOf = (n: number) => world.customers[n] ?? expect.unreachable('the world has so many');
/** After all that the books had at first, before all changes of these tests. */
const MORNING = '2026-11-21T05:30:00Z';
const NOON = '2026-11-21T12:00:00+0530';

describe('the first sync of the books', () => {
  test('brings all contacts and invoices, with what only each of them tells', async () => {
    const desk = await openDesk();
    const run = await desk.synced('books');
    expect(run).toMatchObject({ state: 'done', error: null, attempts: 1, changed: 4 + 12 + 4 + 12 });
    expect(await desk.contacts()).toMatchObject(
      world.customers.map(({ companyName, gstNumber, contacts: [person] }, n) => ({
        ...{ zohoId: contact(n).contact_id, name: companyName, companyName, gstNumber, email: person?.email },
        ...{ phone: person?.phone, mobile: null, isRead: true, customerId: null },
        crmContactId: zoho()
          .crm.contacts()
          .find(({ Email }) => Email === person?.email)?.id,
      })),
    );
    const invoices = await desk.invoices();
    expect(invoices.map(({ zohoId }) => zohoId).toSorted()).toEqual(
      zoho()
        .books.invoices()
        .map(({ invoice_id: id }) => id)
        .toSorted(),
    );
    const { invoice_id, invoice_number: number, total, balance, date, due_date: dueOn, status } = invoiceOf(0);
    expect(invoices.find(({ zohoId }) => zohoId === invoice_id)).toMatchObject({
      ...{ number, date, dueOn, status, booksContactId: contact(0).contact_id, customerId: null, isRead: true },
      ...{ total: total.toFixed(2), balance: balance.toFixed(2), currency: 'INR', exchangeRate: '1.000000' },
      ...{ planName: companyOf(0).subscriptions[0]?.skuName, productType: 'Workspace' },
    });
  });

  test('knows whose they are: by our id, the person in the CRM, the address, the name', async () => {
    const desk = await openDesk();
    const make = async (n: number, customer: object) =>
      (await makeDomain(desk.db, { name: `own-${n}.example`, customer: { companyName: `Own ${n}`, ...customer } }))
        .customerId;
    const byId = await make(0, { zohoCustomerId: contact(0).contact_id });
    const byPerson = await make(1, {});
    await makeContact(desk.db, byPerson, { zohoId: contact(1).details.zcrm_contact_id });
    const byAddress = await make(2, {});
    await makeContact(desk.db, byAddress, { email: contact(2).email.toUpperCase() });
    const byName = await make(3, { companyName: companyOf(3).companyName.toUpperCase() });

    await desk.synced('books');

    expect((await desk.contacts()).map(({ customerId }) => customerId)).toEqual([byId, byPerson, byAddress, byName]);
    const invoices = await desk.invoices();
    expect(new Set(invoices.map(({ customerId }) => customerId))).toEqual(new Set([byId, byPerson, byAddress, byName]));
    const ids = (await desk.companies()).map(({ zohoCustomerId }) => zohoCustomerId);
    expect(ids).toEqual([0, 1, 2, 3].map((n) => contact(n).contact_id));
  });

  test('gives nothing to a customer by what several share, and takes no sign of a name for another', async () => {
    const desk = await openDesk();
    const twin = { companyName: companyOf(0).companyName, email: contact(1).email };
    await makeDomain(desk.db, { name: 'one.example', customer: twin });
    await makeDomain(desk.db, { name: 'two.example', customer: twin });
    zoho().books.changeContact(contact(2).contact_id, { company_name: '%', email: '' });
    await desk.synced('books');
    expect((await desk.contacts()).map(({ customerId }) => customerId)).toEqual([null, null, null, null]);
  });

  test('asks the CRM before it goes by a name: what another company is owed by is not ours', async () => {
    const desk = await openDesk();
    const { customerId: namesake } = await makeDomain(desk.db, { customer: { companyName: companyOf(0).companyName } });
    const { customerId } = await makeDomain(desk.db, { name: 'own.example', customer: { companyName: 'Own' } });
    await makeContact(desk.db, customerId, { zohoId: contact(0).details.zcrm_contact_id });
    await desk.synced('books');
    await desk.synced('books');
    expect((await desk.contacts())[0]).toMatchObject({ customerId });
    const mine = (await desk.invoices()).filter(({ booksContactId }) => booksContactId === contact(0).contact_id);
    expect(mine.map((invoice) => invoice.customerId)).toEqual([customerId, customerId, customerId]);
    expect(await desk.companies()).toMatchObject([
      { id: namesake, zohoCustomerId: null, gstNumber: null, phone: null },
      { id: customerId, zohoCustomerId: contact(0).contact_id, gstNumber: companyOf(0).gstNumber },
    ]);
  });

  test('fills nothing from a contact that it could not read itself', async () => {
    const desk = await openDesk();
    await makeDomain(desk.db, { customer: { companyName: companyOf(0).companyName } });
    const details = { ...contact(0).details, gst_no: 7 as unknown as string };
    zoho().books.changeContact(contact(0).contact_id, { details });
    expect(await desk.synced('books')).toMatchObject({ state: 'done' });
    expect(await desk.companies()).toMatchObject([{ zohoCustomerId: null, phone: null }]);
    expect((await desk.contacts())[0]).toMatchObject({ isRead: false, tries: 1 });
  });

  test('fills what our customer has not, writes that down, and overwrites nothing', async () => {
    const desk = await openDesk();
    const empty = await makeRenewal(desk.db, { company: companyOf(0).companyName, renewsOn: '2027-04-01' });
    const own = { phone: '+91 60000 00001', gstNumber: '29ABCDE1234F1Z5', companyName: companyOf(1).companyName };
    await makeDomain(desk.db, { name: 'own.example', customer: own });

    await desk.synced('books');

    const [filled, kept] = await desk.companies();
    const { gstNumber, contacts } = companyOf(0);
    expect(filled).toMatchObject({ zohoCustomerId: contact(0).contact_id, gstNumber, phone: contacts[0]?.phone });
    expect(kept).toMatchObject({ ...own, zohoCustomerId: contact(1).contact_id });
    const changes = (await desk.entries()).filter(({ action }) => action === 'customer_changed');
    const ofFilled = changes.filter(({ subjectId }) => subjectId === empty.customerId);
    expect(ofFilled.flatMap((entry) => entry.changes)).toEqual(
      expect.arrayContaining([
        { field: 'zoho_customer_id', old: null, new: contact(0).contact_id },
        { field: 'phone', old: null, new: contacts[0]?.phone },
        { field: 'gst_number', old: null, new: gstNumber },
      ]),
    );
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-04' });
  });
});

describe('a later sync of the books', () => {
  async function syncedDesk() {
    const desk = await openDesk();
    await desk.synced('books');
    await desk.syncedUntil(MORNING);
    return desk;
  }

  test('that finds nothing changed changes nothing, and asks for no single record', async () => {
    const desk = await syncedDesk();
    const [contacts, invoices] = [await desk.contacts(), await desk.invoices()];
    const singles = () => zoho().calls('books.contact') + zoho().calls('books.invoice');
    const before = singles();
    expect(await desk.synced('books')).toMatchObject({ state: 'done', changed: 0 });
    expect(singles()).toBe(before);
    expect(await desk.contacts()).toEqual(contacts);
    expect(await desk.invoices()).toMatchObject(
      invoices.map((invoice) => ({ ...invoice, runId: expect.any(Number) as number })),
    );
  });

  test('reads those invoices alone that changed, and each of them anew', async () => {
    const desk = await syncedDesk();
    const { invoice_id: id } = invoiceOf(1);
    const before = zoho().calls('books.invoice');
    const details = { line_items: [{ name: 'Business Plus', quantity: 1, rate: 1 }], custom_fields: [] };
    zoho().books.changeInvoice(id, { status: 'sent', balance: 1234.5, last_modified_time: NOON, details });

    expect(await desk.synced('books')).toMatchObject({ state: 'done', changed: 2 });

    expect(await desk.invoice(id)).toMatchObject({ status: 'sent', balance: '1234.50', planName: 'Business Plus' });
    expect(await desk.invoice(id)).toMatchObject({ productType: null });
    expect(zoho().calls('books.invoice') - before).toBe(1);
  });

  test('asks for a contact anew that changed, and finds whose it is now', async () => {
    const desk = await syncedDesk();
    const { customerId } = await makeDomain(desk.db, { customer: { companyName: 'Nova Traders' } });
    const { contact_id: id, details } = contact(2);
    const changed = { contact_name: 'Nova Traders', company_name: 'Nova Traders', last_modified_time: NOON };
    zoho().books.changeContact(id, { ...changed, details: { ...details, gst_no: '07AAACN1234F1Z8' } });

    await desk.synced('books');

    const found = (await desk.contacts()).find(({ zohoId }) => zohoId === id);
    expect(found).toMatchObject({ name: 'Nova Traders', gstNumber: '07AAACN1234F1Z8', customerId });
    const mine = (await desk.invoices()).filter(({ booksContactId }) => booksContactId === id);
    expect(mine.map((invoice) => invoice.customerId)).toEqual([customerId, customerId, customerId]);
  });

  test('takes back what a customer got by its name alone, once the CRM knows whose it is', async () => {
    const desk = await openDesk();
    const { customerId: namesake } = await makeDomain(desk.db, { customer: { companyName: companyOf(0).companyName } });
    const theirs = { companyName: companyOf(1).companyName, gstNumber: '29ABCDE1234F1Z5' };
    const other = await makeDomain(desk.db, { name: 'other.example', customer: theirs });
    const crmId = contact(0).details.zcrm_contact_id;
    zoho().books.changeContact(contact(1).contact_id, { details: { ...contact(1).details, zcrm_contact_id: '' } });
    await desk.synced('books');
    const gstNumber = companyOf(0).gstNumber;
    expect((await desk.companies())[0]).toMatchObject({ zohoCustomerId: contact(0).contact_id, gstNumber });
    await makeContact(desk.db, other.customerId, { zohoId: crmId });

    await desk.synced('books');

    expect(await desk.companies()).toMatchObject([
      { id: namesake, zohoCustomerId: null, gstNumber: null, phone: null },
      { id: other.customerId, zohoCustomerId: contact(0).contact_id, gstNumber: theirs.gstNumber },
    ]);
    const owners = (await desk.invoices()).filter(({ booksContactId: id }) => id === contact(0).contact_id);
    expect(new Set(owners.map(({ customerId }) => customerId))).toEqual(new Set([other.customerId]));
    const taken = (await desk.entries()).filter(({ subjectId }) => subjectId === namesake).at(-1);
    expect(taken?.changes).toContainEqual({ field: 'gst_number', old: gstNumber, new: null });
    expect(await desk.synced('books')).toMatchObject({ changed: 0 });
    expect((await desk.entries()).filter(({ subjectId }) => subjectId === namesake).at(-1)).toEqual(taken);
  });

  test('an invoice that was deleted is owed no more; a void one keeps its status', async () => {
    const desk = await syncedDesk();
    const owed = [invoiceOf(0), invoiceOf(3)].map(({ invoice_id: id }) => id);
    const [gone = '', voided = ''] = owed;
    expect(await desk.invoice(gone)).toMatchObject({ status: 'overdue' });
    zoho().books.deleteInvoice(gone);
    zoho().books.changeInvoice(voided, { status: 'void', last_modified_time: NOON });

    await desk.synced('books');

    expect(await desk.invoice(gone)).toMatchObject({ status: 'deleted', balance: '0.00' });
    expect(await desk.invoice(voided)).toMatchObject({ status: 'void' });
    expect(await desk.synced('books')).toMatchObject({ changed: 0 });
  });

  test('takes dollars for rupees never: without a rate an invoice is in no sum, a rate once told stays', async () => {
    const desk = await syncedDesk();
    const { customerId } = await makeDomain(desk.db, { customer: { zohoCustomerId: contact(0).contact_id } });
    const { invoice_id: id, details } = invoiceOf(0);
    const untold = { currency_code: 'USD', exchange_rate: undefined as unknown as number };
    const change = (more: object) => zoho().books.changeInvoice(id, { ...untold, balance: 10, ...more });
    const owed = async () =>
      (await desk.asha.calls(domainPage.outstanding, { domain_name: 'acme.example' })).reply.domains;
    change({ last_modified_time: NOON, details: { ...details, line_items: 'odd' } });
    await desk.synced('books');
    expect(await desk.invoice(id)).toMatchObject({ exchangeRate: null, currency: 'USD', customerId });
    expect(await owed()).toEqual([]);

    change({ details: { ...details, exchange_rate: 84.5 } });
    await desk.synced('books');
    expect(await owed()).toEqual([{ invoice_count: 1, bcy_balance: '845.00' }]);

    change({ balance: 20, last_modified_time: '2026-11-21T12:01:00+0530', details: { ...details, line_items: 'odd' } });
    await desk.synced('books');
    expect(await owed()).toEqual([{ invoice_count: 1, bcy_balance: '1690.00' }]);
  });

  test('knows the rate of invoices in the currency of the business, which the books need not tell', async () => {
    const desk = await openDesk({ env: { BUSINESS_CURRENCY: 'USD' } });
    const { invoice_id: id, details } = invoiceOf(0);
    const withoutRate = { exchange_rate: undefined as unknown as number };
    zoho().books.changeInvoice(id, {
      ...{ ...withoutRate, currency_code: 'USD', balance: 10, last_modified_time: NOON },
      details: { ...details, ...withoutRate },
    });

    await desk.synced('books');

    expect(await desk.invoice(id)).toMatchObject({ exchangeRate: '1.000000', currency: 'USD' });
  });

  test('keeps an invoice of a contact that came later, and then knows whose it is', async () => {
    const desk = await syncedDesk();
    const { invoice_id: id } = invoiceOf(0);
    zoho().books.changeInvoice(id, { customer_id: '999', last_modified_time: NOON });
    await desk.synced('books');
    expect(await desk.invoice(id)).toMatchObject({ booksContactId: '999', customerId: null });
    const { customerId } = await makeDomain(desk.db, { customer: { zohoCustomerId: contact(1).contact_id } });
    zoho().books.changeInvoice(id, { customer_id: contact(1).contact_id });
    await desk.synced('books');
    expect(await desk.invoice(id)).toMatchObject({ customerId });
  });
});

test('books that speak as Zoho describes them are understood: ids are numbers, the context of a page is a list', async () => {
  const desk = await openDesk();
  zoho().books.speakAsDescribed();
  expect(await desk.synced('books')).toMatchObject({ state: 'done' });
  expect((await desk.invoices()).map(({ zohoId }) => zohoId)).toContain(invoiceOf(0).invoice_id);
});
