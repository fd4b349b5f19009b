import { access } from '@desk/contract/access';
import { notifications } from '@desk/contract/notifications';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { seal } from '../../platform/crypto/secret.ts';
import { testServer, PASSWORD } from '../../testing/server.ts';
import { waitingJobs } from '../../testing/waiting-jobs.ts';
import {
  deskWithRenewal,
  letTimePass,
  mailbox,
  mailer,
  MEERA,
  messages,
  messaging,
  PHONE,
  RAVI,
  word,
} from './testing/external-services.ts';

test('the mail that arrives is the one of the preview, and the renewal says that it was sent', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  const { reply: preview } = await asha.calls(notifications.preview, { renewal_id: id, notification_type: 'Email' });
  await send();
  desk.announced.length = 0;

  await desk.work();

  const [mail, ...more] = mailbox.messages();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: [RAVI], subject: preview.subject });
  expect(mail?.messageId).toMatch(/^<desk-outbox-\d+@[a-z0-9]+\.reseller\.example>$/);
  expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(preview.text.trim());
  expect(await messages(desk)).toMatchObject([
    { state: 'sent', attempts: 1, providerId: expect.stringMatching(/^250 /) as string, leasedUntil: null },
  ]);
  expect(await word(desk)).toBe('sent');
  expect(desk.announced).toEqual([
    { kind: 'month', month: '2027-04' },
    { kind: 'notification', renewal_id: id },
    { kind: 'mail' },
  ]);
});

const replyToOf = (mail: ReturnType<typeof mailbox.messages>[number] | undefined) =>
  mail?.headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value;

test('a mail about a renewal is text and HTML with a button, and its answer goes to whoever has the renewal', async () => {
  const { desk, asha, id, send } = await deskWithRenewal('Acme <b>& Sons</b>');
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id }).where(eq(renewalsTable.id, id));
  await send();
  await desk.work();

  const [mail] = mailbox.messages();
  expect(mail?.text).toContain('http://desk.example/home/my_renewals?q=acme.example');
  expect(mail?.html).toContain('href="http://desk.example/home/my_renewals?q=acme.example"');
  expect(mail?.html).toContain('Dear Acme &lt;b&gt;&amp; Sons&lt;/b&gt;,');
  expect(replyToOf(mail)).toBe(asha.email);
});

test.each([
  ['nobody has', {}],
  ['somebody has who is suspended', { status: 'SUSPENDED' }],
] as const)('the answer about a renewal that %s goes to the address of the settings', async (_who, person) => {
  const { desk, id, send } = await deskWithRenewal('Acme', { MAIL_REPLY_TO: 'renewals@reseller.example' });
  const ravi = await desk.account({ email: 'ravi@desk.example', ...person });
  const assignedToId = 'status' in person ? ravi.id : null;
  await desk.db.update(renewalsTable).set({ assignedToId }).where(eq(renewalsTable.id, id));
  await send();
  await desk.work();
  expect(replyToOf(mailbox.messages()[0])).toBe('renewals@reseller.example');
});

test('without an address in the settings answers go to the sender; a message that was kept as text alone has HTML too', async () => {
  const { desk } = await deskWithRenewal();
  const kept = { channel: 'Email', purpose: 'notice', recipient: RAVI, subject: 'Hello', createdBy: 'system' } as const;
  await queueMessages(
    desk.db,
    { ...kept, body: 'Dear <Ravi>,\n\nbye\n' },
    { ...kept, sealed: seal(desk.services.secret, 'Secret <1>') },
  );
  await desk.work();
  const mails = mailbox.messages();
  expect(mails.map(replyToOf)).toEqual([undefined, undefined]);
  const pages = mails.map(({ html }) => html).join();
  for (const text of ['Dear &lt;Ravi&gt;,', 'bye', 'Secret &lt;1&gt;']) expect(pages).toContain(text);
});

test('every recipient gets a mail of their own', async () => {
  const { desk, send } = await deskWithRenewal();
  expect((await send({ emails: [RAVI, MEERA] })).reply).toEqual({ queued: 2 });

  await desk.work();

  expect(
    mailbox
      .messages()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([[MEERA], [RAVI]]);
  expect(await word(desk)).toBe('sent');
});

test('a busy mail server is asked again some seconds later, and the mail arrives once', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '450' });
  await send();

  await desk.work();
  expect(await messages(desk)).toMatchObject([{ state: 'queued', reason: '450 Mailbox busy, try again later' }]);
  expect(await word(desk)).toBe('queued');
  const [seconds] = await waitingJobs(desk);
  expect([5, 6]).toContain(seconds);
  await desk.work();
  expect(mailbox.messages()).toEqual([]);

  await letTimePass(desk);
  await desk.work();
  expect(mailbox.messages()).toHaveLength(1);
  expect(await messages(desk)).toMatchObject([{ state: 'sent', attempts: 2, reason: null }]);
});

test('a mail server that hangs up with 421 gets the mail at the next try', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '421' });
  await send();

  await desk.work();
  await letTimePass(desk);
  await desk.work();

  expect(mailbox.messages()).toHaveLength(1);
  expect(await word(desk)).toBe('sent');
});

test('after five tries a message is given up, with the reason of the last', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '450', times: 5 });
  await send();

  for (let tries = 0; tries < 6; tries += 1) {
    await desk.work();
    await letTimePass(desk);
  }

  expect(mailbox.messages()).toEqual([]);
  expect(await messages(desk)).toMatchObject([
    { state: 'failed', attempts: 5, reason: '450 Mailbox busy, try again later' },
  ]);
  expect(await waitingJobs(desk)).toEqual([]);
});

test('a refused recipient is final, staff see why, and can send it again', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '550' });
  await send();

  await desk.work();

  const { reply } = await asha.calls(notifications.results, { renewal_id: id });
  expect(reply.notifications).toMatchObject([{ state: 'failed', reason: '550 No such user', attempts: 1 }]);
  expect(await word(desk)).toBe('failed');

  await asha.calls(notifications.resend, { message_id: reply.notifications[0]?.message_id ?? 0 });
  await desk.work();
  expect(mailbox.messages()).toHaveLength(1);
  expect(await word(desk)).toBe('sent');
});

test('a line that is cut after the mail was taken leads to the same mail again, under the same id', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: 'drop-after-data' });
  await send();

  await desk.work();
  await letTimePass(desk);
  await desk.work();

  const ids = mailbox.messages().map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(await messages(desk)).toMatchObject([{ state: 'sent' }]);
});

test('a later notification speaks for the renewal, an earlier failure stays in the results', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '550' });
  await send();
  await desk.work();

  await send({ emails: [MEERA] });
  await desk.work();

  expect(await word(desk)).toBe('sent');
  const { reply } = await asha.calls(notifications.results, { renewal_id: id });
  expect(reply.notifications.map(({ recipient, state }) => [recipient, state])).toEqual([
    [MEERA, 'sent'],
    [RAVI, 'failed'],
  ]);
});

test.each([
  ['SMS', 'sms'],
  ['WhatsApp', 'whatsapp'],
] as const)('an %s arrives as the preview shows it', async (notification_type, channel) => {
  const { desk, asha, id, send } = await deskWithRenewal('{{7*7}} Ltd');
  const { reply: preview } = await asha.calls(notifications.preview, { renewal_id: id, notification_type });
  const before = messaging.messages(PHONE).length;
  await send({ notification_type });

  await desk.work();

  const [text, ...earlier] = messaging.messages(PHONE);
  expect(earlier).toHaveLength(before);
  expect(text).toMatchObject({ channel, text: preview.text });
  expect(await messages(desk)).toMatchObject([{ state: 'sent', providerId: text?.id }]);
});

test('a number that cannot receive is told in words', async () => {
  const { desk, send } = await deskWithRenewal();
  messaging.faults.next({ kind: 'undeliverable' });
  await send({ notification_type: 'WhatsApp' });

  await desk.work();

  expect(await messages(desk)).toMatchObject([
    { state: 'failed', reason: 'WhatsApp: the number cannot receive WhatsApp messages (131026)' },
  ]);
});

test('a text whose answer was lost may have arrived: it is not sent again, and staff are told', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  messaging.faults.next({ kind: 'reset' });
  await send({ notification_type: 'SMS' });

  await desk.work();
  await letTimePass(desk);
  await desk.work();

  const { reply } = await asha.calls(notifications.results, { renewal_id: id });
  const reason = 'SMS: the service broke the connection off, it is not known whether it arrived';
  expect(reply.notifications).toMatchObject([{ state: 'failed', reason, attempts: 1 }]);
  expect(await waitingJobs(desk)).toEqual([]);
});

test('a name that looks like a header or a template is text in the mail', async () => {
  const name = 'Acme\r\nBcc: evil@evil.example {{7*7}} ${7*7}';
  const { desk, send } = await deskWithRenewal(name);
  await send();

  await desk.work();

  const [mail] = mailbox.messages();
  expect(mail?.to).toEqual([RAVI]);
  expect(mail?.text).toContain('Dear Acme Bcc: evil@evil.example {{7*7}} ${7*7},');
  expect(mail?.headers.map(({ name: header }) => header.toLowerCase())).not.toContain('bcc');
});

test('a one-time code arrives unsealed, and one that is too old is not sent', async () => {
  const desk = await testServer({ clients: { mailer } });
  await desk.account({ email: 'asha@desk.example' });
  await desk.account({ email: 'ravi@desk.example' });
  const ask = (email: string) => desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  await ask('asha@desk.example');
  await ask('ravi@desk.example');
  await desk.db.execute(sql`update outbox set expires_at = now() - interval '1 second' where recipient like 'ravi%'`);

  await desk.work();

  const mails = mailbox.messages();
  expect(mails.map(({ to }) => to)).toEqual([['asha@desk.example']]);
  const code = /Your one-time code to log in to the back-office is (\d{6})\./.exec(mails[0]?.text ?? '')?.[1];
  expect(mails[0]?.html).toContain(code ?? 'no code');
  expect(JSON.stringify(await messages(desk))).not.toContain(code ?? 'no code');
  expect(await messages(desk)).toMatchObject([{ state: 'sent' }, { state: 'failed', reason: 'expired' }]);
});
