import { mailLog, MessagePurpose, MessageState } from '@desk/contract/mail-log';
import { MessageChannel } from '@desk/contract/words/lists';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { seal } from '../../platform/crypto/secret.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { openDesk, RAVI } from './testing/mails.ts';

test('the log has everything that was or will be sent, newest first, fifty a page', async () => {
  const desk = await openDesk();
  await desk.pool.query(`insert into outbox (channel, purpose, recipient, body, created_by, created_at)
    select 'SMS', 'renewal', '+9198000' || n, 'Hello', 'system', timestamptz '2026-11-01' + n * interval '1 minute'
    from generate_series(1, 120) n`);
  const page = async (number: number) => (await desk.asha.calls(mailLog.list, { page: number })).reply;
  const [first, last] = [await page(1), await page(3)];
  expect(first.messages.map(({ message_id }) => message_id)).toEqual(Array.from({ length: 50 }, (_, n) => 120 - n));
  expect(last.messages.map(({ message_id }) => message_id)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  expect(first).toMatchObject({ total: 120, counts: { queued: 120, held: 0, sent: 0, failed: 0 } });
  expect(await page(9)).toMatchObject({ messages: [], total: 120 });
});

test('a row tells all but what the message says', async () => {
  const desk = await openDesk();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 6, minute));
  await desk.written({
    ...{ state: 'queued', attempts: 2, reason: '450 Busy', createdAt: at(1), nextTryAt: at(9) },
    ...{ createdBy: 'asha@desk.example', subject: 'Renewal' },
  });
  expect((await desk.asha.calls(mailLog.list, {})).reply.messages).toEqual([
    {
      ...{ message_id: 1, notification_type: 'Email', purpose: 'notice', recipient: RAVI, subject: 'Renewal' },
      ...{ state: 'queued', reason: '450 Busy', attempts: 2, created_by: 'asha@desk.example', finished_at: null },
      ...{ created_at: '2026-11-21T06:01:00.000Z', next_try_at: '2026-11-21T06:09:00.000Z', expired: false },
    },
  ]);
});

test('days are those of the business, and a search is taken literally', async () => {
  const desk = await openDesk();
  // Kolkata is 5:30 ahead: the 21st begins there at 18:30 of the 20th.
  await desk.written({ createdAt: new Date('2026-11-20T18:29:59Z'), subject: 'up to 100%' });
  await desk.written({ createdAt: new Date('2026-11-20T18:30:00Z'), recipient: 'Meera@Acme.example' });
  await desk.written({ createdAt: new Date('2026-11-21T18:29:59Z'), subject: null });
  const ids = async (filter: object) =>
    (await desk.asha.calls(mailLog.list, filter)).reply.messages.map(({ message_id }) => message_id);
  expect(await ids({ from: '2026-11-21', to: '2026-11-21' })).toEqual([3, 2]);
  expect(await ids({ to: '2026-11-20' })).toEqual([1]);
  expect(await ids({ search: 'mEERA@' })).toEqual([2]);
  expect(await ids({ search: '0%' })).toEqual([1]);
  expect(await ids({ search: '_' })).toEqual([]);
});

test('of a word that more than ten thousand messages have the newest ten thousand are found', async () => {
  const desk = await openDesk();
  await desk.pool.query(`insert into outbox (channel, purpose, recipient, state, created_by, created_at)
    select 'SMS', 'renewal', '+9198000', case when n <= 3 then 'failed' else 'sent' end, 'system',
      timestamptz '2026-11-01' + n * interval '1 minute'
    from generate_series(1, 10002) n`);
  const { reply } = await desk.asha.calls(mailLog.list, { search: '9198' });
  expect(reply).toMatchObject({ total: 10_000, counts: { sent: 9_999, failed: 1 } });
  expect(reply.messages[0]?.message_id).toBe(10_002);
  expect((await desk.asha.calls(mailLog.list, {})).reply.total).toBe(10_002);
});

test('of whatever is asked, the counts are those of the lists behind them', async () => {
  const desk = await openDesk();
  const messages = fc.sample(
    fc.record({
      channel: fc.constantFrom(...MessageChannel.options),
      purpose: fc.constantFrom(...MessagePurpose.options),
      state: fc.constantFrom('queued', 'sent', 'failed'),
      recipient: fc.constantFrom('ravi@acme.example', 'meera@north.example', '+919800000001'),
      subject: fc.constantFrom(null, 'Renewal of acme.example', 'Welcome'),
      createdAt: fc.constantFrom('2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z'),
    }),
    { numRuns: 90, seed: 7 },
  );
  for (const request of messages) await desk.written({ ...request, createdAt: new Date(request.createdAt) });
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
  const filters = fc.record({
    notification_type: maybe(fc.constantFrom(...MessageChannel.options)),
    purpose: maybe(fc.constantFrom(...MessagePurpose.options)),
    search: maybe(fc.constantFrom('', 'ACME', 'e', 'north.example', 'nobody')),
    from: maybe(fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21')),
    to: maybe(fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21')),
  });
  type Filter = typeof filters extends fc.Arbitrary<infer T> ? T : never;
  type Message = (typeof messages)[number];
  const conditions: ((input: Message, filter: Filter) => boolean)[] = [
    ({ channel }, { notification_type = channel }) => channel === notification_type,
    (message, { purpose = message.purpose }) => message.purpose === purpose,
    ({ recipient, subject }, { search = '' }) =>
      [recipient, subject ?? ''].some((text) => text.toLowerCase().includes(search.toLowerCase())),
    ({ createdAt }, { from = '', to = '9999' }) => from <= createdAt.slice(0, 10) && createdAt.slice(0, 10) <= to,
  ];
  const stateOf = ({ state, purpose }: Message, held: boolean) =>
    held && state === 'queued' && purpose !== 'otp' ? 'held' : state;
  /** The state of each message where it is wanted. */
  const wantedBy = (filter: Filter, held: boolean) =>
    messages.map((message) =>
      conditions.every((isMet) => isMet(message, filter)) ? stateOf(message, held) : undefined,
    );

  for (const held of [false, true]) {
    await desk.hold(held);
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const wanted = wantedBy(filter, held);
        const { reply } = await desk.asha.calls(mailLog.list, filter);
        expect(reply.total).toBe(wanted.filter((state) => state !== undefined).length);
        for (const state of MessageState.options) {
          const ids = wanted.flatMap((one, at) => (one === state ? [at + 1] : []));
          expect([state, reply.counts[state]]).toEqual([state, ids.length]);
          const list = (await desk.asha.calls(mailLog.list, { ...filter, state })).reply;
          expect(list).toMatchObject({ total: ids.length, counts: reply.counts });
          expect(list.messages.every((message) => message.state === state)).toBe(true);
          if (ids.length <= 50)
            expect(list.messages.map(({ message_id }) => message_id).sort((a, b) => a - b)).toEqual(ids);
        }
      }),
      { numRuns: 12 },
    );
  }
});

test('a message opens with its text, and with the renewals that it is about', async () => {
  const desk = await openDesk();
  const { id: renewalId } = await makeRenewal(desk.db);
  const id = await desk.written({ purpose: 'renewal', state: 'sent', providerId: '250 Ok as 17' });
  await desk.db.insert(outboxRenewalsTable).values({ messageId: id, renewalId });
  const { reply } = await desk.asha.calls(mailLog.message, { message_id: id });
  expect(reply).toMatchObject({
    message: { message_id: id, state: 'sent' },
    text: 'Dear Ravi',
    provider_id: '250 Ok as 17',
  });
  expect(reply.renewals).toEqual([{ renewal_id: renewalId, domain_name: 'acme.example' }]);
  expect(await desk.asha.calls(mailLog.message, { message_id: 99 })).toMatchObject({
    status: 404,
    reply: { message: 'This message is not there any more.' },
  });
});

test('nobody reads a code or a password here, however the message was written', async () => {
  const desk = await openDesk();
  const SECRET = '482913';
  const sealed = seal(desk.services.secret, `Your code is ${SECRET}`);
  const ids = [
    await desk.written({ purpose: 'otp', body: null, sealed }),
    await desk.written({ purpose: 'otp', body: `Your code is ${SECRET}` }),
    await desk.written({ purpose: 'notice', body: null, sealed }),
    await desk.written({ purpose: 'notice', body: `Your password is ${SECRET}`, sealed }),
  ];
  for (const message_id of ids) {
    const { status, reply } = await desk.asha.calls(mailLog.message, { message_id });
    expect([status, reply.text]).toEqual([200, null]);
    expect(JSON.stringify(reply)).not.toContain(SECRET);
  }
  expect(JSON.stringify((await desk.asha.calls(mailLog.list, { search: SECRET })).reply)).not.toContain(SECRET);
});

test('the log is for administrators who have its page; the switch is seen by all staff, and by no customer', async () => {
  const desk = await openDesk();
  const sales = await desk.as({ email: 'sunil@desk.example', role: 'SALESC' });
  const customer = await desk.as({ email: RAVI, kind: 'customer' });
  for (const other of [sales, customer]) {
    expect((await other.calls(mailLog.list, {})).status).toBe(403);
    expect((await other.calls(mailLog.message, { message_id: 1 })).status).toBe(403);
    expect((await other.calls(mailLog.resend, { message_id: 1 })).status).toBe(403);
    expect((await other.calls(mailLog.hold, { held: true })).status).toBe(403);
  }
  expect((await sales.calls(mailLog.state, {})).reply).toEqual({ held: false, since: null, by: null, waiting: 0 });
  expect((await customer.calls(mailLog.state, {})).status).toBe(403);
});
