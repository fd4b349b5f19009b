import { inbound } from '@desk/contract/renewal-work/inbound';
import { timeline } from '@desk/contract/timeline';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { outboxRenewalsTable, outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable, renewalCommentsTable } from '../../platform/db/tables/renewals.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { deskWithMail, MONDAY, rawBounce, rawMail, RAVI } from './testing/desk-with-mail.ts';

test('a reply is kept, stands in the history of each renewal that was written about, and is told to browsers', async () => {
  const { desk, id, customerId, renewalOf, sent, receive, kept, comments } = await deskWithMail();
  const other = await renewalOf({ domain: 'acme.in', externalId: 'other', customer: {} });
  await desk.db.update(renewalsTable).set({ customerId }).where(eq(renewalsTable.id, other.id));
  const message = await sent([id, other.id]);

  const text = `Yes, please call me.\r\n\r\nOn Mon, 23 Nov 2026 Desk wrote:\r\n> Renew\r\n`;
  expect(await receive(rawMail({ to: message.address, text }))).toBe('kept');

  expect(await kept()).toMatchObject([
    {
      ...{ kind: 'reply', from: RAVI, to: message.address, outboxId: message.id, customerId, receivedAt: MONDAY },
      ...{ text: expect.stringContaining('> Renew') as string, settledAt: null },
    },
  ]);
  expect(await comments()).toMatchObject(
    [id, other.id].map((renewalId) => ({
      ...{ renewalId, comment: 'Answered by mail: Yes, please call me.', updatedBy: RAVI },
    })),
  );
  expect(desk.announced).toEqual([{ kind: 'mail' }, { kind: 'month', month: '2026-12' }]);
  const entries = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['mail_received', 'system'],
    ['customer_replied', 'system'],
    ['customer_replied', 'system'],
  ]);
});

test('without the address of ours it is known by what it follows; the number alone is not enough', async () => {
  const { sent, receive, kept } = await deskWithMail();
  const { id, messageId } = await sent();
  const stranger = 'boss@acme.example';
  await receive(rawMail({ from: stranger, head: [`References: <x@y> ${messageId} <z@acme.example>`] }));
  await receive(rawMail({ from: stranger, head: [`In-Reply-To: <desk-outbox-${id}@guess.reseller.example>`] }));
  expect((await kept()).map(({ outboxId }) => outboxId)).toEqual([id, null]);
});

test.each([
  ['a contact of one customer', RAVI, true],
  ['the customer’s own address, spelt otherwise', 'OFFICE@acme.example', true],
  ['somebody of two customers', 'agent@both.example', false],
  ['a stranger', 'stranger@elsewhere.example', false],
])(
  'what answers nothing of ours, of %s, is kept; whose it is the sender tells, or nobody',
  async (_, from, isKnown) => {
    const { desk, customerId, receive, kept, comments } = await deskWithMail();
    const other = await makeRenewal(desk.db, { domain: 'other.example', customer: { email: 'office@acme.example' } });
    for (const one of [customerId, other.customerId]) await makeContact(desk.db, one, { email: 'agent@both.example' });

    await receive(rawMail({ from }));

    const [mail] = await kept();
    expect(mail?.outboxId).toBeNull();
    expect(mail?.customerId !== null).toBe(isKnown);
    expect(await comments()).toEqual([]);
  },
);

test('one mail is taken once: of twenty who bring it at the same time one does', async () => {
  const { sent, receive, kept, comments } = await deskWithMail();
  const raw = rawMail({ to: (await sent()).address });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => receive(raw)));

  expect(outcomes.filter((one) => one === 'kept')).toHaveLength(1);
  expect(await kept()).toHaveLength(1);
  expect(await comments()).toHaveLength(1);
  expect(await receive(raw)).toBe('known');
});

test('twenty answers to messages about the same renewals wait for each other, and all are taken', async () => {
  const { id, renewalOf, sent, receive, comments } = await deskWithMail();
  const other = await renewalOf({ domain: 'other.example' });
  const messages = [await sent([id, other.id]), await sent([other.id, id])];
  await Promise.all(Array.from({ length: 20 }, (_, n) => receive(rawMail({ to: messages[n % 2]?.address ?? '' }))));
  expect(await comments()).toHaveLength(40);
});

const silenced = async ({ desk }: Awaited<ReturnType<typeof deskWithMail>>) =>
  desk.db.select().from(silencedAddressesTable).orderBy(silencedAddressesTable.address);

test('what cannot be delivered for good is not tried again, and whoever has the renewal is told who is next', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  await room.receive(rawBounce({ to: address }));

  expect(await silenced(room)).toMatchObject([{ address: RAVI, cause: 'bounced', reason: '550 5.1.1 User unknown' }]);
  expect(await room.comments()).toMatchObject([
    {
      comment: `The mail to ${RAVI} bounced: there is no such mailbox. Send it to Meera Shah, meera@acme.example.`,
      updatedBy: 'system',
    },
  ]);
  const [item] = await room.items();
  expect(item).toMatchObject({ group: 'today', act: 'talk', inbound_id: (await room.kept())[0]?.id });
  expect(item?.sentence).toBe(
    `The mail to ${RAVI} bounced: there is no such mailbox. Send it to Meera Shah, meera@acme.example.`,
  );
  const entries = await room.desk.db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'address_silenced'))
    .orderBy(auditLogTable.id);
  expect(entries).toMatchObject([{ subject: 'customer', subjectId: room.customerId }]);
});

test('where the last one bounces nobody is left', async () => {
  const room = await deskWithMail();
  await room.receive(
    rawBounce({ to: (await room.sent([room.id], 'meera@acme.example')).address, address: 'Meera@acme.example' }),
  );
  await room.receive(rawBounce({ to: (await room.sent()).address }));
  expect((await room.comments()).at(-1)?.comment).toBe(
    `The mail to ${RAVI} bounced: there is no such mailbox. Nobody is left to be asked.`,
  );
});

test('nobody is silenced by a report about an address that was not written to, nor by one of no mail of ours', async () => {
  const room = await deskWithMail();
  await room.receive(rawBounce({ to: (await room.sent()).address, address: 'meera@acme.example' }));
  await room.receive(rawBounce({ to: 'desk@reseller.example' }));
  expect(await silenced(room)).toEqual([]);
  expect(await room.comments()).toEqual([]);
  expect((await room.kept()).map(({ kind, settledAt, text }) => [kind, settledAt, text.split('\n')[0]])).toEqual([
    ['bounce', null, '550 5.1.1 User unknown'],
    ['bounce', null, '550 5.1.1 User unknown'],
  ]);
});

test.each([
  ['a report that it is late', (to: string) => rawBounce({ to, action: 'delayed' })],
  ['an absence', (to: string) => rawMail({ to, head: ['Auto-Submitted: auto-replied'], text: 'I am away' })],
])('%s is kept, and asks for nobody', async (_, mailTo) => {
  const room = await deskWithMail();
  await room.receive(mailTo((await room.sent()).address));
  expect(await room.kept()).toMatchObject([{ kind: 'auto-reply', settledAt: MONDAY, settledById: null }]);
  expect([await silenced(room), await room.comments()]).toEqual([[], []]);
  expect((await room.items())[0]?.inbound_id).toBeNull();
});

test('who asks for no more gets no more at the address that we wrote to, and asks for nobody else', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  await room.receive(rawMail({ from: 'assistant@acme.example', to: address, subject: 'unsubscribe' }));
  expect(await silenced(room)).toMatchObject([{ address: RAVI, cause: 'unsubscribed' }]);
  expect(await room.comments()).toMatchObject([{ comment: `${RAVI} asked for no more mails.` }]);
  expect(await room.kept()).toMatchObject([{ kind: 'unsubscribe', settledAt: MONDAY }]);

  await room.receive(rawBounce({ to: address }));
  expect(await silenced(room)).toMatchObject([{ cause: 'unsubscribed' }]);
});

test('who asks for no more of a message that is long deleted waits for a person: anybody can write any sender', async () => {
  const room = await deskWithMail();
  const { id, address } = await room.sent();
  await room.desk.db.delete(outboxRenewalsTable);
  await room.desk.db.delete(outboxTable).where(eq(outboxTable.id, id));
  await room.receive(rawMail({ to: address, subject: 'Unsubscribe' }));
  await room.receive(rawMail({ from: 'stranger@elsewhere.example', to: address, subject: 'unsubscribe' }));
  expect(await silenced(room)).toEqual([]);
  expect(await room.kept()).toMatchObject([
    { kind: 'unsubscribe', settledAt: null, customerId: room.customerId },
    { kind: 'unsubscribe', settledAt: null, customerId: null },
  ]);
  const admin = await room.desk.as({ email: 'root@desk.example', role: 'ADMIN' });
  expect((await admin.calls(inbound.list, { show: 'unmatched' })).reply.messages).toHaveLength(2);
});

test('who writes from an address that came back once is written to again; who wanted no more is not', async () => {
  const room = await deskWithMail();
  await room.receive(rawBounce({ to: (await room.sent()).address, diagnostic: '552 5.2.2 Mailbox full' }));
  expect(await silenced(room)).toHaveLength(1);
  await room.receive(rawMail({ to: (await room.sent()).address }));
  expect(await silenced(room)).toEqual([]);
  await room.receive(rawMail({ to: (await room.sent()).address, subject: 'unsubscribe' }));
  await room.receive(rawMail({ to: (await room.sent()).address }));
  expect(await silenced(room)).toMatchObject([{ cause: 'unsubscribed' }]);
});

test('a mail that came back changes nothing of what was said last; whoever a reminder asks next is named', async () => {
  const room = await deskWithMail();
  await room.desk.db.update(renewalsTable).set({ followupComment: 'PO by Saturday' });
  await room.receive(rawBounce({ to: (await room.sent()).address }));
  const message = await room.sent();
  await room.desk.db.update(outboxTable).set({ createdBy: 'system' });
  await room.receive(rawBounce({ to: message.address }));
  expect((await room.comments()).at(-1)?.comment).toBe(
    `The mail to ${RAVI} bounced: there is no such mailbox. Next is Meera Shah, meera@acme.example.`,
  );
  const [renewal] = await room.desk.db.select().from(renewalsTable).where(eq(renewalsTable.id, room.id));
  expect(renewal?.followupComment).toBe('PO by Saturday');
});

test('files are counted, and what is no text is no reason to lose a mail', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  const head = ['Content-Type: multipart/mixed; boundary=m'];
  const text =
    '--m\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=po.pdf\r\n\r\n%PDF\r\n--m--';
  await room.receive(rawMail({ to: address, head, text }));
  await room.receive(Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10, 0]));
  await room.receive(rawMail({ to: address, text: `Null \0 and half \ud800` }));

  const [first, second, third] = await room.kept();
  expect(first?.text).toBe('[1 file came with it. Look for them in the mailbox.]');
  expect(second).toMatchObject({ kind: 'reply', from: '', customerId: null });
  expect(third?.text).not.toContain('\0');
  expect((await room.comments())[0]?.comment).toBe('Answered by mail with files, and without a word');
});

test('what fails leaves nothing, and is taken when it comes again', async () => {
  const room = await deskWithMail();
  const raw = rawMail({ to: (await room.sent()).address });
  await room.desk.pool.query(
    `create function failing() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
  );
  await room.desk.pool.query(`create trigger failing before insert on renewal_comments execute function failing()`);
  await expect(room.receive(raw)).rejects.toThrow();
  expect(await room.desk.db.$count(inboundMessagesTable)).toBe(0);
  await room.desk.pool.query(`drop trigger failing on renewal_comments; drop function failing()`);
  expect(await room.receive(raw)).toBe('kept');
  expect(await room.desk.db.$count(renewalCommentsTable)).toBe(1);
});

test('the page of a domain tells of mails, once each', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  const elsewhere = await room.renewalOf({ domain: 'other.example' });
  await room.receive(rawMail({ to: address, text: 'Call me\r\n> Renew' }));
  await room.receive(rawMail({ to: (await room.sent([elsewhere.id])).address, text: 'Of another domain' }));
  room.later(1);
  await room.receive(rawMail({ text: 'Of nothing of ours' }));
  room.later(1);
  await room.receive(rawBounce({ to: address }));

  const { reply } = await room.tarun.calls(timeline.entries, { domain_name: 'acme.example' });
  expect(reply.counts).toMatchObject({ comment: 0, inbound: 3 });
  const mails = reply.entries.flatMap((entry) =>
    entry.kind === 'inbound' ? [[entry.mail, entry.by, entry.text]] : [],
  );
  expect(mails).toEqual([
    ['bounce', 'mailer-daemon@mx.example', expect.stringMatching(/bounced: .*\. Send it to Meera/)],
    ['reply', RAVI, 'Of nothing of ours'],
    ['reply', RAVI, 'Call me'],
  ]);
});
