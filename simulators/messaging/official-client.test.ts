import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startMessaging } from './messaging.ts';

/** Twilio's own client for Node: its fields, its pages and its errors are not our reading of the documentation. */
let services: Awaited<ReturnType<typeof startMessaging>>;
const messagingServiceSid = 'MG00000000000000000000000000000001';

function client(token = services.env.SMS_TOKEN) {
  const httpClient = new twilio.RequestClient({ autoRetry: true, maxRetries: 2, maxRetryDelay: 1 });
  // There is no setting for its address.
  httpClient.axios.interceptors.request.use((config) => {
    config.url = config.url?.replace('https://api.twilio.com', services.url);
    return config;
  });
  return twilio(services.env.SMS_ACCOUNT, token, { httpClient });
}

beforeAll(async () => {
  services = await startMessaging();
});
afterEach(() => services.faults.clear());
afterAll(() => services.stop());

const send = (to: string, body = 'acme.example renews on 01-04-2027.') =>
  client().messages.create({ to, body, messagingServiceSid });

describe("Twilio's client", () => {
  test('sends a message and reads later what became of it', async () => {
    const sent = await send('+919800000001');
    expect(sent).toMatchObject({ status: 'queued', to: '+919800000001', messagingServiceSid, dateSent: null });
    expect(sent.dateCreated.getTime()).toBeLessThanOrEqual(Date.now());
    const read = await client().messages(sent.sid).fetch();
    expect(read).toMatchObject({
      sid: sent.sid,
      status: 'delivered',
      body: 'acme.example renews on 01-04-2027.',
      numSegments: '1',
      direction: 'outbound-api',
      errorCode: null,
      apiVersion: '2010-04-01',
      uri: `/2010-04-01/Accounts/${services.env.SMS_ACCOUNT}/Messages/${sent.sid}.json`,
    });
    expect(read.dateSent).toBeInstanceOf(Date);
  });

  test('goes through all pages, the newest first, and can keep to a number or to days', async () => {
    const sids: string[] = [];
    for (let n = 0; n < 5; n++) sids.unshift((await send('+919800000005', `Message ${n}`)).sid);
    const { messages } = client();
    const sidsOf = (rows: readonly { sid: string }[]) => rows.map(({ sid }) => sid);
    expect(sidsOf(await messages.list({ to: '+919800000005', pageSize: 2 }))).toEqual(sids);
    expect(sidsOf(await messages.list({ pageSize: 3, limit: 4 }))).toEqual(sids.slice(0, 4));
    const page = await messages.page({ to: '+919800000005', pageSize: 2 });
    const next = await page.nextPage();
    expect(sidsOf(next?.instances ?? [])).toEqual(sids.slice(2, 4));
    expect(sidsOf((await next?.previousPage())?.instances ?? [])).toEqual(sids.slice(0, 2));
    const day = 24 * 3_600_000;
    expect(await messages.list({ dateSentAfter: new Date(Date.now() + day) })).toEqual([]);
    expect(await messages.list({ dateSentBefore: new Date(Date.now() - day) })).toEqual([]);
    expect(await messages.list({ from: '+12125550123' })).toEqual([]);
  });

  test('takes the text out of a message, or the whole of it away', async () => {
    const { sid } = await send('+919800000002', 'A secret');
    const { messages } = client();
    expect(await messages(sid).update({ body: '' })).toMatchObject({ sid, body: '' });
    expect((await messages(sid).fetch()).body).toBe('');
    await expect(messages(sid).update({ body: 'Another text' })).rejects.toMatchObject({ status: 400, code: 20001 });
    expect(await messages(sid).remove()).toBe(true);
    await expect(messages(sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
    // The phone has it all the same.
    expect(services.messages('+919800000002')).toMatchObject([{ text: 'A secret' }]);
  });

  test.each([
    ['a number that is none', { to: '98000', body: 'Due' }, 21211],
    ['no text', { to: '+919800000001', body: '' }, 21602],
  ])('is told what is wrong with %s', async (_, order, code) => {
    await expect(client().messages.create({ ...order, messagingServiceSid })).rejects.toMatchObject({
      status: 400,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
  });

  test('is turned away with a wrong token and from what is not there', async () => {
    await expect(client('stale').messages.list()).rejects.toMatchObject({ status: 401, code: 20003 });
    const nobody = `SM${'0'.repeat(32)}`;
    await expect(client().messages(nobody).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  });

  test('waits and asks again when the service is busy, as often as it was told', async () => {
    services.faults.next({ kind: 'throttled', times: 2 });
    expect((await send('+919800000001')).status).toBe('queued');
    services.faults.next({ kind: 'throttled', times: 4 });
    await expect(send('+919800000001')).rejects.toMatchObject({ status: 429, code: 20429 });
  });
});
