import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_TEXT, readInbound } from './inbound.ts';
import { textOfHtml } from './text-of-html.ts';
import {
  EXCHANGE_NDR,
  EXIM_BOUNCE,
  FEEDBACK_REPORT,
  GMAIL_BOUNCE,
  GMAIL_REPLY,
  GMAIL_VACATION,
  LATE_REPORT,
  OUTLOOK_AWAY,
  OUTLOOK_REPLY,
  POSTFIX_BOUNCE,
  QMAIL_BOUNCE,
  READ_RECEIPT,
  TOKEN,
  UNSUBSCRIBE,
  ZOHO_AWAY,
  ZOHO_REPLY,
} from './testing/inbound-samples.ts';

const read = (lines: string) => readInbound(Buffer.from(lines.replaceAll('\n', '\r\n')));

describe('what a mail is, its headers say', () => {
  test.each([
    ['a reply from Gmail', GMAIL_REPLY, 'reply'],
    ['a reply from Outlook', OUTLOOK_REPLY, 'reply'],
    ['a reply from Zoho', ZOHO_REPLY, 'reply'],
    ['an absence of Gmail', GMAIL_VACATION, 'auto-reply'],
    ['an absence of Outlook', OUTLOOK_AWAY, 'auto-reply'],
    ['an absence of Zoho', ZOHO_AWAY, 'auto-reply'],
    ['a receipt that it was read', READ_RECEIPT, 'auto-reply'],
    ['a report that it is late', LATE_REPORT, 'auto-reply'],
    ['a report of Postfix', POSTFIX_BOUNCE, 'bounce'],
    ['a report of Exchange', EXCHANGE_NDR, 'bounce'],
    ['a report of Gmail', GMAIL_BOUNCE, 'bounce'],
    ['a report of Exim', EXIM_BOUNCE, 'bounce'],
    ['a report in words alone', QMAIL_BOUNCE, 'bounce'],
    ['an unsubscribing', UNSUBSCRIBE, 'unsubscribe'],
    ['a complaint of an abuse desk', FEEDBACK_REPORT, 'unsubscribe'],
    ['a mail of a list', 'From: a@b.example\nPrecedence: bulk\nSubject: News\n\nText', 'auto-reply'],
    ['what says that no program wrote it', 'From: a@b.example\nAuto-Submitted: no\nSubject: Re\n\nYes', 'reply'],
    [
      'suppressed answers, of a person',
      'From: a@b.example\nX-Auto-Response-Suppress: All\nSubject: Re\n\nYes',
      'reply',
    ],
    [
      'the word to an address of nobody’s mail',
      'From: a@b.example\nTo: renew@c.example\nSubject: unsubscribe\n\n',
      'reply',
    ],
    [
      'the word within others',
      `From: a@b.example\nTo: renew+${TOKEN}@c.example\nSubject: How to unsubscribe?\n\n`,
      'reply',
    ],
    ['nothing', '', 'reply'],
  ])('%s', async (_, mail, kind) => {
    expect((await read(mail)).kind).toBe(kind);
  });
});

test('a reply says whom it is from and for, what it answers, and its text', async () => {
  expect(await read(GMAIL_REPLY)).toMatchObject({
    messageId: '<CAGx7=abc@mail.gmail.com>',
    inReplyTo: '<desk-outbox-7@rs.reseller.example>',
    references: ['<desk-outbox-7@rs.reseller.example>', '<first@reseller.example>'],
    from: 'ravi@acme.example',
    to: [`renew+${TOKEN}@reseller.example`, 'boss@acme.example'],
    subject: 'Re: Your Google Workspace renews on 12 December – acme.example',
    text: expect.stringMatching(/^Yes please, 20 seats\.\n\nOn Thu/) as string,
    attachments: 1,
    date: new Date('2026-11-12T09:30:00Z'),
  });
});

test('a mail of HTML alone is read as text', async () => {
  const { text } = await read(OUTLOOK_REPLY);
  expect(text).toMatch(/^Please call me & my colleague\.\n+Ravi/);
  expect(text).not.toMatch(/<|alert|color/);
});

test.each([
  ['Postfix', POSTFIX_BOUNCE, '550 5.1.1 <gone@acme.example>: Recipient address rejected: User unknown'],
  [
    'Exchange',
    EXCHANGE_NDR,
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@acme.example not found by SMTP address lookup',
  ],
  ['Gmail', GMAIL_BOUNCE, '550-5.1.1 The email account that you tried to reach does not exist.'],
  ['Exim', EXIM_BOUNCE, 'Mail delivery failed: returning message to sender'],
])('a report of %s names who could not be reached, and why', async (_, mail, reason) => {
  expect((await read(mail)).bounced).toEqual({ address: 'gone@acme.example', reason, isPermanent: true });
});

test('a report names the mail that came back; what only words tell is for a person', async () => {
  expect(await read(POSTFIX_BOUNCE)).toMatchObject({
    references: ['<desk-outbox-7@rs.reseller.example>'],
    returnedTo: [`renew+${TOKEN}@reseller.example`],
    attachments: 0,
  });
  expect((await read(QMAIL_BOUNCE)).bounced).toBeUndefined();
});

test('a mail without an id of its own has one all the same, the same each time', async () => {
  const { messageId } = await read('From: a@b.example\n\nHello');
  expect(messageId).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect((await read('From: a@b.example\n\nHello')).messageId).toBe(messageId);
  expect((await read(`Message-ID: <${'x'.repeat(900)}@b>\n\n`)).messageId).toMatch(/^sha256:/);
});

test.each([
  ['heads without an end', `${'X-Long: '.padEnd(400_000, 'x')}\n\nHello`],
  [
    'parts in parts',
    Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\n\n--${n}\n`).join(''),
  ],
])('%s keep nobody from reading it', async (_, mail) => {
  const { messageId, kind, text } = await read(mail);
  expect([messageId.slice(0, 7), kind]).toEqual(['sha256:', 'reply']);
  expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
});

test('of a large mail the beginning is read', async () => {
  const mail = await read(`From: a@b.example\nSubject: Large\n\n${'All work and no play. '.repeat(600_000)}`);
  expect(mail.subject).toBe('Large');
  expect(mail.text.length).toBeLessThanOrEqual(LONGEST_TEXT);
});

const headerName = fc.constantFrom(
  ...[
    'From',
    'To',
    'Cc',
    'Subject',
    'Message-ID',
    'References',
    'In-Reply-To',
    'Content-Type',
    'Date',
    'Auto-Submitted',
  ],
  ...['Return-Path', 'Delivered-To', 'X-Failed-Recipients', 'Content-Transfer-Encoding'],
);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'multipart/report; report-type=delivery-status; boundary=b',
    'text/html; charset=utf-7',
    '<>',
    '=?utf-8?B?/////w==?=',
  ),
  fc.constantFrom('base64', 'quoted-printable', 'a@b.c, "x" <y@z>, g: h@i;', '<a@b>'),
);
const mailLike = fc
  .tuple(
    fc.array(fc.tuple(headerName, value), { maxLength: 12 }),
    fc.array(fc.oneof(value, fc.constant('--b'), fc.constant('Action: failed\nFinal-Recipient: rfc822;x')), {
      maxLength: 12,
    }),
  )
  .map(([heads, lines]) =>
    Buffer.from([...heads.map(([name, text]) => `${name}: ${text}`), '', ...lines].join('\r\n')),
  );

test('no bytes make it fail, nor give more than is kept, nor what the database cannot hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 2_000 }), mailLike), async (bytes) => {
      const mail = await readInbound(bytes);
      expect(mail.text.length).toBeLessThanOrEqual(LONGEST_TEXT);
      expect(mail.subject.length).toBeLessThanOrEqual(500);
      expect(mail.messageId.length).toBeLessThanOrEqual(502);
      expect(mail.from.length).toBeLessThanOrEqual(320);
      expect(mail.to.length).toBeLessThanOrEqual(50);
      expect(mail.references.length).toBeLessThanOrEqual(50);
      const kept = JSON.stringify(mail);
      expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns: 500 },
  );
});

test('no HTML gives an element, whatever is open or closed in it', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<p>',
    '<script>',
    '</script>',
    '<b',
    '&lt;',
    '&#0;',
    '&#xd800;',
    'x',
    ' ',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.filter((one) => one !== '&lt;').join('');
      expect(textOfHtml(html)).not.toMatch(/<\w+[^<]*>/);
    }),
  );
  expect(textOfHtml('<'.repeat(200_000))).toBe('');
  // Were each space looked at once for each that follows, it would take minutes, in which the server does nothing else.
  expect(textOfHtml('<> '.repeat(350_000))).toBe('');
  expect(textOfHtml(`a${'<i> </i>'.repeat(100_000)}b`)).toBe('a b');
  expect(textOfHtml('<p>Fish &amp; chips<br>&euro;5 &lt;now&gt;</p>')).toBe('Fish & chips\n€5 <now>');
});
