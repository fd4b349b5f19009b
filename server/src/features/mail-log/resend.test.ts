import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { post } from '../../db/outbox.ts';
import { outboxRenewalsTable } from '../../db/tables/outbox.ts';
import { renewalsTable } from '../../db/tables/renewals.ts';
import { seal } from '../../security/secret.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { openDesk, RAVI } from './testing/mails.ts';

const NOT_YET = { status: 409, reply: { message: 'This message has not left yet.' } };

async function openLog() {
  const desk = await openDesk();
  return {
    ...desk,
    resend: (message_id: number, headers = {}) => desk.asha.calls(mailLog.resend, { message_id }, headers),
    /** A message about two renewals. */
    aboutTwo: async (message: object) => {
      const one = await makeRenewal(desk.db);
      const other = await makeRenewal(desk.db, { domain: 'north.example' });
      const id = await desk.written({ purpose: 'renewal', createdAt: new Date('2026-01-01'), ...message });
      const renewalIds = [one.id, other.id];
      await desk.db.insert(outboxRenewalsTable).values(renewalIds.map((renewalId) => ({ messageId: id, renewalId })));
      return { id, renewalIds };
    },
    words: async () =>
      (await desk.db.select().from(renewalsTable).orderBy(asc(renewalsTable.id))).map(
        ({ notification }) => notification,
      ),
    links: async () =>
      (await desk.db.select().from(outboxRenewalsTable)).map((link) => `${link.messageId} ${link.renewalId}`).sort(),
  };
}

test('a message that has failed is put into the queue again, as if it had never been tried', async () => {
  const desk = await openLog();
  const ended = { state: 'failed', attempts: 5, reason: '450 Busy', finishedAt: new Date() } as const;
  const { id, renewalIds } = await desk.aboutTwo(ended);
  desk.announced.length = 0;

  expect((await desk.resend(id)).status).toBe(200);

  expect(await desk.messages()).toMatchObject([{ state: 'queued', attempts: 0, reason: null, finishedAt: null }]);
  expect(await desk.words()).toEqual(['queued', 'queued']);
  expect(desk.announced).toEqual([
    { kind: 'mail' },
    { kind: 'month', month: '2027-04' },
    ...renewalIds.map((renewal_id) => ({ kind: 'notification', renewal_id })),
  ]);
  await desk.work();
  expect(desk.sent).toMatchObject([{ to: RAVI, subject: 'Hello', text: 'Dear Ravi' }]);
  expect(await desk.words()).toEqual(['sent', 'sent']);
  expect(await desk.entries('mail')).toEqual(['mail_sent_again 1 asha@desk.example']);
  expect(await desk.entries('renewal')).toEqual([
    ...renewalIds.map((renewalId) => `notification_queued_again ${renewalId} asha@desk.example`),
    ...renewalIds.map((renewalId) => `notification_sent ${renewalId} system`),
  ]);
});

test('of a message that was sent a copy is sent, about the same renewals; the first stays as it was', async () => {
  const desk = await openLog();
  const { id, renewalIds } = await desk.aboutTwo({ state: 'sent', providerId: '250 Ok as 1' });

  expect((await desk.resend(id)).status).toBe(200);

  expect(await desk.words()).toEqual(['queued', 'queued']);
  expect(await desk.messages()).toMatchObject([
    { state: 'sent', providerId: '250 Ok as 1', createdBy: 'system' },
    { state: 'queued', providerId: null, createdBy: 'asha@desk.example', recipient: RAVI, body: 'Dear Ravi' },
  ]);
  expect(await desk.links()).toEqual([1, 2].flatMap((message) => renewalIds.map((renewal) => `${message} ${renewal}`)));
  await desk.work();
  expect(desk.sent).toHaveLength(1);
  expect(await desk.words()).toEqual(['sent', 'sent']);
});

test('a sealed message is sent again as it was, and stays sealed', async () => {
  const desk = await openLog();
  const sealed = seal(desk.wiring.secret, 'Your password is secret-one');
  const id = await desk.written({ state: 'sent', body: null, sealed, expiresAt: new Date(Date.now() + 3_600_000) });
  expect((await desk.resend(id)).status).toBe(200);
  await desk.work();
  expect(desk.sent).toMatchObject([{ text: 'Your password is secret-one' }]);
  expect(await desk.messages()).toMatchObject([{ body: null }, { body: null, state: 'sent' }]);
});

test('what waits is not sent again, nor is a message while a copy of it waits, whichever of them is chosen', async () => {
  const desk = await openLog();
  const notice = {
    channel: 'Email',
    purpose: 'notice',
    recipient: RAVI,
    body: 'Dear Ravi',
    createdBy: 'system',
  } as const;
  const [waiting = 0] = await post(desk.db, notice);
  expect(await desk.resend(waiting)).toMatchObject(NOT_YET);
  await desk.work();
  const clicks = await Promise.all(Array.from({ length: 5 }, () => desk.resend(waiting)));
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  await desk.work();
  const [, copy] = await desk.messages();

  // The first has gone, and so has its copy: either may be sent once more, but not both.
  const both = await Promise.all([waiting, copy?.id ?? 0].map((id) => desk.resend(id)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await desk.resend(waiting)).toMatchObject(NOT_YET);
  expect(await desk.resend(copy?.id ?? 0)).toMatchObject(NOT_YET);
  await desk.work();
  expect((await desk.resend(copy?.id ?? 0)).status).toBe(200);
  expect(await desk.resend(waiting)).toMatchObject(NOT_YET);
  expect((await desk.messages()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'queued']);
});

test('a click that is repeated under its key is one', async () => {
  const desk = await openLog();
  const id = await desk.written({ state: 'sent' });
  const key = { 'idempotency-key': 'click-1' };
  expect((await desk.resend(id, key)).status).toBe(200);
  await desk.work();
  expect((await desk.resend(id, key)).status).toBe(200);
  expect(await desk.messages()).toHaveLength(2);
});

test('a one-time code is never sent again, and what is gone cannot be', async () => {
  const desk = await openLog();
  for (const state of ['queued', 'failed', 'sent'] as const) {
    const id = await desk.written({ purpose: 'otp', state });
    expect(await desk.resend(id)).toMatchObject({
      status: 422,
      reply: { message: 'A one-time code is never sent again. Ask for a new one.' },
    });
  }
  expect((await desk.resend(99)).status).toBe(404);
  expect((await desk.messages()).map(({ state }) => state)).toEqual(['queued', 'failed', 'sent']);
  expect(await desk.entries('mail')).toEqual([]);
});

test.each([
  ['failed', { state: 'closed', closedBecause: 'renewed' }],
  ['sent', { confirmationStatus: 'Lost' }],
] as const)(
  'a message that was %s is not sent again once one of its renewals is not due any more',
  async (state, now) => {
    const desk = await openLog();
    const { id } = await desk.aboutTwo({ state });
    await desk.pool.query(
      'update renewals set state = $1, closed_because = $2, confirmation_status = $3 where id = 1',
      [
        'state' in now ? now.state : 'open',
        'closedBecause' in now ? now.closedBecause : null,
        'confirmationStatus' in now ? now.confirmationStatus : null,
      ],
    );
    expect(await desk.resend(id)).toMatchObject({ status: 410 });
    expect(await desk.messages()).toHaveLength(1);
  },
);

test('the same failed message chosen here and at its renewal goes out once', async () => {
  const desk = await openLog();
  const { id } = await desk.aboutTwo({ state: 'failed' });
  const there = desk.asha.calls(notifications.resend, { message_id: id });
  const answers = await Promise.all([desk.resend(id), there]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await desk.work();
  expect(desk.sent).toHaveLength(1);
});
