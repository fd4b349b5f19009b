import type { ServerResponse } from 'node:http';
import { answerAdmin, faultsOf } from '../loopback/faults.ts';
import { answerJson, bodyOf, parsed, serveOnLoopback } from '../loopback/serve.ts';
import { caughtTexts, type CaughtText } from './caught-texts.ts';
import { whatsappAnswers } from './whatsapp-answers.ts';
import { makeSms, smsRefusal } from './sms.ts';
import { listTemplates, sendWhatsapp, whatsappRefusal, type Answer } from './whatsapp.ts';

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
const WHATSAPP_ACCOUNT = '100000000000002';
const WHATSAPP_TOKEN = 'simulated-whatsapp-token';
const ACCOUNT = 'AC00000000000000000000000000000001';
const SMS_TOKEN = 'simulated-sms-token';
const WHATSAPP_PATH = /^\/v23\.0\/([^/]+)\/(messages|message_templates)$/;
const SMS_PATH = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages(?:\/([^/]+))?\.json$/;
const SENDER = 'MG00000000000000000000000000000001';

interface Asked {
  method: string;
  url: URL;
  text: string;
  authorization: string | undefined;
}

interface Exchange {
  channel: CaughtText['channel'];
  to: string;
  /** The provider's own answer, once the fault (if any) has let the message through. */
  accept: () => Answer;
  response: ServerResponse;
}

const THROTTLED = { whatsapp: () => whatsappRefusal(130429), sms: () => smsRefusal(20429) };
const UNDELIVERABLE = { whatsapp: () => whatsappRefusal(131026), sms: () => smsRefusal(21614) };

const faultAnswers: Record<MessagingFault, (exchange: Exchange) => void> = {
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
  if (body === undefined) response.writeHead(status).end();
  else answerJson(response, status, body);
}

function refusedWhatsapp(authorization: string | undefined, id: string, own: string): Answer | undefined {
  if (authorization !== `Bearer ${WHATSAPP_TOKEN}`) return whatsappRefusal(190);
  return id === own ? undefined : whatsappRefusal(100, `Object with ID '${id}' does not exist`);
}

function refusedSms(authorization: string | undefined, account: string): Answer | undefined {
  const key = Buffer.from(`${ACCOUNT}:${SMS_TOKEN}`).toString('base64');
  if (authorization !== `Basic ${key}`) return smsRefusal(20003);
  return account === ACCOUNT ? undefined : smsRefusal(20404);
}

/** The services that bring a text to a phone: Meta's WhatsApp Cloud API and a Twilio-shaped SMS service. */
export async function startMessaging({ port = 0 }: { port?: number } = {}) {
  const caught = caughtTexts();
  const answerSms = makeSms(caught);
  const faults = faultsOf(MESSAGING_FAULTS);

  function deliver(exchange: Exchange, refused: Answer | undefined): void {
    const fault = refused ? undefined : faults.take(MESSAGING_FAULTS, exchange.channel, exchange.to);
    if (fault) faultAnswers[fault](exchange);
    else answer(exchange.response, refused ?? exchange.accept());
  }

  function whatsapp(request: Asked, response: ServerResponse, [, of = '', kind]: RegExpExecArray): boolean {
    const { method, url, text, authorization } = request;
    const refused = (own: string) => refusedWhatsapp(authorization, of, own);
    if (method === 'POST' && kind === 'messages') {
      const message = parsed(text);
      const to = `+${String((message as { to?: unknown } | undefined)?.to)}`;
      const accept = () => sendWhatsapp(message, caught);
      deliver({ channel: 'whatsapp', to, accept, response }, refused(PHONE_ID));
      return true;
    }
    if (method !== 'GET' || kind !== 'message_templates') return false;
    const accept = () => listTemplates(url.searchParams.get('name'));
    deliver({ channel: 'whatsapp', to: '', accept, response }, refused(WHATSAPP_ACCOUNT));
    return true;
  }

  function sms(request: Asked, response: ServerResponse, [, account = '', sid]: RegExpExecArray): boolean {
    const { method, url, text, authorization } = request;
    const methods = sid === undefined ? ['GET', 'POST'] : ['GET', 'POST', 'DELETE'];
    if (!methods.includes(method)) return false;
    const form = new URLSearchParams(text);
    const accept = () => answerSms({ method, account, sid, query: url.searchParams, form });
    deliver({ channel: 'sms', to: form.get('To') ?? '', accept, response }, refusedSms(authorization, account));
    return true;
  }

  const server = await serveOnLoopback(async (incoming, response) => {
    const { url: address = '/', method = 'GET', headers } = incoming;
    const state = () => ({ messages: caught.list() });
    if (await answerAdmin({ url: address, method, request: incoming, response }, faults, state)) return;
    const url = new URL(address, 'http://127.0.0.1');
    const request = { method, url, text: await bodyOf(incoming), authorization: headers.authorization };
    const [ofWhatsapp, ofSms] = [WHATSAPP_PATH.exec(url.pathname), SMS_PATH.exec(url.pathname)];
    const isAnswered =
      (ofWhatsapp && whatsapp(request, response, ofWhatsapp)) ?? (ofSms && sms(request, response, ofSms)) ?? false;
    if (!isAnswered) answerJson(response, 404, { message: `Nothing answers ${method} ${address}` });
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
    /** The owner of the WhatsApp templates. */
    whatsappAccount: WHATSAPP_ACCOUNT,
    messages: caught.list,
    answers: whatsappAnswers(PHONE_ID),
    faults,
    stop: server.stop,
  };
}
