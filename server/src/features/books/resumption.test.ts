import { describe, expect, test } from 'vitest';
import { zohoDesk } from '../connections/testing/zoho-desk.ts';
import { booksSync } from './jobs.ts';

/** Two pages of contacts, four of invoices, more single records than one run reads. */
const { zoho, openDesk } = zohoDesk({ customers: 205 });
const asked = () => [zoho().calls('books.contacts'), zoho().calls('books.invoices')];

async function deskWithOutageAt(call: 'books.invoices' | 'books.invoice', after: number) {
  const desk = await openDesk();
  const { books } = desk.services.clients.zoho ?? expect.unreachable('Zoho is configured');
  if (!books) return expect.unreachable('the books are configured');
  let calls = 0;
  const fails = (name: string) => {
    if (name !== call) return;
    calls += 1;
    if (calls === after) zoho().faults.next({ kind: 'unavailable', only: call, times: 5 });
  };
  const listInvoices: typeof books.listInvoices = (...query) => {
    fails('books.invoices');
    return books.listInvoices(...query);
  };
  const getInvoice: typeof books.getInvoice = (...query) => {
    fails('books.invoice');
    return books.getInvoice(...query);
  };
  const service = desk.services.clients.zoho;
  if (service) desk.services.clients.zoho = { ...service, books: { ...books, listInvoices, getInvoice } };
  return desk;
}

describe('a sync of the books that is cut off', () => {
  test('between two pages of invoices rests, and goes on with the page that was not read', async () => {
    const desk = await deskWithOutageAt('books.invoices', 3);
    const resting = await desk.synced('books');
    expect(resting).toMatchObject({ state: 'queued', read: 205 + 400, finished_at: null });
    expect(resting.error).toMatch(/^Zoho is not available/);
    expect(await desk.runs()).toMatchObject([{ pageToken: 'invoices:3' }]);
    const [contacts = 0, invoices = 0] = asked();

    await desk.afterThePause();

    expect(await desk.connection('books')).toMatchObject({ state: 'done', error: null });
    expect(asked()).toEqual([contacts, invoices + 2]);
    expect(await desk.invoices()).toHaveLength(615);
  });

  test('by the death of its worker is taken up by another where it was', async () => {
    const desk = await deskWithOutageAt('books.invoice', 25);
    await desk.synced('books');
    expect(await desk.runs()).toMatchObject([{ pageToken: 'lines:2' }]);
    const read = (await desk.invoices()).filter(({ isRead }) => isRead).length;
    expect(read).toBe(20);
    await desk.workerDies();
    const before = asked();

    await booksSync.sweep(desk.services);
    await desk.work();

    expect(await desk.connection('books')).toMatchObject({ state: 'done', attempts: 2 });
    expect(asked()).toEqual(before);
    expect(await desk.runs()).toHaveLength(1);
  });
});

test('books that want to be left alone for ten minutes are', async () => {
  const desk = await openDesk();
  zoho().faults.next({ kind: 'throttled-long', only: 'books.contacts' });
  expect(await desk.synced('books')).toMatchObject({ state: 'queued' });
  const [run] = await desk.runs();
  expect((run?.heartbeatAt?.getTime() ?? 0) - (run?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(600_000);
  expect(zoho().calls('books.contacts')).toBe(1);
});

test('books that refuse each of twenty records are not asked for hundreds', async () => {
  const desk = await openDesk();
  zoho().faults.next({ kind: 'books-suspended', only: 'books.invoice', times: 500 });
  expect(await desk.synced('books')).toMatchObject({ state: 'done', skipped: 20 });
  expect(zoho().calls('books.invoice')).toBe(20);
});

test('single records are read the newest first, some hundreds a run, the next run goes on', async () => {
  const desk = await openDesk();
  await desk.synced('books');
  const unread = async () => (await desk.invoices()).filter(({ isRead }) => !isRead).map(({ date }) => date);
  const read = (await desk.invoices()).filter(({ isRead }) => isRead).map(({ date }) => date);
  expect(read).toHaveLength(400);
  expect(
    (await unread())
      .toSorted()
      .at(-1)
      ?.localeCompare(read.toSorted()[0] ?? ''),
  ).toBeLessThanOrEqual(0);
  expect((await desk.contacts()).every(({ isRead }) => isRead)).toBe(true);
  await desk.synced('books');
  expect(await unread()).toEqual([]);
});

test.each(['throttled', 'unauthorized', 'html'] as const)('a passing fault (%s) is noticed by nobody', async (kind) => {
  const desk = await openDesk();
  for (const only of ['books.contacts', 'books.invoices', 'books.invoice']) zoho().faults.next({ kind, only });
  expect(await desk.synced('books')).toMatchObject({ state: 'done', attempts: 1 });
  expect(zoho().faults.waiting()).toEqual([]);
});

test('a token that ends on the way is replaced, and the sync goes on', async () => {
  const desk = await openDesk();
  await desk.synced('books');
  zoho().tokens.expireAll();
  expect(await desk.synced('books')).toMatchObject({ state: 'done', attempts: 1 });
  expect(zoho().tokens.given()).toBe(2);
});
