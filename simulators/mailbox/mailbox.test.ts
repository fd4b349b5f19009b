import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeMailer, type Mail, type Mailer } from '../../server/src/integrations/mail/mailer.ts';
import { startMessaging } from '../messaging/messaging.ts';
import { startMailbox } from './mailbox.ts';

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let mailer: Mailer;
let messaging: Awaited<ReturnType<typeof startMessaging>>;

beforeAll(async () => {
  messaging = await startMessaging();
  mailbox = await startMailbox({ texts: messaging.messages });
  mailer = makeMailer({ url: mailbox.smtpUrl, from: 'desk@provider.example' });
});
afterEach(async () => {
  mailbox.faults.clear();
  await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' });
});
afterAll(async () => {
  mailer.close();
  await Promise.all([mailbox.stop(), messaging.stop()]);
});

const post = (mail: Partial<Mail>) =>
  mailer.send({ to: 'asha@acme.example', subject: '', text: 'Hello', messageId: '<1@provider.example>', ...mail });
const page = async (path: string) => (await fetch(mailbox.url + path)).text();
const json = async (path: string) => (await fetch(mailbox.url + path)).json() as Promise<unknown>;
const breakNext = (fault: object) =>
  fetch(`${mailbox.url}/__admin/fault`, { method: 'POST', body: JSON.stringify(fault) });

test('mails are listed newest first, and those of one recipient alone', async () => {
  await post({ to: 'asha@acme.example', subject: 'first' });
  await post({ to: 'Ravi@acme.example', subject: 'second' });

  expect(await json('/api/messages')).toMatchObject([{ subject: 'second' }, { subject: 'first' }]);
  expect(await json('/api/messages?to=ravi@acme.example')).toMatchObject([{ subject: 'second' }]);
  const list = await page('/');
  expect(list.indexOf('second')).toBeLessThan(list.indexOf('first'));
  expect(await page('/?to=ravi%40acme.example')).not.toContain('first');
});

test('a mail opens with its text, its links and its HTML in a frame that can do nothing', async () => {
  const html = '<p>Hi</p><script>alert(1)</script>';
  await post({
    to: 'asha@acme.example',
    subject: '<b>Bold</b>',
    text: 'See https://desk.example/?a=1&b=2 <now>',
    html,
  });
  const [mail] = mailbox.messages('asha@acme.example');
  const path = `/mails/${mail?.id ?? ''}`;

  const shown = await page(path);
  expect(shown).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  expect(shown).toContain('href="https://desk.example/?a=1&amp;b=2"');
  expect(shown).toContain('&lt;now&gt;');
  expect(shown).not.toContain('alert(1)');
  const frame = await fetch(`${mailbox.url}${path}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
  expect(await frame.text()).toContain('alert(1)');
  expect(await json(`/api/messages/${mail?.id ?? ''}`)).toEqual(mail);
});

test('an attachment is named in the list and in its mail, and saved with the bytes that were sent', async () => {
  const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0a]);
  await post({ subject: 'Plain' });
  await post({ subject: 'Quote', attachments: [{ name: 'quote-1.pdf', type: 'application/pdf', bytes }] });
  const [mail, plain] = mailbox.messages();
  const path = `/mails/${mail?.id ?? ''}`;

  expect(mail?.attachments).toEqual([{ name: 'quote-1.pdf', type: 'application/pdf', size: 7 }]);
  expect(plain?.attachments).toEqual([]);
  expect(await page('/')).toContain('(1 attachment)');
  expect(await page(path)).toContain(`href="${path}/attachments/0">quote-1.pdf</a>`);
  expect(await page(`/mails/${plain?.id ?? ''}`)).not.toContain('Attachments');
  const saved = await fetch(`${mailbox.url}${path}/attachments/0`);
  expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''quote-1.pdf");
  expect(Buffer.from(await saved.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await fetch(`${mailbox.url}${path}/attachments/1`)).status).toBe(404);
});

test('what is not there is not found', async () => {
  expect((await fetch(`${mailbox.url}/mails/999999`)).status).toBe(404);
  expect((await fetch(`${mailbox.url}/api/messages/999999`)).status).toBe(404);
  expect((await fetch(`${mailbox.url}/nothing`)).status).toBe(404);
});

test('an SMS stands on the second tab, as text', async () => {
  const { SMS_ACCOUNT, SMS_TOKEN, SMS_URL } = messaging.env;
  const authorization = `Basic ${Buffer.from(`${SMS_ACCOUNT}:${SMS_TOKEN}`).toString('base64')}`;
  const body = new URLSearchParams({ To: '+919800000001', Body: 'Due <soon>', From: '+12125550123' });
  const address = new URL(`/2010-04-01/Accounts/${SMS_ACCOUNT}/Messages.json`, SMS_URL);
  expect((await fetch(address, { method: 'POST', headers: { authorization }, body })).status).toBe(201);

  expect(await page('/texts')).toContain('Due &lt;soon&gt;');
  expect(await json('/api/texts?to=%2B919800000001')).toMatchObject([{ channel: 'sms', text: 'Due <soon>' }]);
  expect(await json('/api/texts?to=%2B919800000002')).toEqual([]);
});

test('a fault ordered over HTTP hits its recipient, that often, and nobody else', async () => {
  expect((await breakNext({ kind: '550', times: 2, only: 'Gone@acme.example' })).status).toBe(200);

  await post({ to: 'asha@acme.example', subject: 'fine' });
  expect(await post({ to: 'gone@acme.example' })).toMatchObject({ outcome: 'failed' });
  expect(await json('/__admin/state')).toEqual({
    messages: 1,
    faults: [{ kind: '550', times: 1, only: 'gone@acme.example' }],
  });
  expect(await post({ to: 'gone@acme.example' })).toMatchObject({ outcome: 'failed' });
  await post({ to: 'gone@acme.example', subject: 'back' });
  expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['back', 'fine']);
});

test('a fault that is unknown or never happens is refused, and waiting ones can be called off', async () => {
  expect((await breakNext({ kind: 'earthquake' })).status).toBe(400);
  expect((await breakNext({ kind: '550', times: 0 })).status).toBe(400);
  await breakNext({ kind: '550' });
  await fetch(`${mailbox.url}/__admin/fault`, { method: 'DELETE' });

  await post({ to: 'asha@acme.example', subject: 'fine' });
  expect(mailbox.messages()).toHaveLength(1);
});

test('a taken port is refused', async () => {
  const httpPort = Number(new URL(mailbox.url).port);
  await expect(startMailbox({ httpPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
