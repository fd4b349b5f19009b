import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAdmin, faultsOf } from '../loopback/faults.ts';
import { answerJson, bodyOf, parsed, serveOnLoopback } from '../loopback/serve.ts';
import { caughtTexts, type CaughtText } from './caught-texts.ts';
import { sendSms, smsRefusal } from './sms.ts';
import { sendWhatsapp, whatsappRefusal, type Answer } from './whatsapp.ts';

/** `only` of a fault names a channel or a number (+91…). */
const MESSAGING_FAULTS = [
  'throttled',
  'unavailable',
  'undeliverable',
  'timeout',
  'reset',
  'html',
  'huge',
  'redirect',
] as const;
type MessagingFault = (typeof MESSAGING_FAULTS)[number];

const PHONE_ID = '100000000000001';
const WHATSAPP_TOKEN = 'simulated-whatsapp-token';
const ACCOUNT = 'AC00000000000000000000000000000001';
const SMS_TOKEN = 'simulated-sms-token';
const SENDER = 'MG00000000000000000000000000000001';

interface Exchange {
  channel: CaughtText['channel'];
  to: string;
  /** The provider's own answer, once the fault (if any) has let the message through. */
  accept: () => Answer;
  response: ServerResponse;
}

const THROTTLED = { whatsapp: () => whatsappRefusal(130429), sms: () => smsRefusal(20429) };
const UNDELIVERABLE = { whatsapp: () => whatsappRefusal(131026), sms: () => smsRefusal(21614) };

const misbehave: Record<MessagingFault, (exchange: Exchange) => void> = {
  throttled: ({ channel, response }) => answer(response, THROTTLED[channel]()),
  undeliverable: ({ channel, response }) => answer(response, UNDELIVERABLE[channel]()),
  unavailable: ({ response }) => answerJson(response, 503, { message: 'Service unavailable' }),
  timeout: () => undefined,
  reset: ({ response }) => void response.destroy(),
  html: ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
  huge: ({ response }) => void response.writeHead(200).end(Buffer.alloc(20_000_000, ' ')),
  redirect: ({ response }) => void response.writeHead(302, { location: '/__admin/state' }).end(),
};

function answer(response: ServerResponse, { status, body }: Answer): void {
  answerJson(response, status, body);
}

function whatsappStranger(authorization: string | undefined, phoneId: string): Answer | undefined {
  if (authorization !== `Bearer ${WHATSAPP_TOKEN}`) return whatsappRefusal(190);
  return phoneId === PHONE_ID ? undefined : whatsappRefusal(100, `Object with ID '${phoneId}' does not exist`);
}

function smsStranger(authorization: string | undefined, account: string): Answer | undefined {
  const key = Buffer.from(`${ACCOUNT}:${SMS_TOKEN}`).toString('base64');
  if (authorization !== `Basic ${key}`) return smsRefusal(20003);
  return account === ACCOUNT ? undefined : smsRefusal(20404);
}

/** The neighbours that bring a text to a phone: Meta's WhatsApp Cloud API and a Twilio-shaped SMS service. */
export async function startMessaging({ port = 0 }: { port?: number } = {}) {
  const caught = caughtTexts();
  const faults = faultsOf(MESSAGING_FAULTS);

  function deliver(exchange: Exchange, stranger: Answer | undefined): void {
    const fault = stranger ? undefined : faults.take(MESSAGING_FAULTS, exchange.channel, exchange.to);
    if (fault) misbehave[fault](exchange);
    else answer(exchange.response, stranger ?? exchange.accept());
  }

  async function whatsapp(request: IncomingMessage, response: ServerResponse, phoneId: string): Promise<void> {
    const message = parsed(await bodyOf(request));
    const to = `+${String((message as { to?: unknown } | undefined)?.to)}`;
    const stranger = whatsappStranger(request.headers.authorization, phoneId);
    deliver({ channel: 'whatsapp', to, accept: () => sendWhatsapp(message, caught), response }, stranger);
  }

  async function sms(request: IncomingMessage, response: ServerResponse, account: string): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    const to = form.get('To') ?? '';
    const stranger = smsStranger(request.headers.authorization, account);
    deliver({ channel: 'sms', to, accept: () => sendSms(form, account, caught), response }, stranger);
  }

  const server = await serveOnLoopback(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (await answerAdmin({ url, method, request, response }, faults, () => ({ messages: caught.list() }))) return;
    const phoneId = /^\/v23\.0\/([^/]+)\/messages$/.exec(url)?.[1];
    const account = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/.exec(url)?.[1];
    if (method === 'POST' && phoneId !== undefined) return whatsapp(request, response, phoneId);
    if (method === 'POST' && account !== undefined) return sms(request, response, account);
    answerJson(response, 404, { message: `Nothing answers ${method} ${url}` });
  }, port);

  return {
    url: server.url,
    env: {
      WHATSAPP_URL: `${server.url}/v23.0`,
      WHATSAPP_TOKEN,
      WHATSAPP_PHONE_ID: PHONE_ID,
      SMS_URL: `${server.url}/?MessagingServiceSid=${SENDER}`,
      SMS_ACCOUNT: ACCOUNT,
      SMS_TOKEN,
    },
    messages: caught.list,
    faults,
    stop: server.stop,
  };
}
