import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startMessaging } from '../../../../simulators/messaging/messaging.ts';
import { makeMessenger, type Message } from './messenger.ts';
import { normalisePhone } from './phone.ts';

const UNKNOWN = 'it is not known whether it arrived';
const sms: Message = { channel: 'sms', to: '98000 00001', text: 'acme.example renews on 01-04-2027.' };
const whatsapp: Message = {
  channel: 'whatsapp',
  to: '+91 98000 00001',
  template: 'renewal_reminder_v1',
  language: 'en',
  parameters: ['Asha', 'acme.example', 'Business Starter', '01-04-2027'],
};

let services: Awaited<ReturnType<typeof startMessaging>>;

const accounts = () => ({
  sms: { url: services.env.SMS_URL, account: services.env.SMS_ACCOUNT, token: services.env.SMS_TOKEN },
  whatsapp: {
    url: services.env.WHATSAPP_URL,
    token: services.env.WHATSAPP_TOKEN,
    phoneId: services.env.WHATSAPP_PHONE_ID,
  },
});
const send = (message: Message, changed = {}) => makeMessenger({ ...accounts(), ...changed }).send(message);

beforeAll(async () => {
  services = await startMessaging();
});
afterEach(() => services.faults.clear());
afterAll(() => services.stop());

test('an SMS arrives at the number in its international form', async () => {
  const result = await send(sms);

  const [caught] = services.messages();
  expect(caught).toMatchObject({ channel: 'sms', to: '+919800000001', text: 'acme.example renews on 01-04-2027.' });
  expect(result).toEqual({ outcome: 'sent', providerId: caught?.id });
});

test('a WhatsApp message arrives as its approved template, filled', async () => {
  const result = await send({ ...whatsapp, parameters: ['Asha\nRao', 'acme.example', '', '01-04-2027'] });

  const [caught] = services.messages();
  expect(caught).toMatchObject({ channel: 'whatsapp', to: '+919800000001', template: 'renewal_reminder_v1' });
  expect(caught?.text).toMatch(
    /^Hello Asha Rao, the licences of acme\.example \(-\) are due for renewal on 01-04-2027\./,
  );
  expect(result).toEqual({ outcome: 'sent', providerId: caught?.id });
});

test.each([
  ['an unknown template', { template: 'diwali_offer' }, 'the template does not exist in this language (132001)'],
  ['a template in another language', { language: 'hi' }, 'the template does not exist in this language (132001)'],
  ['too few values', { parameters: ['Asha'] }, 'the template takes another number of values (132000)'],
])('WhatsApp: %s fails and says why', async (_, changed, reason) => {
  const before = services.messages().length;
  expect(await send({ ...whatsapp, ...changed })).toEqual({ outcome: 'failed', reason: `WhatsApp: ${reason}` });
  expect(services.messages()).toHaveLength(before);
});

test('wrong keys fail and say so, without the key', async () => {
  const { sms: s, whatsapp: w } = accounts();
  expect(await send(whatsapp, { whatsapp: { ...w, token: 'stale' } })).toEqual({
    outcome: 'failed',
    reason: 'WhatsApp: the access token is not valid (190)',
  });
  expect(await send(sms, { sms: { ...s, token: 'stale' } })).toEqual({
    outcome: 'failed',
    reason: 'SMS: the account or its token is wrong (20003)',
  });
});

test('an SMS account without a sender says so', async () => {
  const account = { ...accounts().sms, url: services.url };
  expect(await send(sms, { sms: account })).toEqual({
    outcome: 'failed',
    reason: 'SMS: no sender is configured (21603)',
  });
});

test.each([
  [whatsapp, 'throttled', 'retry', 'WhatsApp: the service is busy (130429)'],
  [whatsapp, 'undeliverable', 'failed', 'WhatsApp: the number cannot receive WhatsApp messages (131026)'],
  [whatsapp, 'unavailable', 'failed', `WhatsApp: the service is disturbed (503), ${UNKNOWN}`],
  [whatsapp, 'reset', 'failed', `WhatsApp: the service broke the connection off, ${UNKNOWN}`],
  [whatsapp, 'redirect', 'failed', 'WhatsApp: the service gave an answer that was not understood (302)'],
  [whatsapp, 'html', 'failed', 'WhatsApp: the service gave an answer that was not understood (200)'],
  [whatsapp, 'huge', 'failed', 'WhatsApp: the service gave an answer that was not understood (200)'],
  [sms, 'throttled', 'retry', 'SMS: the service is busy (20429)'],
  [sms, 'undeliverable', 'failed', 'SMS: the number is not a mobile number (21614)'],
  [sms, 'unavailable', 'failed', `SMS: the service is disturbed (503), ${UNKNOWN}`],
  [sms, 'reset', 'failed', `SMS: the service broke the connection off, ${UNKNOWN}`],
  [sms, 'html', 'failed', 'SMS: the service gave an answer that was not understood (200)'],
] as const)('%o: a service that is %s means %s: %s', async (message, kind, outcome, reason) => {
  services.faults.next({ kind, only: '+919800000001' });
  const before = services.messages().length;

  expect(await send(message)).toEqual({ outcome, reason });
  expect(services.messages()).toHaveLength(before);
});

test('a service that never answers may have the message: it is not tried again', async () => {
  services.faults.next({ kind: 'timeout' });
  expect(await send(sms, { timeoutMs: 100 })).toEqual({
    outcome: 'failed',
    reason: `SMS: the service did not answer in time, ${UNKNOWN}`,
  });
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test.each([
  ['refuses the connection', async () => `http://127.0.0.1:${await closedPort()}/`],
  ['has a name that nobody knows', () => 'http://sms.invalid/'],
])('a service that %s has no message: it is tried again later', async (_, address) => {
  const url = await address();
  expect(await send(sms, { sms: { ...accounts().sms, url } })).toEqual({
    outcome: 'retry',
    reason: 'SMS: the service could not be reached',
  });
});

test('a 5xx in the words of the provider was not taken: it is tried again later', async () => {
  const provider = createServer((_, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 20500, message: 'Internal Server Error', status: 500 }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;

  expect(await send(sms, { sms: { ...accounts().sms, url } })).toEqual({
    outcome: 'retry',
    reason: 'SMS: the service is busy (20500)',
  });
});

test('a channel that is not configured fails and says so', async () => {
  expect(await send(sms, { sms: undefined })).toEqual({ outcome: 'failed', reason: 'SMS is not configured' });
  expect(await send(whatsapp, { whatsapp: undefined })).toEqual({
    outcome: 'failed',
    reason: 'WhatsApp is not configured',
  });
});

const note: Message = { channel: 'chat', text: '1 deadline' };

/** A webhook that answers as it is told, and what it was told. */
async function webhook(status: number, answer: string) {
  const texts: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      texts.push(JSON.parse(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { texts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=secret` };
}

test.each([
  [200, '{"name":"spaces/A/messages/B"}', { outcome: 'sent', providerId: 'spaces/A/messages/B' }],
  [200, 'ok', { outcome: 'sent', providerId: 'accepted' }],
  [429, '{"error":{"code":429,"message":"Too many"}}', { outcome: 'retry', reason: 'Chat: the service is busy (429)' }],
  [404, '{"error":{"code":404,"message":"No such space"}}', { outcome: 'failed', reason: 'Chat: No such space (404)' }],
  [404, 'gone', { outcome: 'failed', reason: 'Chat: the service gave an answer that was not understood (404)' }],
  [502, 'bad gateway', { outcome: 'failed', reason: `Chat: the service is disturbed (502), ${UNKNOWN}` }],
])('a chat that answers %i %s means %o', async (status, answer, result) => {
  const { texts, url } = await webhook(status, answer);
  expect(await send(note, { chat: url })).toEqual(result);
  expect(texts).toEqual([{ text: '1 deadline' }]);
});

test('a chat that nobody configured fails and says so', async () => {
  expect(await send(note)).toEqual({ outcome: 'failed', reason: 'The chat is not configured' });
});

test('what is not a phone number is not sent', async () => {
  expect(await send({ ...sms, to: '12345' })).toEqual({ outcome: 'failed', reason: 'Not a phone number: 12345' });
});

test.each([
  ['98000 00001', '+919800000001'],
  ['098000-00001', '+919800000001'],
  ['+91 (98000) 00001', '+919800000001'],
  ['0091 9800000001', '+919800000001'],
  ['+1 212 555 0123', '+12125550123'],
  ['call me', undefined],
  ['123', undefined],
  ['', undefined],
])('the phone number %j is %s', (text, number) => {
  expect(normalisePhone(text)).toBe(number);
});
