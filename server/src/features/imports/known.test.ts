import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contactsTable, customersTable, domainsTable } from '../../platform/db/tables/customers.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { ACME, check, confirm, counts, csv, FILE, HEADER, importFile, open, withColumns } from './testing/files.ts';

test("of a subscription from Google only our own columns count; what differs is told as Google's", async () => {
  const { desk, asha } = await open();
  await makeRenewal(desk.db, { externalId: 'S-1', seats: 20, customer: { googleCustomerId: 'C01' } });
  const line = [
    'other.example',
    'Acme Ltd',
    'S-1',
    'Google Workspace Business Starter',
    'FLEXIBLE',
    '25',
    '01-05-2027',
    '1,50,000',
  ];

  const { reply } = await check(asha, withColumns(['Contact Email'], [...line, 'anjali@acme.example']));
  expect(reply.rows).toMatchObject([
    {
      verdict: 'changed',
      reason:
        'Renewal Date none → 01-05-2027; Price none → 150000.00; Contact none → anjali@acme.example. ' +
        'Kept from Google: Domain acme.example (the file says other.example), Plan ANNUAL (the file says FLEXIBLE), ' +
        'Seats 20 (the file says 25), Company Name Acme Pvt Ltd (the file says Acme Ltd)',
    },
  ]);
  await confirm(asha, reply.import_id);

  expect(await desk.db.select().from(subscriptionsTable).orderBy(subscriptionsTable.id)).toMatchObject([
    {
      source: 'google',
      planName: 'ANNUAL',
      numberOfSeats: 20,
      termEnd: '2027-04-01',
      ownRenewalDate: '2027-05-01',
      price: '150000.00',
    },
  ]);
  expect(await desk.db.select().from(domainsTable).orderBy(domainsTable.id)).toMatchObject([{ name: 'acme.example' }]);
  expect(await desk.db.select().from(customersTable).orderBy(customersTable.id)).toMatchObject([
    { companyName: 'Acme Pvt Ltd' },
  ]);
  expect(await desk.db.select().from(contactsTable).orderBy(contactsTable.id)).toMatchObject([
    { email: 'anjali@acme.example' },
  ]);
  const again = await check(asha, withColumns(['Contact Email'], [...line, 'anjali@acme.example']));
  expect(again.reply).toMatchObject({ tally: { unchanged: 1 }, rows: [{ verdict: 'unchanged' }] });
});

test('an earlier id of a subscription still finds it', async () => {
  const { desk, asha } = await open();
  const { subscriptionId } = await makeRenewal(desk.db, { externalId: 'S-9' });
  await desk.db.insert(subscriptionIdsTable).values({ externalId: 'S-1', subscriptionId });
  const file = csv(
    ['Subscription Id', 'Price'].concat('Renewal Date'),
    ['S-1', '10', '01-04-2027'],
    ['S-9', '10', '01-04-2027'],
  );

  const { reply } = await check(asha, file, 'renewal_dates');

  expect(reply.rows).toMatchObject([
    { line: 3, verdict: 'wrong', column: 'Subscription Id', reason: 'The same subscription is in line 2' },
    { line: 2, verdict: 'changed', reason: 'Renewal Date none → 01-04-2027; Price none → 10.00' },
  ]);
});

test('a subscription stays with its customer: the domain of another one is refused, a free one is taken', async () => {
  const { desk, asha } = await open();
  await importFile(asha, FILE);

  const taken = await check(asha, csv(HEADER, ['beta.example', ...ACME.slice(1)]));
  expect(taken.reply.rows).toMatchObject([
    { verdict: 'wrong', column: 'Domain', reason: 'This domain belongs to another customer than the subscription' },
  ]);
  const free = await importFile(asha, csv(HEADER, ['acme.in.example', ...ACME.slice(1)]));
  expect(free).toMatchObject({ status: 200, reply: { tally: { changed: 1 } } });
  expect((await counts(desk)).slice(0, 2)).toEqual([2, 3]);
});

test('own renewal dates and prices are found by subscription id or by a domain that has only one', async () => {
  const { desk, asha } = await open();
  const one = await makeRenewal(desk.db, { domain: 'one.example', externalId: 'S-1' });
  await makeRenewal(desk.db, { domain: 'two.example', externalId: 'S-2' });
  const header = ['Subscription Id', 'Domain', 'Renewal Date', 'Price', 'Margin'];
  const file = csv(header, ['', 'One.example', '01-06-2027', '', '7'], ['S-2', 'two.example', '01-07-2027', '99', '']);

  const { reply } = await importFile(asha, file, 'renewal_dates');

  expect(reply.tally).toEqual({ new: 0, changed: 2, unchanged: 0, wrong: 0 });
  expect(await desk.db.select().from(subscriptionsTable).orderBy(asc(subscriptionsTable.id))).toMatchObject([
    { id: one.subscriptionId, ownRenewalDate: '2027-06-01', price: null, margin: '7.00' },
    { ownRenewalDate: '2027-07-01', price: '99.00', margin: null },
  ]);
});

test('a file of renewal dates needs a column that names the subscription', async () => {
  const { asha } = await open();
  const { status, reply } = await check(asha, 'Renewal Date\n01-06-2027', 'renewal_dates');
  expect({ status, errors: reply.errors }).toMatchObject({
    status: 422,
    errors: [{ reason: "The file has no column 'Subscription Id' and no column 'Domain'." }],
  });
});

test('a known contact is found by e-mail or by phone, however the number is written', async () => {
  const { desk, asha } = await open();
  await importFile(asha, FILE);
  await makeContact(desk.db, 1, { name: 'Ravi Iyer', email: null, phone: '+91 98765-43210' });

  const { reply } = await check(
    asha,
    withColumns(['Contact Name', 'Contact Phone'], [...ACME, 'Ravi', '+919876543210']),
  );

  expect(reply.rows).toMatchObject([{ verdict: 'changed', reason: 'Contact Name Ravi Iyer → Ravi' }]);
  await confirm(asha, reply.import_id);
  expect(await desk.db.select().from(contactsTable)).toMatchObject([{ name: 'Ravi' }]);
});
