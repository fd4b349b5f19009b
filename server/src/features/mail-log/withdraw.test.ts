import { mailLog } from '@desk/contract/mail-log';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { openDesk, RAVI } from './testing/mails.ts';

const NONE = { status: 409, reply: { message: 'None of them waits any more.' } };
const notice = {
  channel: 'Email',
  purpose: 'notice',
  recipient: RAVI,
  body: 'Dear Ravi',
  createdBy: 'system',
} as const;
const BY_ASHA = 'Withdrawn by asha@desk.example';

async function openQueue() {
  const desk = await openDesk();
  return {
    ...desk,
    withdraw: (message_ids: number[], headers = {}) => desk.asha.calls(mailLog.withdraw, { message_ids }, headers),
    resend: async (message_id: number) => (await desk.asha.calls(mailLog.resend, { message_id })).status,
    states: async () => (await desk.messages()).map(({ state }) => state),
    /** A message about renewals. */
    about: async (renewalIds: number[], message: object = {}) => {
      const id = await desk.written({ purpose: 'renewal', ...message });
      await desk.db.insert(outboxRenewalsTable).values(renewalIds.map((renewalId) => ({ messageId: id, renewalId })));
      return id;
    },
    words: async () =>
      (await desk.db.select().from(renewalsTable).orderBy(asc(renewalsTable.id))).map((one) => one.notification),
  };
}

async function openTwo() {
  const desk = await openQueue();
  const one = await makeRenewal(desk.db, { customer: { email: RAVI } });
  const other = await makeRenewal(desk.db, { domain: 'north.example', customer: { email: RAVI } });
  await desk.pool.query(`update renewals set notification = 'queued'`);
  return { ...desk, one: one.id, other: other.id };
}

test('messages are withdrawn: they have failed, by whom is said, and the log and the history of their renewals have it', async () => {
  const desk = await openTwo();
  await desk.hold(true);
  const ids = [await desk.about([desk.one, desk.other], { attempts: 2, reason: '450 Busy' }), await desk.written()];
  desk.announced.length = 0;

  const answer = await desk.withdraw(ids);

  expect(answer).toMatchObject({ status: 200, reply: { withdrawn: 2, left: 0 } });
  const ended = { state: 'failed', reason: BY_ASHA, leasedUntil: null, nextTryAt: null };
  expect(await desk.messages()).toMatchObject([ended, ended]);
  const times = await desk.pool.query(
    `select from outbox where finished_at between now() - interval '1 minute' and now()`,
  );
  expect(times.rowCount).toBe(2);
  expect(await desk.words()).toEqual(['failed', 'failed']);
  const withdrawn = ids.map((id) => `mail_withdrawn ${id} asha@desk.example`);
  expect(await desk.entries('mail')).toEqual(['mail_held null asha@desk.example', ...withdrawn]);
  const reported = [desk.one, desk.other].map((id) => `notification_withdrawn ${id} asha@desk.example`);
  expect(await desk.entries('renewal')).toEqual(reported);
  expect(desk.announced).toEqual([
    { kind: 'mail' },
    { kind: 'month', month: '2027-04' },
    { kind: 'notification', renewal_id: desk.one },
    { kind: 'notification', renewal_id: desk.other },
  ]);
});

test('what was withdrawn does not leave when the others do, until it is sent again', async () => {
  const desk = await openTwo();
  await desk.hold(true);
  const [first = 0] = await queueMessages(desk.db, { ...notice, subject: 'Wrong' }, { ...notice, subject: 'Right' });
  const third = await desk.about([desk.one]);
  await desk.work();
  expect((await desk.withdraw([first, third])).reply).toEqual({ withdrawn: 2, left: 0 });
  await desk.hold(false);
  await desk.work();
  expect(desk.sent.map(({ subject }) => subject)).toEqual(['Right']);

  expect([await desk.resend(first), await desk.resend(third)]).toEqual([200, 200]);
  await desk.work();

  expect(desk.sent.map(({ subject }) => subject)).toEqual(['Right', 'Wrong', 'Hello']);
  expect(await desk.messages()).toMatchObject(Array(3).fill({ state: 'sent', reason: null, attempts: 1 }));
  expect(await desk.words()).toEqual(['sent', 'queued']);
});

test('only what waits and is nobody’s is withdrawn; what of the others is named counts once, and stays as it was', async () => {
  const desk = await openQueue();
  const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const waiting = [
    await desk.written(),
    await desk.written({ attempts: 1, nextTryAt: fromNow(3600), reason: '450 Busy' }),
    await desk.written({ attempts: 1, leasedUntil: new Date('2026-01-01') }),
  ];
  const others = [
    await desk.written({ attempts: 1, leasedUntil: new Date('2100-01-01') }),
    await desk.written({ state: 'sent' }),
    await desk.written({ state: 'failed', reason: '550 No such user' }),
    await desk.written({ purpose: 'otp' }),
  ];
  const before = (await desk.messages()).slice(waiting.length);
  const named = [...others, ...waiting, 99, ...waiting, 99];

  expect((await desk.withdraw(named)).reply).toEqual({ withdrawn: 3, left: 5 });

  expect(await desk.messages()).toMatchObject([...Array<object>(3).fill({ reason: BY_ASHA }), ...before]);
  expect(await desk.withdraw(named)).toMatchObject(NONE);
  expect(await desk.entries('mail')).toHaveLength(3);
});

test('one to five hundred are named', async () => {
  const desk = await openQueue();
  await desk.pool.query(`insert into outbox (channel, purpose, recipient, body, created_by, created_at)
    select 'SMS', 'notice', '+9198000' || n, 'Hello', 'system', now() from generate_series(1, 501) n`);
  const all = Array.from({ length: 501 }, (_, n) => n + 1);
  expect((await desk.withdraw([])).status).toBe(400);
  expect((await desk.withdraw(all)).status).toBe(400);
  expect((await desk.withdraw(all.slice(1))).reply).toEqual({ withdrawn: 500, left: 0 });
  expect(await desk.states()).toEqual(['queued', ...Array<string>(500).fill('failed')]);
});

test('the word of a renewal is that of its last notification, whichever was withdrawn', async () => {
  const desk = await openTwo();
  const early = await desk.about([desk.one], { state: 'failed', createdAt: new Date('2026-01-01') });
  await desk.about([desk.one], { state: 'sent', createdAt: new Date('2026-01-02') });
  expect(await desk.resend(early)).toBe(200);
  expect((await desk.words())[0]).toBe('queued');

  await desk.withdraw([early]);

  expect((await desk.words())[0]).toBe('sent');
});

test('what was withdrawn gives its key to what says the same anew, and a withdrawn copy to another copy', async () => {
  const desk = await openQueue();
  const [first = 0] = await queueMessages(desk.db, { ...notice, dedupeKey: 'order:1' });
  await desk.withdraw([first]);
  const [second = 0] = await queueMessages(desk.db, { ...notice, dedupeKey: 'order:1' });
  expect(second).toBeGreaterThan(first);
  expect(await desk.resend(first)).toBe(409);
  await desk.withdraw([second]);
  expect(await desk.resend(first)).toBe(200);
  expect(await desk.resend(second)).toBe(409);
  await desk.work();

  expect(await desk.resend(first)).toBe(200);
  const copy = (await desk.messages()).at(-1)?.id ?? 0;
  await desk.withdraw([copy]);
  expect([await desk.resend(first), await desk.resend(copy)]).toEqual([200, 409]);
  await desk.work();
  expect(desk.sent).toHaveLength(2);
});

test('a click that is repeated under its key is one, and answers the same', async () => {
  const desk = await openQueue();
  const ids = [await desk.written(), await desk.written({ state: 'sent' })];
  const key = { 'idempotency-key': 'click-1' };
  const [first, again] = [await desk.withdraw(ids, key), await desk.withdraw(ids, key)];
  expect(first.reply).toEqual({ withdrawn: 1, left: 1 });
  expect(again).toMatchObject({ status: 200, reply: first.reply });
  expect(await desk.entries('mail')).toHaveLength(1);
});

test('messages are withdrawn by administrators who have the page of the log', async () => {
  const desk = await openQueue();
  const message_ids = [await desk.written()];
  const others = [
    await desk.as({ email: 'sunil@desk.example', role: 'SALESC' }),
    await desk.as({ email: RAVI, kind: 'customer' }),
    await desk.as({ email: 'meera@desk.example', menus: ['jobs'] }),
  ];
  for (const other of others) expect((await other.calls(mailLog.withdraw, { message_ids })).status).toBe(403);
  expect(await desk.states()).toEqual(['queued']);
});

test('of many who withdraw the same at the same time each message is told to one', async () => {
  const desk = await openTwo();
  const ids = [];
  for (const about of [[desk.one], [desk.other], [desk.other, desk.one]]) ids.push(await desk.about(about));
  const clicks = await Promise.all([ids, ids.toReversed(), ids].map((named) => desk.withdraw(named)));
  const received = clicks.flatMap(({ status, reply }) => (status === 200 ? [reply.withdrawn] : []));
  expect(received.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await desk.entries('mail')).toHaveLength(3);
});
