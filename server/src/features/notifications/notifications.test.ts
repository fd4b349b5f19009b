import { notifications } from '@desk/contract/notifications';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';

const GONE = 999_999;
const RAVI = 'ravi@acme.example';
const NO_DATA = { status: 404, reply: { message: 'No Data Present' } };

async function deskWithRenewal(input: Parameters<typeof makeRenewal>[1] = {}, options: TestServerOptions = {}) {
  const desk = await testServer({ now: () => new Date('2027-03-10T06:00:00Z'), ...options });
  const asha = await desk.as();
  const { id, customerId } = await makeRenewal(desk.db, input);
  await makeContact(desk.db, customerId, { name: 'Ravi Iyer', email: RAVI, phone: '98000 00001' });
  const send = (request: object = {}) =>
    asha.calls(notifications.send, {
      requestBody: { emails: [RAVI], phones: [], renewal_id: id, notification_type: 'Email', ...request },
    });
  return { desk, asha, id, customerId, send };
}
const outbox = ({ db }: TestServer) => db.select().from(outboxTable).orderBy(asc(outboxTable.id));
async function stateOf({ db }: TestServer, id: number) {
  const [row] = await db.select().from(renewalsTable).where(eq(renewalsTable.id, id));
  return row?.notification;
}

test('the dialog offers every address of the customer once', async () => {
  const { desk, asha, id, customerId } = await deskWithRenewal({
    customer: { email: 'Office@acme.example', phone: '+91 98000 00001' },
  });
  await makeContact(desk.db, customerId, { name: 'Meera', email: 'office@ACME.example', mobile: '09800000002' });
  await makeContact(desk.db, customerId, { name: 'Nobody', phone: 'ask at the desk' });
  await makeRenewal(desk.db, { domain: 'other.example', customer: { email: 'boss@other.example' } });

  const { reply } = await asha.calls(notifications.customer, { renewal_id: id });

  expect(reply.zoho_customer).toEqual([
    {
      addressee: 'customer',
      domain_name: 'acme.example',
      customer_name: 'Ravi Iyer',
      company_name: 'Acme Pvt Ltd',
      email: ['office@acme.example', RAVI],
      phone: ['+919800000001', '+919800000002'],
    },
  ]);
});

test('a customer without any address has no row, an unknown renewal no answer', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const { id } = await makeRenewal(desk.db);

  expect(await asha.calls(notifications.customer, { renewal_id: id })).toMatchObject({
    status: 200,
    reply: { zoho_customer: [] },
  });
  expect(await asha.calls(notifications.customer, { renewal_id: GONE })).toMatchObject(NO_DATA);
  expect(await asha.calls(notifications.preview, { renewal_id: GONE, notification_type: 'SMS' })).toMatchObject(
    NO_DATA,
  );
  expect(await asha.calls(notifications.results, { renewal_id: GONE })).toMatchObject(NO_DATA);
});

test('what is queued is what the preview shows, made from the renewal and not from the request', async () => {
  const { desk, asha, id, send } = await deskWithRenewal({ renewal: { price: '66000' } });
  const { reply: preview } = await asha.calls(notifications.preview, { renewal_id: id, notification_type: 'Email' });

  const { status, reply } = await send({
    domain_name: 'evil.example',
    company_name: 'Evil Ltd',
    renewalDate: '2031-01-01',
    subscriptionId: 'x',
  });

  expect([status, reply]).toEqual([200, { queued: 1 }]);
  expect(preview.text).toContain('Price: INR 66,000.00');
  expect(await outbox(desk)).toMatchObject([
    {
      channel: 'Email',
      purpose: 'renewal',
      recipient: RAVI,
      subject: preview.subject,
      body: preview.text,
      parameters: null,
      state: 'queued',
      createdBy: 'asha@desk.example',
    },
  ]);
  expect((await asha.calls(notifications.results, { renewal_id: id })).reply.notifications).toHaveLength(1);
  expect(await stateOf(desk, id)).toBe('queued');
  const log = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(log).toMatchObject([
    {
      action: 'notification_queued',
      actor: 'asha@desk.example',
      subjectId: id,
      changes: [
        { field: 'notification_type', new: 'Email' },
        { field: 'recipients', new: RAVI },
      ],
    },
  ]);
  expect(desk.announced).toEqual([
    { kind: 'month', month: '2027-04' },
    { kind: 'notification', renewal_id: id },
  ]);
});

test('a price is told in the currency of its renewal', async () => {
  const options = { renewal: { price: '1200', currency: 'USD' }, subscription: { currency: 'EUR' } };
  const { desk, send } = await deskWithRenewal(options);

  expect((await send()).status).toBe(200);
  expect((await outbox(desk))[0]?.body).toContain('Price: USD 1,200.00\n');
});

test.each([
  ['nobody', { emails: [] }],
  ["a stranger's address", { emails: [RAVI, 'stranger@evil.example'] }],
  ['two addresses in one', { emails: [`${RAVI},stranger@evil.example`] }],
  ["another customer's address", { emails: ['boss@other.example'] }],
  ['no phone', { notification_type: 'SMS' }],
  ["a stranger's phone", { notification_type: 'WhatsApp', phones: ['9800000001', '9899999999'] }],
  ['no number at all', { notification_type: 'SMS', phones: ['call me'] }],
])('a notification to %s is refused and nothing is queued', async (_whom, request) => {
  const { desk, id, send } = await deskWithRenewal();
  const other = await makeRenewal(desk.db, { domain: 'other.example' });
  await makeContact(desk.db, other.customerId, { email: 'boss@other.example', phone: '9899999999' });

  expect(await send(request)).toMatchObject({
    status: 422,
    reply: { message: 'Choose at least one recipient from the contacts of this customer.' },
  });
  expect(await outbox(desk)).toEqual([]);
  expect(await stateOf(desk, id)).toBeNull();
  expect(await desk.db.select().from(auditLogTable)).toEqual([]);
});

test.each([`${RAVI}\r\nBcc: evil@evil.example`, `${RAVI}\u0000`])('%j is no address', async (address) => {
  const { desk, send } = await deskWithRenewal();

  expect((await send({ emails: [address] })).status).toBe(400);
  expect(await outbox(desk)).toEqual([]);
});

test('an address in another spelling reaches the stored one, a number in any spelling its person', async () => {
  const { desk, send } = await deskWithRenewal();

  expect((await send({ emails: ['ＲAVI@Acme.example', RAVI] })).reply).toEqual({ queued: 1 });
  const phones = ['+91-9800000001', '098000 00001'];
  expect((await send({ notification_type: 'SMS', phones })).reply).toEqual({ queued: 1 });
  expect((await outbox(desk)).map(({ recipient }) => recipient)).toEqual([RAVI, '+919800000001']);
});

test('of twenty clicks at the same time one queues the message, the others are told', async () => {
  const { desk, send } = await deskWithRenewal();

  const answers = await Promise.all(Array.from({ length: 20 }, () => send()));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.reply.message).toBe(
    'This notification was already sent to these recipients today.',
  );
  expect(await outbox(desk)).toHaveLength(1);
  expect(await desk.db.select().from(auditLogTable)).toHaveLength(1);
});

test('the same message may go out again the next business day, and to somebody new at once', async () => {
  const times = { now: new Date('2027-03-10T18:20:00Z') };
  const { desk, customerId, send } = await deskWithRenewal({}, { now: () => times.now });
  await makeContact(desk.db, customerId, { email: 'meera@acme.example' });

  expect((await send()).reply).toEqual({ queued: 1 });
  expect((await send({ emails: [RAVI, 'meera@acme.example'] })).reply).toEqual({ queued: 1 });
  expect((await send({ emails: [RAVI, 'meera@acme.example'] })).status).toBe(409);
  times.now = new Date('2027-03-10T18:31:00Z');
  expect((await send()).reply).toEqual({ queued: 1 });
  expect((await outbox(desk)).map(({ recipient }) => recipient)).toEqual([RAVI, 'meera@acme.example', RAVI]);
});

test('only a failed message is sent again', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  await send();
  const [message] = await outbox(desk);
  const message_id = message?.id ?? 0;

  expect(await asha.calls(notifications.resend, { message_id })).toMatchObject({
    status: 409,
    reply: { message: 'Only a failed message that was not sent anew can be sent again.' },
  });
  await desk.work();
  const { reply } = await asha.calls(notifications.results, { renewal_id: id });
  expect(reply.notifications).toEqual([
    {
      message_id,
      notification_type: 'Email',
      recipient: RAVI,
      state: 'failed',
      reason: 'E-mail is not configured',
      attempts: 1,
      created_by: 'asha@desk.example',
      created_at: expect.stringMatching(/Z$/) as string,
      finished_at: expect.stringMatching(/Z$/) as string,
    },
  ]);
  expect(await stateOf(desk, id)).toBe('failed');

  const both = await Promise.all([1, 2].map(() => asha.calls(notifications.resend, { message_id })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stateOf(desk, id)).toBe('queued');
  expect(await outbox(desk)).toMatchObject([{ state: 'queued', attempts: 0, reason: null, finishedAt: null }]);
  const log = await desk.db.select({ action: auditLogTable.action }).from(auditLogTable).orderBy(auditLogTable.id);
  const actions = log.map(({ action }) => action);
  expect(actions).toEqual(['notification_queued', 'notification_failed', 'notification_queued_again']);
});

test.each([
  ['closed', { state: 'closed', closedBecause: 'renewed' }],
  ['lost', { confirmationStatus: 'Lost' }],
  ['moved away', { confirmationStatus: 'Moved to O365' }],
  ['suspended', { confirmationStatus: 'Suspended' }],
] as const)('a renewal that is %s is announced to nobody as due', async (_, renewal) => {
  const { desk, asha, id, send } = await deskWithRenewal({ renewal });
  const message = 'This renewal is closed or suspended, or its customer has left: it is not due any more.';

  const preview = await asha.calls(notifications.preview, { renewal_id: id, notification_type: 'Email' });
  expect(preview).toMatchObject({ status: 410, reply: { message } });
  expect(await send()).toMatchObject({ status: 410, reply: { message } });
  expect(await outbox(desk)).toEqual([]);
});

test('a message that has failed is not sent again once its renewal is closed', async () => {
  const { desk, asha, send } = await deskWithRenewal();
  await send();
  await desk.work();
  await desk.db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' });
  const [message] = await outbox(desk);

  expect((await asha.calls(notifications.resend, { message_id: message?.id ?? 0 })).status).toBe(410);
  expect(await outbox(desk)).toMatchObject([{ state: 'failed' }]);
});

test('a message that has failed is no reason to refuse another one on that day', async () => {
  const { desk, send } = await deskWithRenewal();
  await send();
  await desk.work();

  expect((await send()).reply).toEqual({ queued: 1 });
  expect((await send()).status).toBe(409);
  expect((await outbox(desk)).map(({ state }) => state)).toEqual(['failed', 'queued']);
});

test('a one-time code is no notification that could be sent again', async () => {
  const { desk, asha } = await deskWithRenewal();
  const code = { channel: 'Email', purpose: 'otp', state: 'failed', recipient: RAVI, createdBy: 'system' } as const;
  const [row] = await desk.db.insert(outboxTable).values(code).returning();

  expect(await asha.calls(notifications.resend, { message_id: row?.id ?? 0 })).toMatchObject(NO_DATA);
  expect(await outbox(desk)).toMatchObject([{ state: 'failed' }]);
});
