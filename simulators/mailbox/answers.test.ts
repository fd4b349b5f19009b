import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeMailbox } from '../../server/src/integrations/mail/imap-mailbox.ts';
import { readInbound, type InboundMail } from '../../server/src/integrations/mail/inbound.ts';
import { makeMailer, type Mail, type Mailer } from '../../server/src/integrations/mail/mailer.ts';
import { startMailbox } from './mailbox.ts';

const NOW = new Date('2028-02-29T04:30:00Z');
const ADDRESS = 'renew+0123456789abcdef0123456789abcdef@reseller.example';
const UNSUBSCRIBE = `mailto:${ADDRESS}?subject=unsubscribe`;
const MESSAGE_ID = '<desk-outbox-7@reseller.example>';

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let mailer: Mailer;
beforeAll(async () => {
  mailbox = await startMailbox({ now: () => NOW.getTime() });
  mailer = makeMailer({ url: mailbox.smtpUrl, from: 'Réseller Desk <desk@reseller.example>' });
});
afterEach(() => fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' }));
afterAll(async () => {
  mailer.close();
  await mailbox.stop();
});

async function caught(mail: Partial<Mail> = {}): Promise<{ id: string }> {
  const text = 'Your Google Workspace renews.\n\nSee https://desk.example/d/x';
  const own = { to: 'ravi@acme.example', subject: 'Your Google Workspace renews – acme.example', text };
  await mailer.send({ ...own, messageId: MESSAGE_ID, replyTo: ADDRESS, ...mail });
  const [newest] = mailbox.messages();
  return { id: newest?.id ?? '' };
}

/** What has arrived in the mailbox since somebody looked, as the desk reads it. */
async function arrived() {
  const mails: { mail: InboundMail; raw: string; receivedAt: Date }[] = [];
  await makeMailbox({ url: mailbox.imapUrl, timeoutMs: 5_000 }).readUnread(async (unread) => {
    const { raw, receivedAt } = await unread.read('whole');
    mails.push({ mail: await readInbound(raw), raw: Buffer.from(raw).toString(), receivedAt });
    await unread.markRead();
  }, new AbortController().signal);
  return mails;
}

test('a reply goes to the Reply-To of the mail, and says what it answers', async () => {
  const { id } = await caught();
  expect(await mailbox.answer({ id, text: 'Ja, 20 Plätze bitte.\nRavi' })).toBe(true);

  const [{ mail, raw, receivedAt } = { mail: undefined, raw: '' }] = await arrived();
  expect(mail).toMatchObject({
    kind: 'reply',
    from: 'ravi@acme.example',
    to: [ADDRESS],
    subject: 'Re: Your Google Workspace renews – acme.example',
    inReplyTo: MESSAGE_ID,
    references: [MESSAGE_ID],
    date: NOW,
  });
  const [before, , quoted] =
    mail?.text.split(/^(On \d+ \w+ \d+, \d\d:\d\d, Réseller Desk <desk@reseller\.example> wrote:)\n/m) ?? [];
  expect(before).toBe('Ja, 20 Plätze bitte.\nRavi\n\n');
  expect(quoted).toBe('\n> Your Google Workspace renews.\n>\n> See https://desk.example/d/x');
  expect(receivedAt).toEqual(NOW);
  expect(raw).not.toMatch(/[^\r]\n/);
});

test('a mail without Reply-To is answered to its sender', async () => {
  const { id } = await caught({ replyTo: undefined });
  await mailbox.answer({ id, text: 'Call me' });
  expect((await arrived()).map(({ mail }) => mail.to)).toEqual([['desk@reseller.example']]);
});

test('an automatic reply is none of a person', async () => {
  const { id } = await caught();
  await mailbox.outOfOffice({ id });
  const [{ mail, raw } = { mail: undefined, raw: '' }] = await arrived();
  expect(mail).toMatchObject({ kind: 'auto-reply', from: 'ravi@acme.example', to: [ADDRESS], inReplyTo: MESSAGE_ID });
  expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(raw).toMatch(/^Return-Path: <>\r$/m);
});

test('a mail comes back with a report of whom it could not reach, and its own headers', async () => {
  const { id } = await caught();
  await mailbox.bounce({ id });
  const [{ mail, raw } = { mail: undefined, raw: '' }] = await arrived();
  expect(mail).toMatchObject({
    kind: 'bounce',
    from: 'mailer-daemon@mx.acme.example',
    to: ['desk@reseller.example'],
    returnedTo: [ADDRESS],
    references: [MESSAGE_ID],
    bounced: {
      address: 'ravi@acme.example',
      isPermanent: true,
      reason: '550 5.1.1 <ravi@acme.example>: Recipient address rejected: User unknown',
    },
  });
  expect(raw).toMatch(/^Return-Path: <>\r$/m);
  expect(raw).toMatch(/^Status: 5\.1\.1\r$/m);
  expect(raw).toMatch(/^Content-Type: message\/delivery-status\r$/m);
});

test('who is let unsubscribe can, and nobody else', async () => {
  const reminder = await caught({ unsubscribe: UNSUBSCRIBE });
  expect(await mailbox.unsubscribe(reminder)).toBe(true);
  expect((await arrived()).map(({ mail }) => [mail.kind, mail.to])).toEqual([['unsubscribe', [ADDRESS]]]);

  const other = await caught();
  expect(await mailbox.unsubscribe(other)).toBe(false);
  expect(await arrived()).toEqual([]);
});

const post = (path: string, init: RequestInit = {}) =>
  fetch(mailbox.url + path, { method: 'POST', redirect: 'manual', ...init });
const page = async (path: string) => (await fetch(mailbox.url + path)).text();

test('the page of a mail sends all of these, without a script, and says what it sent', async () => {
  const { id } = await caught({ unsubscribe: UNSUBSCRIBE });
  const shown = await page(`/mails/${id}`);
  expect(shown).toContain('reaches the desk within a minute');
  expect(shown).not.toContain('role="status"');
  const forms = [...shown.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action = '']) => action);
  expect(forms).toHaveLength(4);

  for (const path of forms) {
    const answer = await post(path, { body: new URLSearchParams({ text: 'Yes <please>' }) });
    expect(answer.status).toBe(303);
    expect(await page(answer.headers.get('location') ?? '')).toMatch(/<p role="status">[^<]+ sent[^<]*\.<\/p>/);
  }
  const mails = await arrived();
  expect(mails.map(({ mail }) => mail.kind)).toEqual(['reply', 'auto-reply', 'bounce', 'unsubscribe']);
  expect(mails[0]?.mail.text).toMatch(/^Yes <please>\n/);
  expect(await page(`/mails/${(await caught()).id}`)).not.toContain('/unsubscribe"');
  expect(await page(`/mails/${id}?sent=<b>`)).not.toContain('role="status"');
});

test('a test asks the same in JSON; of a mail that is not there, or from a page of elsewhere, nothing is sent', async () => {
  const { id } = await caught();
  const headers = { 'content-type': 'application/json' };
  const reply = { headers, body: JSON.stringify({ text: 'Call me' }) };
  expect((await post(`/api/messages/${id}/reply`, reply)).status).toBe(201);
  expect((await post(`/api/messages/${id}/automatic-reply`)).status).toBe(201);
  expect((await post(`/api/messages/${id}/bounce`)).status).toBe(201);
  const kinds = (await arrived()).map(({ mail }) => mail.kind);
  expect(kinds).toEqual(['reply', 'auto-reply', 'bounce']);

  expect((await post('/api/messages/999999/reply', reply)).status).toBe(404);
  expect((await post('/mails/999999/bounce')).status).toBe(404);
  expect((await post(`/api/messages/${id}/unsubscribe`)).status).toBe(404);
  expect((await post(`/mails/${id}/bounce`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404);
  expect((await post(`/mails/${id}/anything`)).status).toBe(404);
  expect(await arrived()).toEqual([]);
});
