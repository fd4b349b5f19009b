import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit } from '../../platform/audit/audit.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { deskWith } from './testing/desk-with.ts';

test('details start the comment form: current product, contact, and the next dates by the calendar', async () => {
  const { asha, made } = await deskWith({
    renewsOn: '2028-02-29',
    sku: 'Google Workspace Business Plus',
    customer: { zohoContactId: '470001' },
  });

  const { reply } = await asha.calls(renewals.details, { renewal_id: made[0]?.id ?? 0 });

  expect(reply.domain).toMatchObject([
    {
      skuName: 'Google Workspace Business Plus',
      customerDomain: 'd0.example',
      domain_name: 'd0.example',
      zoho_contact_id: '470001',
      next_renewal_dates: { annual: '2029-02-28', months24: '2030-02-28', months36: '2031-02-28' },
    },
  ]);
  expect(await asha.calls(renewals.details, { renewal_id: 999 })).toMatchObject({
    status: 404,
    reply: { message: 'No Domain Found' },
  });
});

test('only active people who work renewals can be chosen as members', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.account({ email: 'ravi@desk.example', role: 'RMEMBER', name: 'Ravi' });
  await desk.account({ email: 'gone@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  await desk.account({ email: 'sales@desk.example', role: 'SALESC' });
  await desk.account({ email: 'customer@acme.example', kind: 'customer' });

  expect((await asha.calls(renewals.members, {})).reply.members).toEqual([
    { email: 'asha@desk.example', name: 'Asha' },
    { email: 'ravi@desk.example', name: 'Ravi' },
  ]);
});

test('who may not be given renewals any more is named as long as some are theirs', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const gone = await desk.account({ email: 'gone@desk.example', role: 'RMEMBER', name: 'Gita', status: 'SUSPENDED' });
  await desk.account({ email: 'idle@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  const { id } = await makeRenewal(desk.db, { renewal: { assignedToId: gone.id } });
  const former = async () => (await asha.calls(renewals.members, {})).reply.former;

  expect(await former()).toEqual([{ email: 'gone@desk.example', name: 'Gita' }]);
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id }).where(eq(renewalsTable.id, id));
  expect(await former()).toEqual([]);
});

test('products are what somebody has and what is sold, each once', async () => {
  const { asha } = await deskWith({ sku: 'G Suite Legacy' }, { sku: 'Google Workspace Business Starter' });
  const names = (await asha.calls(renewals.products, {})).reply.products.map((product) => product.productname);
  expect(names).toEqual(
    expect.arrayContaining(['G Suite Legacy', 'Google Workspace Business Starter', 'Google Vault']),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('the history of a renewal tells every write in words, newest first', async () => {
  const { desk, asha, made } = await deskWith({ renewsOn: '2027-04-10' }, {});
  const [id = 0, otherId = 0] = made.map((renewal) => renewal.id);
  await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North' });
  await asha.calls(renewals.setZone, { renewal_id: otherId, zone: 'South' });
  await audit(
    desk.db,
    {},
    {
      action: 'term_moved',
      subject: 'renewal',
      subjectId: id,
      changes: [
        { field: 'term_end', old: '2027-04-10', new: '2027-04-12' },
        { field: 'highlight_case', old: null, new: 'Red' },
        { field: 'agreementStatus', old: 'Sent', new: 'Signed' },
      ],
    },
  );

  const { history } = (await asha.calls(renewals.history, { renewal_id: id })).reply;

  expect(history.map(({ by, action, changes }) => [by, action, changes])).toEqual([
    [
      'system',
      'Term moved',
      [
        { field: 'Renewal Date', old: '2027-04-10', new: '2027-04-12' },
        { field: 'Highlighted Case', old: null, new: 'Red' },
        { field: 'Agreement Status', old: 'Sent', new: 'Signed' },
      ],
    ],
    [asha.email, 'Zone changed', [{ field: 'Zone', old: null, new: 'North' }]],
  ]);
  expect((await asha.calls(renewals.history, { renewal_id: otherId })).reply.history).toHaveLength(1);
});
