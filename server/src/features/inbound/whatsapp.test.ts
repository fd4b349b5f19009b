import { createHmac } from 'node:crypto';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { whatsappAnswers } from '../../../../simulators/messaging/whatsapp-answers.ts';
import { stopOf } from '../../domain/reminders/stops.ts';
import { readStopFacts } from '../../domain/reminders/read-stops.ts';
import { silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { queueRenewalMessages } from '../../platform/outbox/outbox.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { deskWithMail, MONDAY } from './testing/desk-with-mail.ts';

const SECRET = 'an-app-secret-of-whatsapp';
const TOKEN = 'a-token-to-verify-with';
const NUMBER = '+919800000001';
const PATH = '/api/inbound_whatsapp/';
const answers = whatsappAnswers('100000000000001');
let count = 0;

/** A desk that WhatsApp posts to, of which Ravi's renewal was written about to his number. */
async function deskWithWhatsapp(
  env: Record<string, string> = { WHATSAPP_APP_SECRET: SECRET, WHATSAPP_VERIFY_TOKEN: TOKEN },
) {
  const room = await deskWithMail({ env });
  const { desk } = room;
  const webhook = { url: `${await desk.app.listen({ port: 0, host: '127.0.0.1' })}${PATH}`, appSecret: SECRET };
  const texted = async (renewalIds: readonly number[] = [room.id], to = NUMBER) => {
    const message: Parameters<typeof queueRenewalMessages>[2] = {
      ...{ channel: 'WhatsApp' as const, purpose: 'renewal' as const, recipient: to, body: 'Please confirm' },
      ...{ createdBy: 'system', template: 'renewal_reminder_v1', parameters: ['Ravi'] },
    };
    const [id = 0] = await desk.db.transaction((tx) => queueRenewalMessages(tx, renewalIds, message));
    const providerId = `wamid.${(count += 1)}`;
    await desk.db.update(outboxTable).set({ state: 'sent', providerId }).where(eq(outboxTable.id, id));
    return { id: providerId, to, outboxId: id };
  };
  const stops = async (id = room.id) => {
    const facts = await readStopFacts(desk.db, [id], { today: '2026-11-23', timeZone: 'Asia/Kolkata' });
    const found = facts.get(id);
    return found && stopOf({ ...found, silenced: null }, 'decision', '2026-11-23')?.cause;
  };
  return { ...room, webhook, texted, stops };
}

test('who answers by WhatsApp is heard: it stands in the history, in My day, and stops both channels', async () => {
  const { webhook, texted, stops, kept, comments, items, customerId, desk, tarun } = await deskWithWhatsapp();
  const caught = await texted();
  expect(await stops()).toBeUndefined();

  expect(await answers.reply(webhook, caught, 'Please call me after four')).toBe(200);

  expect(await kept()).toMatchObject([
    { channel: 'WhatsApp', kind: 'reply', from: NUMBER, outboxId: caught.outboxId, customerId, receivedAt: MONDAY },
  ]);
  expect((await comments()).map(({ comment }) => comment)).toEqual(['Answered by WhatsApp: Please call me after four']);
  expect(JSON.stringify(await items())).toContain('call me after four');
  expect((await tarun.calls(inbound.list, {})).reply.messages).toMatchObject([
    { channel: 'WhatsApp', from: NUMBER, subject: '' },
  ]);
  expect(await stops()).toBe('replied');
  expect(desk.announced).toEqual([{ kind: 'mail' }, { kind: 'month', month: '2026-12' }]);
});

test('what is posted again, because an answer was lost, is taken once', async () => {
  const { desk, kept } = await deskWithWhatsapp();
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { messages: [{ id: 'wamid.one', from: '919800000001', timestamp: '1795000000', type: 'text', text: { body: 'Yes' } }] } }] }], // prettier-ignore
  });
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const post = () =>
    desk.app.inject({ method: 'POST', url: PATH, payload: body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature } }); // prettier-ignore
  const all = await Promise.all(Array.from({ length: 10 }, post));
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await kept()).toHaveLength(1);
});

test('an answer that quotes a message is about that one, another about the newest to its number', async () => {
  const { webhook, texted, kept, renewalOf } = await deskWithWhatsapp();
  const other = await renewalOf({ domain: 'other.example', externalId: 'other' });
  const first = await texted();
  const second = await texted([other.id]);

  await answers.reply(webhook, first, 'About this one', true);
  await answers.reply(webhook, first, 'And this');

  expect((await kept()).map(({ outboxId }) => outboxId)).toEqual([first.outboxId, second.outboxId]);
});

test.each([
  ['written with spaces', '098000 00009', true],
  ['of two customers', NUMBER, false],
  ['of nobody', '', false],
])('who was not written to is known by a number %s', async (_, mobile, isKnown) => {
  const { webhook, desk, customerId, kept } = await deskWithWhatsapp();
  const from = mobile === NUMBER ? NUMBER : '+919800000009';
  const other = await makeRenewal(desk.db, { domain: 'other.example', externalId: 'other', customer: {} });
  const both = mobile === NUMBER ? [customerId, other.customerId] : [customerId];
  for (const one of both) await makeContact(desk.db, one, { email: `p${one}@acme.example`, mobile });

  await answers.reply(webhook, { id: 'wamid.none', to: from }, 'Hello');

  const [message] = await kept();
  expect(message?.customerId ?? null).toBe(isKnown ? customerId : null);
  expect(message?.settledAt).toBeNull();
});

test('an answer to nothing that we sent shows the domain that it asks about, while it waits', async () => {
  const { webhook, desk, customerId, id, tarun, kept, items } = await deskWithWhatsapp();
  await makeContact(desk.db, customerId, { email: 'tara@acme.example', mobile: '098000 00009' });
  await answers.reply(webhook, { id: 'wamid.none', to: '+919800000009' }, 'Hello');

  const shown = async () => (await tarun.calls(inbound.list, { show: 'all' })).reply.messages[0]?.renewals;
  expect(await shown()).toEqual([{ renewal_id: id, domain_name: 'acme.example', renewal_date: '2026-12-10' }]);
  const [item] = await items();
  const inbound_id = (await kept())[0]?.id ?? 0;
  expect(item).toMatchObject({ renewal_id: id, inbound_id });
  expect((await tarun.calls(inbound.message, { inbound_id })).reply.message.renewals).toEqual(await shown());

  // Nothing tells later which of their renewals it was.
  await tarun.calls(inbound.settle, { inbound_id });
  expect(await shown()).toEqual([]);
});

test.each(['STOP', ' stop. ', 'Unsubscribe'])('who writes %j gets no more messages by WhatsApp', async (word) => {
  const { webhook, texted, desk, kept } = await deskWithWhatsapp();
  await answers.reply(webhook, await texted(), word);
  expect(await desk.db.select().from(silencedAddressesTable)).toMatchObject([
    { address: NUMBER, cause: 'unsubscribed' },
  ]);
  expect((await kept())[0]?.settledAt).not.toBeNull();
});

test('a sentence with stop in it is an answer', async () => {
  const { webhook, texted, desk } = await deskWithWhatsapp();
  await answers.reply(webhook, await texted(), 'Please stop the renewal of two seats');
  expect(await desk.db.$count(silencedAddressesTable)).toBe(0);
});

test('a message that did not arrive after all counts as failed, once', async () => {
  const { webhook, texted, desk, id } = await deskWithWhatsapp();
  const caught = await texted();
  expect(await answers.fail(webhook, caught)).toBe(200);
  expect(await answers.fail(webhook, caught)).toBe(200);
  const [message] = await desk.db.select().from(outboxTable).where(eq(outboxTable.id, caught.outboxId));
  expect(message).toMatchObject({
    state: 'failed',
    reason: 'WhatsApp: the number cannot receive WhatsApp messages (131026)',
  });
  const [renewal] = await desk.db.select().from(renewalsTable).where(eq(renewalsTable.id, id));
  expect(renewal?.notification).toBe('failed');
  expect(desk.announced.filter(({ kind }) => kind === 'notification')).toHaveLength(1);
});

test.each([
  ['a signature of another secret', { secret: 'another' }, 401],
  ['no signature', { signature: '' }, 401],
  ['a signature that is none', { signature: 'sha256=zz' }, 401],
  ['what is no JSON', { body: '{' }, 400],
  ['what is not WhatsApp’s', { body: '{"object":"page","entry":[]}' }, 400],
  ['more than is taken', { body: ' '.repeat(4 * 1024 * 1024) }, 413],
])('%s is turned away', async (_, posted: { secret?: string; signature?: string; body?: string }, status) => {
  const { desk, kept } = await deskWithWhatsapp();
  const body = posted.body ?? '{"object":"whatsapp_business_account","entry":[]}';
  const own = `sha256=${createHmac('sha256', posted.secret ?? SECRET)
    .update(body)
    .digest('hex')}`;
  const { statusCode } = await desk.app.inject({
    ...{ method: 'POST', url: PATH, payload: body },
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': posted.signature ?? own },
  });
  expect(statusCode).toBe(status);
  expect(await kept()).toEqual([]);
});

test('the address is confirmed to who knows the token, and is not there where none is set', async () => {
  const ask = (room: Awaited<ReturnType<typeof deskWithWhatsapp>>, token: string) =>
    room.desk.app.inject({
      url: `${PATH}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
    });
  const room = await deskWithWhatsapp();
  const confirmed = await ask(room, TOKEN);
  expect([confirmed.statusCode, confirmed.body, confirmed.headers['content-type']]).toEqual([
    ...[200, '1158201444', 'text/plain'],
  ]);
  expect((await ask(room, 'another-token-than-it')).statusCode).toBe(401);
  const none = await deskWithWhatsapp({});
  expect((await ask(none, '')).statusCode).toBe(404);
  expect(await answers.reply(none.webhook, { id: 'x', to: NUMBER }, 'Hello')).toBe(404);
});
