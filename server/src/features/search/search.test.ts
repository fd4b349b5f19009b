import { search } from '@desk/contract/search';
import { beforeAll, describe, expect, test } from 'vitest';
import { booksContactsTable, booksInvoicesTable } from '../../platform/db/tables/books.ts';
import { contactsTable, customersTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { subscriptionIdsTable } from '../../platform/db/tables/subscriptions.ts';
import { ticketsTable } from '../../platform/db/tables/tickets.ts';
import { eq } from 'drizzle-orm';
import { directoryDesk } from '../directory/testing/directory-desk.ts';
import { makeRenewal } from '../../testing/fixtures.ts';

let made: Awaited<ReturnType<typeof directoryDesk>>;
beforeAll(async () => {
  made = await directoryDesk(
    [],
    [
      { name: 'acme.example', company: 'Acme Pvt Ltd', status: 'ACTIVE', subscriptions: ['ACTIVE'] },
      { name: 'old-acme.example', company: 'Bharat Foods', status: 'SUSPENDED' },
      { name: 'acme-wished.example', company: 'Somebody', status: 'PENDING' },
    ],
  );
  const { db } = made.desk;
  const [acme = 0] = made.customers;
  await makeRenewal(db, {
    ...{ domain: 'ishinidhi-polymers.example', company: 'Ishinidhi Polymers', renewsOn: '2027-04-10' },
    customer: { email: 'it@ishinidhi.example' },
  });
  const [row] = await db.select().from(customersTable).where(eq(customersTable.companyName, 'Ishinidhi Polymers'));
  const ishinidhi = row?.id;
  await db
    .update(customersTable)
    .set({ gstNumber: '27ABCDE1234F1Z5', phone: '+91 (20) 4010-2030' })
    .where(eq(customersTable.id, acme));
  await db.insert(contactsTable).values([
    { customerId: ishinidhi, name: 'Nisha Rao', email: 'nisha@ishinidhi.example', phone: '+91 60000 00112' },
    { customerId: null, name: 'Nishant of nobody', mobile: '98111 22334', companyName: 'Elsewhere' },
    { customerId: ishinidhi, name: 'Zubin Kaikini', email: 'zubin@ishinidhi.example' },
  ]);
  const through = { name: 'Pallavi Bansal', companyName: 'Bansal Cloud', email: 'pallavi@bansal.example' };
  const [reseller] = await db
    .insert(resellersTable)
    .values({ ...through, phone: '+91 60000 00007' })
    .returning();
  await db
    .update(customersTable)
    .set({ resellerId: reseller?.id })
    .where(eq(customersTable.companyName, 'Bharat Foods'));
  const [former] = await db.insert(customersTable).values({ companyName: 'Without a domain' }).returning();
  await db
    .insert(contactsTable)
    .values(Array.from({ length: 70 }, (_, n) => ({ customerId: former?.id, name: `Asmita Kaikini ${n}` })));
  await db
    .insert(booksContactsTable)
    .values({ zohoId: 'b1', name: 'Acme books', gstNumber: '29ZZZZZ0000Z1Z1', customerId: acme });
  await db.insert(booksInvoicesTable).values({
    ...{ zohoId: 'i1', booksContactId: 'b1', customerId: acme, number: 'INV-000123', status: 'overdue' },
    ...{ date: '2026-10-01', currency: 'INR', exchangeRate: '1', total: '1000.00', balance: '1000.00' },
  });
  await db.insert(ticketsTable).values({
    ...{ zohoId: 't1', number: '48219', department: 'support', subject: 'Mail routing after domain move' },
    ...{ status: 'Open', statusType: 'Open', openedAt: new Date('2026-11-04T11:21:07Z'), domainName: 'acme.example' },
  });
  await db.insert(ticketsTable).values({
    ...{
      zohoId: 't2',
      number: '99999',
      department: 'support',
      subject: 'Of nobody',
      status: 'Open',
      statusType: 'Open',
    },
    ...{ openedAt: new Date('2026-11-04T11:21:07Z'), domainName: 'gmail.com' },
  });
  await db.insert(subscriptionIdsTable).values({ externalId: 'S-OLD-77', subscriptionId: 1 });
});

const found = async (query: string) => (await made.asha.calls(search.everything, { query })).reply.hits;
const titles = async (query: string) => (await found(query)).map(({ kind, title }) => `${kind} ${title}`);

describe('what is found', () => {
  test.each([
    ['ac', ['domain acme.example']],
    ['ACME', ['domain acme.example', 'domain old-acme.example']],
    ['https://www.acme.example/contact', ['domain acme.example', 'domain old-acme.example']],
    ['bharat', ['domain old-acme.example']],
    ['nisha rao', ['person Nisha Rao']],
    ['nisha@', ['person Nisha Rao']],
    ['+91 60000 00112', ['person Nisha Rao']],
    ['6000000112', ['person Nisha Rao']],
    ['pallavi', ['person Pallavi Bansal']],
    ['pallavi@bansal', ['person Pallavi Bansal']],
    ['+91 60000 00007', ['person Pallavi Bansal']],
    ['2040102030', ['person Acme Pvt Ltd']],
    ['9811122334', []],
    ['nishant of', []],
    ['kaikini', ['person Zubin Kaikini']],
    ['#99999', []],
    ['27abcde', ['domain acme.example']],
    ['29ZZZZZ0000Z1Z1', ['domain acme.example']],
    ['inv-000123', ['invoice INV-000123']],
    ['000123', ['invoice INV-000123']],
    ['INV-123', ['invoice INV-000123']],
    ['inv-00012', ['invoice INV-000123']],
    ['inv-23', []],
    ['inv(123', []],
    ['#48219', ['ticket #48219']],
    ['routing', ['ticket #48219']],
    ['s-old-77', ['subscription S-OLD-77']],
    ['%', []],
    ['zzzzzz', []],
  ])('%s: %j', async (query, expected) => {
    const all = await titles(query);
    for (const one of expected) expect(all).toContain(one);
    if (expected.length === 0) expect(all).toEqual([]);
  });

  test('a domain that is only wished for is none', async () => {
    expect(await titles('acme-wished')).not.toContain('domain acme-wished.example');
  });

  test.each(['ishinidi', 'polimers', 'acmee.example'])(
    '%s is found though it is misspelt, and told to be alike',
    async (query) => {
      const [hit] = await found(query);
      expect(hit).toMatchObject({ kind: 'domain', is_similar: true });
    },
  );

  test('what begins so comes before what contains it', async () => {
    expect((await titles('acme')).slice(0, 2)).toEqual(['domain acme.example', 'domain old-acme.example']);
  });

  test('a hit names the domain that it opens and its renewal that is due first', async () => {
    expect(await found('nisha rao')).toEqual([
      {
        kind: 'person',
        domain_name: 'ishinidhi-polymers.example',
        title: 'Nisha Rao',
        detail: 'nisha@ishinidhi.example · +91 60000 00112 · Ishinidhi Polymers',
        renewal: { renewal_id: expect.any(Number) as number, renewal_date: '2027-04-10' },
        is_similar: false,
      },
    ]);
  });
});

test('an empty search, and who has no screen with domains, is refused', async () => {
  expect((await made.asha.calls(search.everything, { query: ' ' })).status).toBe(400);
  const sales = await made.desk.as({ email: 'sales@desk.example', menus: ['approve_users'] });
  expect((await sales.calls(search.everything, { query: 'acme' })).status).toBe(403);
});
