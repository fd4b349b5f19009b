import { notifications } from '@desk/contract/notifications';
import { resellers } from '@desk/contract/resellers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { mailbox, mailer, messages } from './testing/external-services.ts';

/** A desk that reaches the mailbox, and a reseller with two renewals. */
async function deskWithReseller() {
  const desk = await testServer({ clients: { mailer }, now: () => new Date('2027-03-10T06:00:00Z') });
  const asha = await desk.as();
  const nila = { name: 'Nila Rao', companyName: 'North Cloud', email: 'nila@north.example' };
  const [reseller] = await desk.db.insert(resellersTable).values(nila).returning();
  const customer = { resellerId: reseller?.id ?? null };
  const ids: number[] = [];
  for (const domain of ['a.example', 'b.example'])
    ids.push((await makeRenewal(desk.db, { domain, externalId: `id-${domain}`, customer })).id);
  const notify = () => asha.calls(resellers.notify, { subscriptionIds: 'id-a.example,id-b.example' });
  const words = async () => {
    const rows = await desk.db.select().from(renewalsTable).orderBy(renewalsTable.id);
    return rows.map(({ notification }) => notification);
  };
  const results = async (id = ids[0] ?? 0) =>
    (await asha.calls(notifications.results, { renewal_id: id })).reply.notifications;
  return { desk, asha, ids, notify, words, results };
}

test('a mail to a reseller that is refused is told at each of its renewals, and can be sent again from any', async () => {
  const { desk, asha, ids, notify, words, results } = await deskWithReseller();
  mailbox.faults.next({ kind: '550' });
  await notify();
  expect(await words()).toEqual(['queued', 'queued']);
  desk.announced.length = 0;

  await desk.work();

  expect(await words()).toEqual(['failed', 'failed']);
  for (const id of ids)
    expect(await results(id)).toMatchObject([
      { recipient: 'nila@north.example', state: 'failed', reason: '550 No such user' },
    ]);
  const failed = await desk.db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'notification_failed'))
    .orderBy(auditLogTable.id);
  expect(failed.map(({ subjectId }) => subjectId)).toEqual(ids);
  expect(failed[0]?.changes).toContainEqual({ field: 'reason', old: null, new: '550 No such user' });
  expect(desk.announced).toEqual([
    { kind: 'month', month: '2027-04' },
    ...ids.map((renewal_id) => ({ kind: 'notification', renewal_id })),
    { kind: 'mail' },
  ]);

  const [message] = await results(ids[1]);
  expect((await asha.calls(notifications.resend, { message_id: message?.message_id ?? 0 })).status).toBe(200);
  expect(await words()).toEqual(['queued', 'queued']);
  await desk.work();
  expect(mailbox.messages()).toMatchObject([{ to: ['nila@north.example'] }]);
  expect(await words()).toEqual(['sent', 'sent']);
});

test('after a failure the reseller can be told on the same day; what is on its way or sent is not sent twice', async () => {
  const { desk, notify, words, results } = await deskWithReseller();
  mailbox.faults.next({ kind: '550' });
  await notify();
  await desk.work();

  expect((await notify()).status).toBe(200);
  expect((await notify()).status).toBe(409);
  await desk.work();

  expect((await notify()).status).toBe(409);
  expect(await words()).toEqual(['sent', 'sent']);
  expect((await messages(desk)).map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect((await results()).map(({ state }) => state)).toEqual(['sent', 'failed']);
});

test('who was told of the renewals of a reseller stands in one list: each person, by which channel, and what became of it', async () => {
  const { desk, asha, ids, notify } = await deskWithReseller();
  await notify();
  await desk.work();
  mailbox.faults.next({ kind: '550' });
  const own = {
    emails: ['nila@north.example'],
    phones: [],
    renewal_id: ids[1] ?? 0,
    notification_type: 'Email' as const,
  };
  await asha.calls(notifications.send, { requestBody: own });
  await desk.work();

  const { reply } = await asha.calls(resellers.results, { month: '2027-04', reseller_email: 'NILA@north.example' });

  expect(reply.notifications).toMatchObject([
    {
      recipient: 'nila@north.example',
      notification_type: 'Email',
      state: 'failed',
      reason: '550 No such user',
      renewals: 1,
      domain_name: 'b.example',
    },
    {
      recipient: 'nila@north.example',
      notification_type: 'Email',
      state: 'sent',
      renewals: 2,
      domain_name: 'a.example',
      created_by: asha.email,
    },
  ]);
  const other = await asha.calls(resellers.results, { month: '2027-05', reseller_email: 'nila@north.example' });
  expect(other.reply.notifications).toEqual([]);
});
