import { createHash } from 'node:crypto';
import { jobs } from '@desk/contract/jobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attempt } from '../auth/throttle.ts';
import { deliver, sweepOutbox } from '../features/outbox/jobs.ts';
import type { Mail, Mailer } from '../integrations/mail/mailer.ts';
import {
  accountsTable,
  idempotencyKeysTable,
  otpChallengesTable,
  sessionsTable,
} from '../platform/db/tables/accounts.ts';
import { outboxTable } from '../platform/db/tables/outbox.ts';
import { queueMessages, queueMessagesDelayed } from '../platform/outbox/outbox.ts';
import { withIdempotencyKey } from '../platform/http/idempotency.ts';
import { startWorker } from '../platform/queue/worker.ts';
import { testServer } from '../testing/server.ts';
import { timetable } from './jobs.ts';

/** Another year than the machine's, so that code that asks the machine or the database for the time is found. */
const BEGIN = '2031-05-01T06:00:00Z';
const DAY = 86_400;
const NOTICE = {
  channel: 'Email',
  purpose: 'notice',
  recipient: 'ravi@acme.example',
  subject: 'Hello',
  body: 'Hello',
  createdBy: 'system',
} as const;

/** A desk whose clock stands until it is turned. */
async function deskWithClock(send: (mail: Mail) => ReturnType<Mailer['send']> = sent) {
  const clock = { now: new Date(BEGIN) };
  const mailer = { send, verify: () => Promise.resolve(undefined), close: () => undefined };
  const desk = await testServer({ now: () => clock.now, clients: { mailer } });
  return {
    ...desk,
    turn: (seconds: number) => void (clock.now = new Date(clock.now.getTime() + seconds * 1_000)),
    messages: () => desk.db.select().from(outboxTable).orderBy(outboxTable.id),
    tidyUp: () => timetable.tasks['tidy-up']?.({}, desk.services, new AbortController().signal),
  };
}
const sent = () => Promise.resolve({ outcome: 'sent', response: '250 Ok' } as const);
const busy = () => Promise.resolve({ outcome: 'retry', reason: '450 Busy' } as const);

test('a session ends when nobody has asked anything for an hour', async () => {
  const desk = await deskWithClock();
  const asha = await desk.as();
  const status = async () => (await asha.calls(jobs.all, {})).status;
  desk.turn(59 * 60);
  expect(await status()).toBe(200);
  desk.turn(59);
  expect(await status()).toBe(200);
  await desk.db.update(sessionsTable).set({ endsAt: new Date('2040-01-01') });
  desk.turn(59 * 60);
  expect(await status()).toBe(200);
  desk.turn(61 * 60);
  expect(await status()).toBe(401);
});

test('what is written bears the time of the clock', async () => {
  const desk = await deskWithClock();
  await desk.account();
  await queueMessages(desk.db, NOTICE);
  expect(await desk.db.select({ at: accountsTable.createdAt }).from(accountsTable)).toEqual([{ at: new Date(BEGIN) }]);
  expect(await desk.messages()).toMatchObject([{ createdAt: new Date(BEGIN) }]);
});

test('a throttle opens again when its time is over', async () => {
  const desk = await deskWithClock();
  const limit = { hits: 1, windowSeconds: 60 };
  const tries = () => attempt(desk.services.db, 'key', limit);
  expect([await tries(), await tries()]).toEqual([true, false]);
  desk.turn(59);
  expect(await tries()).toBe(false);
  desk.turn(2);
  expect(await tries()).toBe(true);
});

test('a message that failed rests until its next try is due', async () => {
  const send = vi.fn(sent).mockImplementationOnce(busy as never);
  const desk = await deskWithClock(send);
  await queueMessages(desk.db, NOTICE);
  await desk.work();
  desk.turn(4);
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  desk.turn(3);
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('a worker wakes what has become due, when the clock says so and not before', async () => {
  const desk = await deskWithClock();
  await queueMessagesDelayed(desk.db, NOTICE);
  const worker = await startWorker(desk.services, { ...timetable, slow: {}, sweeps: [], crontab: [] });
  onTestFinished(() => worker.stop());
  await queueMessages(desk.db, NOTICE);
  const states = async () => (await desk.messages()).map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(['queued', 'sent']), { timeout: 20_000 });
  desk.turn(61);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent', 'sent']), { timeout: 20_000 });
});

test('the lease of a node that hangs ends: another takes the message over, and the first writes nothing any more', async () => {
  let answer: (() => void) | undefined;
  const hangs = () => new Promise<Awaited<ReturnType<typeof sent>>>((done) => (answer = () => void sent().then(done)));
  const send = vi.fn(sent).mockImplementationOnce(hangs);
  const desk = await deskWithClock(send);
  const [id] = await queueMessages(desk.db, NOTICE);
  const first = deliver({ id }, desk.services);
  await vi.waitFor(() => expect(answer).toBeDefined());

  desk.turn(44);
  await deliver({ id }, desk.services);
  expect(await desk.messages()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  desk.turn(2);
  await sweepOutbox(desk.services);
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);

  desk.turn(1);
  answer?.();
  await first;
  const [message] = await desk.messages();
  expect(message?.finishedAt).toEqual(new Date(Date.parse(BEGIN) + 46_000));
});

test('a write whose node died may be begun anew eight seconds later', async () => {
  const desk = await deskWithClock();
  const { id: accountId } = await desk.account();
  const asked = { accountId, key: 'k', path: 'p', body: '{}' };
  const fingerprint = createHash('sha256').update('p\0{}').digest();
  await desk.db.insert(idempotencyKeysTable).values({ accountId, key: 'k', path: 'p', fingerprint });
  const done = () => Promise.resolve({ status: 200, reply: 'done' });
  const { db, pool } = desk.services;
  const write = () => withIdempotencyKey({ db, pool }, asked, done);
  desk.turn(7);
  await expect(write()).rejects.toThrow('still being worked on');
  desk.turn(2);
  expect(await write()).toEqual({ status: 200, reply: 'done' });
});

test('what is old enough is deleted', async () => {
  const desk = await deskWithClock();
  await desk.as();
  await queueMessages(desk.db, NOTICE);
  await desk.work();
  await desk.db.insert(otpChallengesTable).values({
    ...{ email: 'ravi@acme.example', purpose: 'reset', client: 'c', codeHash: Buffer.alloc(32) },
    expiresAt: new Date(BEGIN),
  });
  const counts = async () => [
    await desk.db.$count(sessionsTable),
    await desk.db.$count(otpChallengesTable),
    await desk.db.$count(outboxTable),
  ];
  await desk.tidyUp();
  expect(await counts()).toEqual([1, 1, 1]);
  desk.turn(DAY);
  await desk.tidyUp();
  expect(await counts()).toEqual([0, 1, 1]);
  desk.turn(1.1 * DAY);
  await desk.tidyUp();
  expect(await counts()).toEqual([0, 0, 1]);
  desk.turn(3_700 * DAY);
  await desk.tidyUp();
  expect(await counts()).toEqual([0, 0, 0]);
});
