import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startMailbox } from '../../../../simulators/mailbox/mailbox.ts';
import { makeMailer, type Mail } from './mailer.ts';
import { smtpOptions } from './smtp-options.ts';

const FROM = 'Reseller Desk <desk@provider.example>';
const mail: Mail = {
  to: 'asha@acme.example',
  subject: 'Your renewal',
  text: 'acme.example renews on 01-04-2027.',
  messageId: '<outbox-7@provider.example>',
};

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let mailer: ReturnType<typeof makeMailer>;

beforeAll(async () => {
  mailbox = await startMailbox();
  mailer = makeMailer({ url: mailbox.smtpUrl, from: FROM, timeoutMs: 5_000 });
});
afterEach(async () => {
  mailbox.faults.clear();
  await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' });
});
afterAll(async () => {
  mailer.close();
  await mailbox.stop();
});

test('a mail arrives as it was written, at one recipient, under the id that it was given', async () => {
  const result = await mailer.send({ ...mail, html: '<p>नमस्ते <b>Asha</b></p>' });

  expect(result).toMatchObject({ outcome: 'sent', response: expect.stringMatching(/^250 /) as string });
  expect(mailbox.messages()).toMatchObject([
    {
      from: 'desk@provider.example',
      to: ['asha@acme.example'],
      subject: 'Your renewal',
      messageId: '<outbox-7@provider.example>',
      text: expect.stringContaining('acme.example renews on 01-04-2027.') as string,
      html: expect.stringContaining('नमस्ते') as string,
    },
  ]);
});

test.each([
  ['550', { outcome: 'failed', reason: '550 No such user', isRecipientRefused: true }],
  // What a server lets nobody do says nothing of a recipient.
  ['554', { outcome: 'failed', reason: '554 Message refused by policy' }],
  // What it lets its sender not do passes once that is put right.
  ['553', { outcome: 'retry', reason: '553 Sender address rejected: not owned by user' }],
  ['450', { outcome: 'retry', reason: '450 Mailbox busy, try again later' }],
] as const)('what is refused with %s at the recipient is told in the words of the server', async (kind, result) => {
  mailbox.faults.next({ kind });

  expect(await mailer.send(mail)).toEqual(result);
  expect(mailbox.messages()).toEqual([]);
  expect(await mailer.send(mail)).toMatchObject({ outcome: 'sent' });
});

test('a mail server that hangs up with 421 is tried again later, whether that is read or the end of the line', async () => {
  mailbox.faults.next({ kind: '421' });
  const reason = /^(421 Service not available, try again later|The mail server closed the connection)$/;
  expect(await mailer.send(mail)).toMatchObject({
    outcome: 'retry',
    reason: expect.stringMatching(reason) as string,
  });
  expect(mailbox.messages()).toEqual([]);
  expect(await mailer.send(mail)).toMatchObject({ outcome: 'sent' });
});

test('a line that is cut after the mail was taken is tried again later, and not by itself', async () => {
  mailbox.faults.next({ kind: 'drop-after-data' });

  expect(await mailer.send(mail)).toMatchObject({
    outcome: 'retry',
    mayHaveArrived: true,
    reason: expect.stringMatching(/^The mail server /) as string,
  });
  expect(mailbox.messages()).toHaveLength(1);
});

test('a mail that is sent again after its answer was lost carries the same id', async () => {
  mailbox.faults.next({ kind: 'drop-after-data' });
  await mailer.send(mail);
  await mailer.send(mail);

  expect(mailbox.messages().map(({ messageId }) => messageId)).toEqual([mail.messageId, mail.messageId]);
});

test('a mail server that refuses connections is tried again later', async () => {
  mailbox.faults.next({ kind: 'refuse' });
  const fresh = makeMailer({ url: mailbox.smtpUrl, from: FROM });

  expect(await fresh.send(mail)).toMatchObject({ outcome: 'retry' });
  expect(await fresh.send(mail)).toMatchObject({ outcome: 'sent' });
  fresh.close();
});

test('a mail server that never answers is given up and tried again later', async () => {
  mailbox.faults.next({ kind: 'tarpit' });
  const hasty = makeMailer({ url: mailbox.smtpUrl, from: FROM, timeoutMs: 200 });

  expect(await hasty.send(mail)).toEqual({
    outcome: 'retry',
    mayHaveArrived: true,
    reason: expect.stringMatching(/^The mail server (did not answer in time|closed the connection)/) as string,
  });
  hasty.close();
});

test('a mail server that keeps the line alive without an end is given up too', async () => {
  const dripping = createServer((socket: Socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(drip));
  });
  await new Promise<void>((ready) => dripping.listen(0, '127.0.0.1', ready));
  const url = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
  const hasty = makeMailer({ url, from: FROM, timeoutMs: 200 });

  expect(await hasty.send(mail)).toMatchObject({ outcome: 'retry' });
  hasty.close();
  dripping.close();
});

test('a mail server that is not there is tried again later', async () => {
  const gone = await startMailbox();
  await gone.stop();
  const nobody = makeMailer({ url: gone.smtpUrl, from: FROM });

  expect(await nobody.send(mail)).toEqual({
    outcome: 'retry',
    reason: 'The mail server could not be reached (ECONNREFUSED)',
  });
  expect(await nobody.verify()).toBe('The mail server could not be reached (ECONNREFUSED)');
  nobody.close();
});

test('a mail server that takes mail is in order; one that refuses the login says so', async () => {
  expect(await mailer.verify()).toBeUndefined();

  mailbox.faults.next({ kind: '535' });
  const guest = makeMailer({ url: mailbox.smtpUrl.replace('//', '//desk:wrong@'), from: FROM });
  expect(await guest.verify()).toBe('535 Authentication failed');
  mailbox.faults.next({ kind: '535' });
  expect(await guest.send(mail)).toEqual({ outcome: 'retry', reason: '535 Authentication failed' });
  guest.close();
});

test.each([
  'admin@x.example,evil@y.example',
  '"a@evil.example x"@x.example',
  'a@x.example\r\nBcc: evil@y.example',
  'a@x.example%0d%0aBcc: evil@y.example',
  'Asha <asha@acme.example>',
  'ＡDMIN@x.example',
  'a@b@c.example',
  'asha',
  '',
])('%j is not one address and no mail leaves', async (to) => {
  expect(await mailer.send({ ...mail, to })).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^Not one e-mail address: [^\r\n]*$/) as string,
  });
  expect(mailbox.messages()).toEqual([]);
});

test('a line break in a subject or a message id adds no header', async () => {
  const broken = 'Renewal of Acme\r\nBcc: evil@y.example\r\n\r\n{{7*7}} ${7*7} %0d%0a';
  expect(await mailer.send({ ...mail, subject: broken })).toMatchObject({ outcome: 'sent' });
  expect(await mailer.send({ ...mail, messageId: '<a@b>\r\nBcc: evil@y.example' })).toMatchObject({
    outcome: 'failed',
  });

  const [caught, ...more] = mailbox.messages();
  expect(more).toEqual([]);
  expect(caught?.to).toEqual(['asha@acme.example']);
  expect(caught?.subject).toBe('Renewal of Acme Bcc: evil@y.example {{7*7}} ${7*7} %0d%0a');
  expect(caught?.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc');
});

test('mail leaves the machine encrypted, unless the operator says otherwise', () => {
  expect(smtpOptions('smtp://mail.provider.example')).toMatchObject({ port: 587, requireTLS: true, ignoreTLS: false });
  expect(smtpOptions('smtps://u:p%40ss@mail.provider.example')).toMatchObject({
    port: 465,
    secure: true,
    auth: { user: 'u', pass: 'p@ss' },
  });
  expect(smtpOptions('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, requireTLS: false });
  expect(smtpOptions('smtp://catcher:1025?ignoreTLS=true')).toMatchObject({ requireTLS: false, ignoreTLS: true });
  expect(() => smtpOptions('mail.provider.example')).toThrow('SMTP_URL must look like smtp://user:password@host:587');
});

test('a mail server abroad that offers no encryption gets no mail', async () => {
  const { port } = new URL(mailbox.smtpUrl);
  const abroad = makeMailer({ url: `smtp://127.0.0.1.invalid:${port}`, from: FROM });
  expect(await abroad.send(mail)).toMatchObject({ outcome: 'retry' });
  abroad.close();
  expect(mailbox.messages()).toEqual([]);
});
