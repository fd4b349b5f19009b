import { imports } from '@desk/contract/imports';
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { contactsTable, customersTable, domainsTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import {
  ACME,
  BETA,
  check,
  confirm,
  counts,
  csv,
  FILE,
  HEADER,
  importFile,
  NOTHING,
  open,
  withColumns,
} from './testing/files.ts';

test('a confirmed file is in the desk with customers, domains, contacts, subscriptions and their renewals', async () => {
  const { desk, asha } = await open();
  await desk.db
    .insert(resellersTable)
    .values({ name: 'Kunal', companyName: 'Kunal Networks', email: 'kunal@reseller.example' });
  const names = [
    'Max Seats',
    'Used Seats',
    'Term Start',
    'Margin',
    'Contact Name',
    'Contact Email',
    'Contact Phone',
    'Reseller Email',
  ];
  const more = [
    '30',
    '20',
    '01-04-2026',
    '12.5',
    'Anjali Rao',
    'anjali@acme.example',
    '+91 98765 43210',
    'Kunal@Reseller.example',
  ];
  const second = [
    'ACME.example',
    'Acme Pvt Ltd',
    'S-3',
    'Google Vault',
    'ANNUAL',
    '5',
    '01-05-2027',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
  ];

  const { status, reply } = await importFile(asha, withColumns(names, [...ACME, ...more], second));

  expect(status).toBe(200);
  expect(reply).toEqual({ tally: { new: 2, changed: 0, unchanged: 0, wrong: 0 }, renewals_opened: 2 });
  expect(await desk.db.select().from(customersTable).orderBy(customersTable.id)).toMatchObject([
    { companyName: 'Acme Pvt Ltd', resellerId: 1, email: 'anjali@acme.example', phone: '+919876543210' },
  ]);
  expect(await desk.db.select().from(domainsTable).orderBy(domainsTable.id)).toMatchObject([
    { name: 'acme.example', customerId: 1 },
  ]);
  expect(await desk.db.select().from(contactsTable).orderBy(contactsTable.id)).toMatchObject([
    { customerId: 1, name: 'Anjali Rao', email: 'anjali@acme.example', phone: '+919876543210' },
  ]);
  const facts = { source: 'file', status: 'ACTIVE', termEnd: null };
  expect(await desk.db.select().from(subscriptionsTable).orderBy(asc(subscriptionsTable.externalId))).toMatchObject([
    {
      ...{
        ...facts,
        externalId: 'S-1',
        numberOfSeats: 25,
        maximumSeats: 30,
        licensedSeats: 20,
        termStart: '2026-04-01',
      },
      ...{
        ownRenewalDate: '2027-04-01',
        price: '1500.00',
        margin: '12.50',
        skuId: 'Google Workspace Business Starter',
      },
    },
    {
      ...facts,
      externalId: 'S-3',
      skuName: 'Google Vault',
      numberOfSeats: 5,
      ownRenewalDate: '2027-05-01',
      price: null,
    },
  ]);
  expect(await desk.db.select().from(subscriptionIdsTable)).toHaveLength(2);
  expect(await desk.db.select().from(renewalsTable).orderBy(asc(renewalsTable.termEnd))).toMatchObject([
    { externalId: 'S-1', termEnd: '2027-04-01', state: 'open', resellerType: 'Y', price: '1500.00', numberOfSeats: 25 },
    { externalId: 'S-3', termEnd: '2027-05-01', state: 'open', domainName: 'acme.example' },
  ]);
  expect(desk.announced).toEqual(
    expect.arrayContaining([
      { kind: 'month', month: '2027-04' },
      { kind: 'month', month: '2027-05' },
    ]),
  );
});

test('the same file again is unchanged, line by line', async () => {
  const { asha } = await open();
  const names = ['Contact Name', 'Contact Email', 'Contact Phone'];
  const file = withColumns(
    names,
    [...ACME, 'Anjali', 'anjali@acme.example', '98765 43210'],
    [...BETA, '', '', '022 2345 6789'],
  );
  await importFile(asha, file);

  const again = await check(asha, file);
  expect(again.reply).toMatchObject({ tally: { new: 0, changed: 0, unchanged: 2, wrong: 0 }, rows: [], more: 0 });

  const confirmed = await confirm(asha, again.reply.import_id);
  expect(confirmed).toMatchObject({ status: 200, reply: { renewals_opened: 0 } });
});

test('a changed line says what changes, writes it and leaves the rest, and the audit has old and new', async () => {
  const { desk, asha } = await open();
  await importFile(asha, withColumns(['Contact Email'], [...ACME, 'anjali@acme.example']));
  const changed = ['acme.example', 'Acme India Ltd', 'S-1', ACME[3] ?? '', 'ANNUAL', '30', '', '₹1.50'];

  const { reply } = await check(
    asha,
    withColumns(['Contact Email', 'Contact Phone'], [...changed, 'anjali@acme.example', '9876543210']),
  );
  expect(reply.rows).toEqual([
    {
      ...{ line: 2, verdict: 'changed', subject: 'acme.example', column: null },
      reason:
        'Seats 25 → 30; Price 1500.00 → 1.50; Company Name Acme Pvt Ltd → Acme India Ltd; Contact Phone none → 9876543210',
    },
  ]);
  desk.announced.length = 0;
  await confirm(asha, reply.import_id);

  expect(await desk.db.select().from(subscriptionsTable).orderBy(subscriptionsTable.id)).toMatchObject([
    { numberOfSeats: 30, price: '1.50', ownRenewalDate: '2027-04-01' },
  ]);
  expect(await desk.db.select().from(customersTable).orderBy(customersTable.id)).toMatchObject([
    { companyName: 'Acme India Ltd' },
  ]);
  expect(await desk.db.select().from(contactsTable).orderBy(contactsTable.id)).toMatchObject([
    { name: 'anjali@acme.example', phone: '9876543210' },
  ]);
  expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-04' });
  const entries = await desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
  expect(entries.find((entry) => entry.action === 'subscription_changed')).toMatchObject({
    actor: 'asha@desk.example',
    subjectId: 1,
    changes: [
      { field: 'Seats', old: '25', new: '30' },
      { field: 'Price', old: '1500.00', new: '1.50' },
      { field: 'Company Name', old: 'Acme Pvt Ltd', new: 'Acme India Ltd' },
      { field: 'Contact Phone', old: null, new: '9876543210' },
    ],
  });
  const files = entries.filter((entry) => entry.action === 'file_imported');
  expect(files).toHaveLength(2);
  expect(files[1]?.changes).toContainEqual({ field: 'changed', old: null, new: '1' });
});

test('what the data looked like at the check must still hold at the confirmation', async () => {
  const { desk, asha } = await open();
  await importFile(asha, FILE);
  const { reply } = await check(asha, csv(HEADER, [...ACME.slice(0, 5), '40', ...ACME.slice(6)]));
  await desk.db.update(subscriptionsTable).set({ numberOfSeats: 26 });

  const confirmed = await confirm(asha, reply.import_id);

  expect(confirmed).toMatchObject({ status: 409, reply: { message: imports.confirm.refusals[409] } });
  expect(await desk.db.select().from(subscriptionsTable).orderBy(subscriptionsTable.id)).toMatchObject([
    { numberOfSeats: 26 },
    { numberOfSeats: 26 },
  ]);
});

test('a file is confirmed once, however many confirm it at the same time', async () => {
  const { desk, asha } = await open();
  const { reply } = await check(asha, FILE);

  const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(asha, reply.import_id)));

  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  expect(await desk.db.$count(subscriptionsTable)).toBe(2);
});

test('two files with the same new subscription are written once', async () => {
  const { desk, asha } = await open();
  const files = await Promise.all([check(asha, FILE), check(asha, FILE)]);

  const answers = await Promise.all(files.map(({ reply }) => confirm(asha, reply.import_id)));

  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await counts(desk)).slice(0, 4)).toEqual([2, 2, 0, 2]);
});

test('a failure in the middle leaves nothing behind', async () => {
  const { desk, asha } = await open();
  const { reply } = await check(asha, withColumns(['Contact Email'], [...ACME, 'anjali@acme.example'], [...BETA, '']));
  await desk.pool.query(`alter table renewals add constraint broken check (external_id <> 'S-1') not valid`);

  const confirmed = await confirm(asha, reply.import_id);
  await desk.pool.query('alter table renewals drop constraint broken');

  expect(confirmed.status).toBe(500);
  expect(await counts(desk)).toEqual(NOTHING);
  expect(
    await desk.db
      .select()
      .from(auditLogTable)
      .where(sql`action <> 'import_checked'`),
  ).toEqual([]);
  expect(desk.announced).toEqual([]);
  expect((await confirm(asha, reply.import_id)).status).toBe(200);
});

test('10,000 rows are checked, told in part, and written in one go', async () => {
  const { desk, asha } = await open();
  const lines = Array.from({ length: 10_000 }, (_, at) => [
    `c${at % 4_000}.example`,
    `Company ${at % 4_000}`,
    `S-${at}`,
    'Vault',
    'ANNUAL',
    '5',
    '01-04-2027',
    '100',
  ]);
  const { reply } = await check(asha, csv(HEADER, ...lines));
  expect(reply).toMatchObject({ tally: { new: 10_000 }, more: 9_800 });
  expect(reply.rows).toHaveLength(200);

  const confirmed = await confirm(asha, reply.import_id);

  expect(confirmed).toMatchObject({ status: 200, reply: { renewals_opened: 10_000 } });
  expect(await counts(desk)).toEqual([4_000, 4_000, 0, 10_000, 10_000, 10_000]);
  expect(await desk.db.$count(auditLogTable, sql`action = 'subscription_imported'`)).toBe(10_000);
}, 60_000);

test('a subscription that a file cancels ends, and its renewal with it; active again it opens anew', async () => {
  const { desk, asha } = await open();
  await importFile(asha, FILE);

  await importFile(asha, withColumns(['Status'], [...ACME, 'Cancelled']));
  expect(await desk.db.select().from(renewalsTable).orderBy(renewalsTable.id)).toMatchObject([
    { state: 'closed', closedBecause: 'ended' },
  ]);

  await importFile(asha, withColumns(['Status'], [...ACME, 'Active']));
  expect(await desk.db.select().from(renewalsTable).orderBy(renewalsTable.id)).toMatchObject([
    { state: 'open', termEnd: '2027-04-01' },
  ]);
});
