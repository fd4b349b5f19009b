import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { seal } from '../../platform/crypto/secret.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { openDesk, RAVI } from './testing/mails.ts';

const NOT_YET = { status: 409, reply: { message: 'This message has not left yet, or was sent anew.' } };

async function openLog() {
  const desk = await openDesk();
  return {
    ...desk,
    resend: (message_id: number, headers = {}) => desk.asha.calls(mailLog.resend, { message_id }, headers),
    /** A message about two renewals. */
    aboutTwo: async (message: object) => {
      const one = await makeRenewal(desk.db, { customer: { email: RAVI } });
      const other = await makeRenewal(desk.db, { domain: 'north.example', customer: { email: 'RAVI@acme.example' } });
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

test('a copy of a mail looks as the first did, and its answers go to the same person', async () => {
  const desk = await openLog();
  const letter = ['Dear Ravi,', { button: 'Open', href: 'https://desk.example/home' }];
  const id = await desk.written({ state: 'sent', finishedAt: new Date(), letter, replyTo: 'asha@desk.example' });
  const sealedLetter = seal(desk.services.secret, JSON.stringify(['Secret']));
  const sealed = seal(desk.services.secret, 'Secret');
  const hidden = await desk.written({ state: 'sent', finishedAt: new Date(), body: null, sealed, sealedLetter });
  for (const one of [id, hidden]) expect((await desk.resend(one)).status).toBe(200);
  await desk.work();
  expect(desk.sent).toMatchObject([{ replyTo: 'asha@desk.example' }, { text: 'Secret' }]);
  expect(desk.sent[0]?.html).toContain('href="https://desk.example/home"');
  expect(desk.sent[1]?.html).toContain('Secret');
});

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
  const sealed = seal(desk.services.secret, 'Your password is secret-one');
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
  const [waiting = 0] = await queueMessages(desk.db, notice);
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

test('a copy that has failed is not sent again beside another copy, nor another copy beside it', async () => {
  const desk = await openLog();
  const original = await desk.written({ state: 'sent' });
  const copyThatFails = async () => {
    expect((await desk.resend(original)).status).toBe(200);
    await desk.pool.query(`update outbox set state = 'failed' where state = 'queued'`);
    await desk.pool.query('delete from graphile_worker._private_jobs');
    return (await desk.messages()).at(-1)?.id ?? 0;
  };
  const first = await copyThatFails();
  const second = await copyThatFails();

  const clicks = await Promise.all([first, second, original].map((id) => desk.resend(id)));
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await desk.messages()).filter(({ state }) => state === 'queued')).toHaveLength(1);
  await desk.work();

  expect(desk.sent).toHaveLength(1);
  const [failed = 0] = (await desk.messages()).filter(({ state }) => state === 'failed').map(({ id }) => id);
  expect(await desk.resend(failed)).toMatchObject(NOT_YET);
});

test('a failed message that was written anew is not sent again, unless the new one has failed too', async () => {
  const desk = await openLog();
  const notice = {
    channel: 'Email',
    purpose: 'notice',
    recipient: RAVI,
    body: 'Dear Ravi',
    createdBy: 'system',
  } as const;
  const failAll = () => desk.pool.query(`update outbox set state = 'failed' where state = 'queued'`);
  const [first = 0] = await queueMessages(desk.db, { ...notice, dedupeKey: 'order:1' });
  await failAll();
  const [second = 0] = await queueMessages(desk.db, { ...notice, dedupeKey: 'order:1' });

  expect(await desk.resend(first)).toMatchObject(NOT_YET);
  await failAll();
  expect((await desk.resend(first)).status).toBe(200);
  expect(await desk.resend(second)).toMatchObject(NOT_YET);
  await desk.work();
  expect(await desk.resend(second)).toMatchObject(NOT_YET);
  expect(desk.sent).toHaveLength(1);
});

test('what has expired is not sent again, and the log says that it has', async () => {
  const desk = await openLog();
  const ids = [];
  for (const state of ['failed', 'sent'] as const)
    ids.push(await desk.written({ state, expiresAt: new Date('2026-01-01'), createdAt: new Date('2025-12-29') }));
  for (const id of ids) expect((await desk.resend(id)).status).toBe(412);
  expect(await desk.messages()).toHaveLength(2);
  const { reply } = await desk.asha.calls(mailLog.list, {});
  expect(reply.messages.map(({ expired }) => expired)).toEqual([true, true]);
});

test('who is no contact of the customer any more is sent nothing again, neither here nor at the renewal', async () => {
  const desk = await openLog();
  const { id } = await desk.aboutTwo({ state: 'failed' });
  await desk.pool.query(`update customers set email = 'meera@acme.example' where id = 2`);
  const NOBODY = {
    status: 422,
    reply: { message: 'Its recipient is no contact and no reseller of this customer any more.' },
  };
  expect(await desk.resend(id)).toMatchObject(NOBODY);
  expect(await desk.asha.calls(notifications.resend, { message_id: id })).toMatchObject(NOBODY);
  await desk.pool.query(`update outbox set state = 'sent'`);
  expect(await desk.resend(id)).toMatchObject(NOBODY);

  await desk.pool.query(
    `insert into contacts (customer_id, name, email, created_at) values (2, 'Ravi', 'Ravi@Acme.example', now())`,
  );
  expect((await desk.resend(id)).status).toBe(200);
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
      status: 423,
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
