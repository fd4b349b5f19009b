import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import { renewals } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const NOW = new Date('2026-11-21T08:00:00Z');

async function open() {
  const desk = await testServer({ now: () => NOW });
  const asha = await desk.as();
  const { id } = await makeRenewal(desk.db, { renewsOn: '2026-11-30' });
  const status = (formData: object) =>
    asha.calls(followUp.saveStatus, { renewal_id: id, formData: { highlight: 'Green', ...formData } });
  return { desk, asha, id, status };
}

test('Follow Up Comments is the newest line of the history, whoever wrote it and however', async () => {
  const { desk, asha, id, status } = await open();
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  await desk.db.update(domainsTable).set({ ownerId: ravi.id });
  const both = async () => {
    const { reply } = await asha.calls(followUp.comments, { renewal_id: id });
    const row = (await asha.calls(renewals.all, {})).reply.customer[0];
    return [row?.followup_comments, reply.followup_comment[0]?.followup_comment ?? null];
  };

  expect(await both()).toEqual([null, null]);
  await status({ status: 'In Discussion' });
  expect(await both()).toEqual(['In Discussion', 'In Discussion']);
  await asha.calls(followUp.addComment, { renewal_id: id, comment: 'Called' });
  expect(await both()).toEqual(['Called', 'Called']);
  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' });
  const request = 'Customer: wants to talk before the renewal.';
  expect(await both()).toEqual([request, request]);
  await status({ status: 'Extension', extension_date: '2026-12-15' });
  expect(await both()).toEqual(['Extension: until 15-12-2026', 'Extension: until 15-12-2026']);
});

test.each([
  [
    { status: 'Extension', extension_date: '2001-01-01' },
    'extension_date',
    /^Choose the extension date from 30-11-2026/,
  ],
  [{ status: 'Extension', extension_date: '2029-01-01' }, 'extension_date', /up to 30-11-2028\.$/],
  [
    { status: 'Confirmation Received', add_lic: '0', com_next_renewal_date: '2001-01-01' },
    'com_next_renewal_date',
    /^Choose the next renewal date after 30-11-2026, up to 30-11-2031\.$/,
  ],
  [
    { status: 'Upgrade', add_lic: '0', supportType: 'managed_service', managed_service_start_date: '2001-01-01' },
    'managed_service_start_date',
    /^Choose the start of the service from 30-11-2024/,
  ],
] as const)('%j is refused at its field, and nothing is written', async (formData, field, message) => {
  const { desk, id, status } = await open();

  const answer = await status(formData);

  expect([answer.status, answer.reply.fields]).toEqual([
    400,
    [{ path: `formData.${field}`, message: expect.stringMatching(message) as string }],
  ]);
  const { rows } = await desk.pool.query(
    'select version, (select count(*)::int from renewal_comments) as lines from renewals where id = $1',
    [id],
  );
  expect(rows).toEqual([{ version: 1, lines: 0 }]);
});
