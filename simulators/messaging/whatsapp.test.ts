import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMessaging } from './messaging.ts';

/** There is no client of Meta's for Node that is kept up: these are the exchanges of its own description of the API. */
let services: Awaited<ReturnType<typeof startMessaging>>;
beforeAll(async () => {
  services = await startMessaging();
});
afterAll(() => services.stop());

async function ask(path: string, message?: object) {
  const { WHATSAPP_URL, WHATSAPP_TOKEN } = services.env;
  const response = await fetch(`${WHATSAPP_URL}/${path}`, {
    method: message ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${WHATSAPP_TOKEN}`, 'content-type': 'application/json' },
    ...(message && { body: JSON.stringify(message) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const send = (message: object) => ask(`${services.env.WHATSAPP_PHONE_ID}/messages`, message);

const messageOf = (parameters: object[]) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '919800000001',
  type: 'template',
  template: { name: 'renewal_reminder_v1', language: { code: 'en' }, components: [{ type: 'body', parameters }] },
});
const text = (value: string) => ({ type: 'text', text: value });

test('a template takes texts, amounts of money and dates, and is answered with who was reached', async () => {
  const currency = { amount_1000: 100_990, code: 'USD', fallback_value: '$100.99' };
  const date_time = {
    calendar: 'GREGORIAN',
    day_of_month: 25,
    month: 2,
    year: 2027,
    fallback_value: '25 February 2027',
  };
  const parameters = [
    text('Asha'),
    text('acme.example'),
    { type: 'currency', currency },
    { type: 'date_time', date_time },
  ];
  expect(await send(messageOf(parameters))).toEqual({
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: '919800000001', wa_id: '919800000001' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) as string, message_status: 'accepted' }],
    },
  });
  expect(services.messages()[0]?.text).toContain('acme.example ($100.99) are due for renewal on 25 February 2027.');
});

test('a parameter of a kind that is none, or without its value, is refused', async () => {
  const rest = [text('acme.example'), text('Starter'), text('01-04-2027')];
  for (const wrong of [{ type: 'emoji', text: 'x' }, { type: 'currency', currency: { code: 'USD' } }, text('')])
    expect(await send(messageOf([wrong, ...rest]))).toMatchObject({ status: 400, body: { error: { code: 100 } } });
});

test('a text of our own is refused: nobody wrote within the last 24 hours', async () => {
  const message = { messaging_product: 'whatsapp', to: '919800000001', type: 'text', text: { body: 'Hello' } };
  expect(await send(message)).toMatchObject({ status: 400, body: { error: { code: 131047 } } });
});

test('the templates of the account are listed, all or by name', async () => {
  const templates = (query = '') => ask(`${services.whatsappAccount}/message_templates${query}`);
  const reminder = {
    name: 'renewal_reminder_v1',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    id: expect.stringMatching(/^\d+$/) as string,
    components: [{ type: 'BODY', text: expect.stringContaining('{{4}}') as string }],
  };
  expect(await templates()).toMatchObject({
    status: 200,
    body: {
      data: [reminder, { name: 'renewal_overdue_v1' }, { name: 'renewal_recorded_v1' }],
      paging: { cursors: {} },
    },
  });
  expect(await templates('?name=renewal_reminder_v1')).toMatchObject({ body: { data: [reminder] } });
  expect(await templates('?name=diwali_offer')).toMatchObject({ status: 200, body: { data: [] } });
  expect(await ask('1/message_templates')).toMatchObject({ status: 400, body: { error: { code: 100 } } });
});
