import { describe, expect, test } from 'vitest';
import { zohoDesk } from '../connections/testing/zoho-desk.ts';

const { zoho, openDesk } = zohoDesk({ customers: 4 });
const contact = (n: number) => zoho().books.contacts()[n] ?? expect.unreachable('the books have so many');
const invoiceOf = (n: number) =>
  zoho()
    .books.invoices()
    .find(({ customer_id: id }) => id === contact(n).contact_id) ?? expect.unreachable('three each');
const NOON = '2026-11-21T12:00:00+0530';

async function syncedDesk() {
  const desk = await openDesk();
  await desk.synced('books');
  await desk.syncedUntil('2026-11-21T05:30:00Z');
  return desk;
}

describe('a sync of the books', () => {
  test('is not stopped by an odd row of a list, and tells how many there were', async () => {
    const desk = await syncedDesk();
    const [{ invoice_id: id }, { invoice_id: other }] = [invoiceOf(0), invoiceOf(3)];
    const before = await desk.invoice(id);
    zoho().books.changeInvoice(id, { date: 'soon', last_modified_time: NOON });
    zoho().books.changeInvoice(other, { balance: 7, last_modified_time: NOON });
    zoho().books.changeContact(contact(1).contact_id, { email: 7 as unknown as string });

    // The invoice is in the list of what changed, in that of what is owed, and is asked for by itself as well.
    expect(await desk.synced('books')).toMatchObject({ state: 'done', skipped: 4 });

    expect(await desk.invoice(id)).toMatchObject({ date: before.date, balance: before.balance, isRead: true });
    expect(await desk.invoice(other)).toMatchObject({ balance: '7.00' });
  });

  test('that books refuse in general leaves the rest for another night', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'books-suspended', only: 'books.invoice', times: 50 });
    expect(await desk.synced('books')).toMatchObject({ state: 'done', skipped: 12 });
    expect((await desk.invoices()).filter(({ isRead }) => isRead)).toEqual([]);
    zoho().faults.clear();
    await desk.synced('books');
    expect((await desk.invoices()).filter(({ isRead }) => !isRead)).toEqual([]);
  });

  test.each([
    ['books-daily-limit', 'queued', /limit/],
    ['books-no-right', 'failed', /credentials/],
  ] as const)('ends where books say %s', async (kind, state, words) => {
    const desk = await openDesk();
    zoho().faults.next({ kind, only: 'books.invoice', times: 50 });
    const run = await desk.synced('books');
    expect(run).toMatchObject({ state });
    expect(run.error).toMatch(words);
    expect((await desk.invoices()).filter(({ isRead }) => isRead)).toEqual([]);
  });

  test('is not stopped by one record that nobody can read', async () => {
    const desk = await syncedDesk();
    const { invoice_id: id } = invoiceOf(0);
    const odd = { line_items: 'none' as unknown as [], custom_fields: [] };
    zoho().books.changeInvoice(id, { total: 77, details: odd, last_modified_time: NOON });
    expect(await desk.synced('books')).toMatchObject({ state: 'done' });
    expect(await desk.invoice(id)).toMatchObject({ total: '77.00', isRead: false, tries: 1 });
    zoho().books.changeInvoice(id, { details: { line_items: [], custom_fields: [] } });
    await desk.synced('books');
    expect(await desk.invoice(id)).toMatchObject({ isRead: true, tries: 0 });
  });
});
