import { gunzipSync } from 'node:zlib';
import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { customersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { deskWith } from './testing/desk-with.ts';

const month = '2027-04';

test('staff read the renewals of one month in the order of their dates, and no other month', async () => {
  const { asha } = await deskWith(
    { domain: 'late.example', renewsOn: '2027-04-30' },
    { domain: 'early.example', renewsOn: '2027-04-01' },
    { domain: 'before.example', renewsOn: '2027-03-31' },
    { domain: 'after.example', renewsOn: '2027-05-01' },
  );

  const { status, reply } = await asha.calls(renewals.monthly, { month: '2027-04%' });

  expect(status).toBe(200);
  expect(reply.customer.map((row) => row.domain_name)).toEqual(['early.example', 'late.example']);
});

test('a row carries dates, amounts and texts exactly as they are stored', async () => {
  const comment = 'He said "yes"\\\n\tनमस्ते 🙂 \u2028';
  const { asha, desk } = await deskWith({
    renewsOn: '2027-04-01',
    customer: { email: 'billing@acme.example', zohoCustomerId: '460001' },
    renewal: {
      price: '1234567.50',
      margin: '12.00',
      followupComment: comment,
      zone: 'West',
      providerRenewalDate: '2027-03-29',
    },
  });
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });

  const expected = {
    domain_name: 'd0.example',
    company_name: 'Acme Pvt Ltd',
    renewal_date: '2027-04-01',
    provider_renewal_date: '2027-03-29',
    google_renewal_date: null,
    price: '1234567.50',
    margin: '12.00',
    followup_comments: comment,
    number_of_seats: 25,
    licensed_seats: null,
    customer_email: 'billing@acme.example',
    assigned_to: asha.email,
    zoho_customer_id: '460001',
    version: 1,
  };
  expect((await asha.calls(renewals.monthly, { month })).reply.customer[0]).toMatchObject(expected);
  expect((await asha.calls(renewals.all, {})).reply.customer[0]).toMatchObject(expected);
});

test('who has the month already is sent no rows, until something in it changes', async () => {
  const { asha, made } = await deskWith({});
  const { reply } = await asha.calls(renewals.monthly, { month });

  const again = await asha.calls(renewals.monthly, { month, revision: reply.revision });
  expect(again.reply).toEqual({ customer: [], revision: reply.revision, unchanged: true });

  await asha.calls(renewals.setZone, { renewal_id: made[0]?.id ?? 0, zone: 'North' });
  const changed = await asha.calls(renewals.monthly, { month, revision: reply.revision });
  expect(changed.reply.unchanged).toBeUndefined();
  expect(changed.reply.customer[0]?.zone).toBe('North');
});

test('every kind of write is seen at the next read of its month, and no other month is sent anew', async () => {
  const { desk, asha, made } = await deskWith({}, { renewsOn: '2027-05-10' });
  const id = made[0]?.id ?? 0;
  const revisionOf = async (of: string) => (await asha.calls(renewals.monthly, { month: of })).reply.revision;
  const may = await revisionOf('2027-05');
  const version = async () => (await asha.calls(renewals.monthly, { month })).reply.customer[0]?.version ?? 0;
  const file = { name: 'a.csv', bytes: `Subscription Id,Assigned To\nS-0,${asha.email}\n` };
  const writes: [string, () => Promise<unknown>][] = [
    ['zone', () => asha.calls(renewals.setZone, { renewal_id: id, zone: 'South' })],
    ['segment', () => asha.calls(renewals.setSegment, { renewal_id: id, segments: 'SMB' })],
    ['assignee by file', () => asha.uploads(renewals.bulkAssign, { month }, file)],
    ['assignee', () => asha.calls(renewals.setAssignee, { renewalid: id, emailid: '' })],
    [
      'details',
      async () =>
        asha.calls(renewals.updateDetails, {
          renewal_id: id,
          version: await version(),
          zone: 'North',
          segments: null,
          assigned_to: asha.email,
        }),
    ],
    [
      'company',
      () =>
        desk.db
          .update(customersTable)
          .set({ companyName: 'New Name' })
          .where(eq(customersTable.id, made[0]?.customerId ?? 0)),
    ],
    [
      'account',
      () => desk.db.update(accountsTable).set({ email: 'asha.rao@desk.example' }).where(eq(accountsTable.id, asha.id)),
    ],
    ['new renewal', () => makeRenewal(desk.db, { domain: 'new.example' })],
  ];
  for (const [what, write] of writes) {
    const before = await revisionOf(month);
    await write();
    expect(await revisionOf(month), what).not.toBe(before);
  }
  const { reply } = await asha.calls(renewals.monthly, { month });
  expect(reply.customer[0]).toMatchObject({
    company_name: 'New Name',
    assigned_to: 'asha.rao@desk.example',
    zone: 'North',
  });
  expect(await revisionOf('2027-05')).toBe(may);
});

test('many readers of a month while it is written to all get whole answers, the last of them the last state', async () => {
  const { asha, made } = await deskWith({}, {});
  const zones = ['North', 'West', 'South'] as const;
  const reads = Array.from({ length: 12 }, async (_, i) => {
    await asha.calls(renewals.setZone, { renewal_id: made[i % 2]?.id ?? 0, zone: zones[i % 3] ?? 'North' });
    return asha.calls(renewals.monthly, { month });
  });
  for (const { status, reply } of await Promise.all(reads)) {
    expect(status).toBe(200);
    expect(reply.customer).toHaveLength(2);
  }
  const [held, fresh] = [await asha.calls(renewals.monthly, { month }), await asha.calls(renewals.all, {})];
  expect(held.reply.customer).toEqual(fresh.reply.customer);
});

test('a browser that takes gzip gets the same month compressed', async () => {
  const { desk, asha } = await deskWith(...Array.from({ length: 12 }, () => ({})));
  const plain = await asha.calls(renewals.monthly, { month });
  const zipped = await desk.app.inject({
    method: 'POST',
    url: `/api/${renewals.monthly.path}`,
    headers: { authorization: asha.token ?? '', 'accept-encoding': 'gzip' },
    payload: { month },
  });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain.reply);
});

test.each(['', '2027', '2027-13', '%', '2026-1%', "2027-04'--"])('the month %j is refused', async (wrong) => {
  const { asha } = await deskWith();
  expect(await asha.calls(renewals.monthly, { month: wrong })).toMatchObject({
    status: 400,
    reply: { message: 'Choose a month' },
  });
});

test('a month without renewals is an empty list', async () => {
  const { asha } = await deskWith({});
  expect((await asha.calls(renewals.monthly, { month: '2031-01' })).reply.customer).toEqual([]);
});
