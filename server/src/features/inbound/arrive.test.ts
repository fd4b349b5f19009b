import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startImap } from '../../../../simulators/mailbox/imap.ts';
import { makeInbox } from '../../../../simulators/mailbox/inbox.ts';
import { makeMailbox } from '../../integrations/mail/imap-mailbox.ts';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { readMailbox } from './jobs.ts';
import { deskWithMail, MONDAY, rawMail } from './testing/desk-with-mail.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const SECONDS = MONDAY.getTime() / 1_000;
type Room = Awaited<ReturnType<typeof deskWithMail>>;

interface Posted {
  body: Buffer | string;
  type?: string;
  timestamp?: number | string;
  secret?: string;
  signature?: string;
}
const post = async (
  { desk }: Room,
  { body, type = 'message/rfc822', timestamp = SECONDS, secret = SECRET, signature }: Posted,
) => {
  const own = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const headers = { 'content-type': type, 'x-timestamp': String(timestamp), 'x-signature': signature ?? own };
  const { statusCode, headers: answered } = await desk.app.inject({
    method: 'POST',
    url: '/api/inbound_mail/',
    payload: body,
    headers,
  });
  expect(answered['x-content-type-options']).toBe('nosniff');
  return statusCode;
};
const deskThatIsPosted = () => deskWithMail({ env: { INBOUND_SECRET: SECRET } });

test('a mail service posts a mail, as it is or in JSON, and it is taken once', async () => {
  const room = await deskThatIsPosted();
  const body = rawMail({ to: (await room.sent()).address });
  expect(await post(room, { body })).toBe(200);
  const json = JSON.stringify({ raw: body.toString('base64') });
  expect(await post(room, { body: json, type: 'application/json' })).toBe(200);
  expect(await room.kept()).toMatchObject([{ kind: 'reply', text: 'Call me' }]);
  expect(await room.comments()).toHaveLength(1);
});

test.each([
  ['another secret', { secret: SECRET.replace('0', '1') }, 401],
  ['no signature', { signature: '' }, 401],
  ['half a signature', { signature: 'abcd' }, 401],
  ['a signature that is none', { signature: 'z'.repeat(64) }, 401],
  [
    'the signature of another body',
    { signature: createHmac('sha256', SECRET).update(`${SECONDS}.other`).digest('hex') },
    401,
  ],
  ['a time of six minutes ago', { timestamp: SECONDS - 360 }, 401],
  ['a time that is to come', { timestamp: SECONDS + 360 }, 401],
  ['no time', { timestamp: '' }, 401],
  ['JSON without a mail', { body: '{}', type: 'application/json' }, 400],
  ['what is no JSON', { body: '{', type: 'application/json' }, 400],
  ['nothing', { body: '' }, 400],
  ['another type', { type: 'text/html' }, 415],
  ['more than is taken', { body: Buffer.alloc(11 * 1024 * 1024, 'x') }, 413],
  ['far more than is taken', { body: Buffer.alloc(15 * 1024 * 1024, 'x') }, 413],
])('%s is turned away', async (_, posted: Partial<Posted>, status) => {
  const room = await deskThatIsPosted();
  expect(await post(room, { body: rawMail(), ...posted })).toBe(status);
  expect(await room.desk.db.$count(inboundMessagesTable)).toBe(0);
});

test('of more than fits at once some are turned away before they are read, whoever sends them; then there is room again', async () => {
  const room = await deskThatIsPosted();
  const large = { body: Buffer.alloc(9 * 1024 * 1024, 'x'), signature: 'a'.repeat(64) };

  const answers = await Promise.all(Array.from({ length: 8 }, () => post(room, large)));

  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 503)).toHaveLength(3);
  expect(await post(room, large)).toBe(401);
  const small = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(room, { body: rawMail({ text: `${n}` }) })),
  );
  expect(new Set(small)).toEqual(new Set([200]));
});

test('four minutes are no reason to turn a mail away; without a secret nothing is there', async () => {
  const room = await deskThatIsPosted();
  expect(await post(room, { body: rawMail(), timestamp: SECONDS - 240 })).toBe(200);
  expect(await post(await deskWithMail(), { body: rawMail() })).toBe(404);
});

const inbox = makeInbox();
const imap = await startImap(inbox);
afterAll(() => imap.stop());

async function deskWithMailbox() {
  inbox.clear();
  imap.refuse(false);
  const room = await deskWithMail({
    env: { INBOUND_SECRET: SECRET },
    clients: { mailbox: makeMailbox({ url: imap.url, timeoutMs: 10_000 }) },
  });
  const read = () => readMailbox({}, room.desk.services, new AbortController().signal);
  return { ...room, read };
}

test('what is unread in the mailbox is taken in; what was posted too is known', async () => {
  const room = await deskWithMailbox();
  const { address } = await room.sent();
  const [first, second] = [rawMail({ to: address, text: 'One' }), rawMail({ to: address, text: 'Two' })];
  inbox.add(first);
  inbox.add(second);
  expect(await post(room, { body: second })).toBe(200);

  await room.read();
  await room.read();

  expect((await room.kept()).map(({ text }) => text)).toEqual(['Two', 'One']);
  expect(inbox.list().every(({ flags }) => flags.has(String.raw`\Seen`))).toBe(true);
});

test('of two nodes one reads at a time', async () => {
  const room = await deskWithMailbox();
  const { address } = await room.sent();
  for (let n = 0; n < 5; n++) inbox.add(rawMail({ to: address }));
  await Promise.all([room.read(), room.read()]);
  await room.read();
  expect(await room.kept()).toHaveLength(5);
  expect(await room.comments()).toHaveLength(5);
});

test('a mailbox that is away is a failure of the job, and nothing is lost', async () => {
  const room = await deskWithMailbox();
  inbox.add(rawMail());
  imap.refuse(true);
  await expect(room.read()).rejects.toThrow();
  imap.refuse(false);
  await room.read();
  expect(await room.kept()).toHaveLength(1);
});
