import { finished } from 'node:stream';
import { inbound } from '@desk/contract/renewal-work/inbound';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiveMail, receiveWhatsapp } from '../../domain/inbound/receive.ts';
import { noteUndelivered } from '../../domain/inbound/undelivered.ts';
import { LARGEST_MAIL } from '../../integrations/mail/inbound.ts';
import { readWhatsappEvents } from '../../integrations/messaging/whatsapp-webhook.ts';
import { addressKey } from '../../auth/throttle.ts';
import type { Services } from '../../platform/context.ts';
import { isSame, isSignedWith } from '../../platform/crypto/compare.ts';
import { implement } from '../../platform/http/implement.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { logSecurityEvent } from '../../platform/log/security-log.ts';
import { reopen, settle } from './commands.ts';
import { inboundMessage, inboundMessages } from './queries.ts';
import { isTimely, rawInJson } from './rules.ts';

export const inboundRoutes = implement(inbound, { list: inboundMessages, message: inboundMessage, settle, reopen });

/** A mail as base64 in JSON is a third larger. */
const LARGEST_BODY = Math.ceil((LARGEST_MAIL * 4) / 3) + 1_024;
const RAW = ['message/rfc822', 'application/octet-stream'];

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

function refuseSigned(request: FastifyRequest, call: string): never {
  logSecurityEvent({ log: request.log, client: { ip: request.ip } }, 'authz_fail', { call });
  throw new Refusal(401, 'The signature does not fit.');
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

interface SignedPlace {
  /** Content types that are taken. */
  readonly types: readonly string[];
  readonly largest: number;
  readonly serve: (place: FastifyInstance) => void;
}

/** So many bytes are read at a time, and of one address: who sends them is known only when all of them are there. */
const MOST_BYTES = { altogether: 96 * 1024 * 1024, ofAddress: 48 * 1024 * 1024 } as const;
const BUSY = 'The service is busy. Please try again in a moment.';

/** Bytes that are being read by the address that sends them, and of all: one count for all places of the process. */
const underWay = new Map<string, number>();
let all = 0;

/** Turns away what comes while too much is under way, before it is read; a service that posts tries again later. */
function limitBodies(place: FastifyInstance, largest: number): void {
  place.addHook('preParsing', (request, reply, _payload, next) => {
    if (request.method !== 'POST') {
      next();
      return;
    }
    // What does not say how long it is may be as long as any.
    const bytes = Math.min(Number(headerOf(request, 'content-length') || largest), largest);
    const address = addressKey(request.ip);
    const ofAddress = (underWay.get(address) ?? 0) + bytes;
    if (all + bytes > MOST_BYTES.altogether || ofAddress > MOST_BYTES.ofAddress) throw new Refusal(503, BUSY);
    all += bytes;
    underWay.set(address, ofAddress);
    finished(reply.raw, () => {
      all -= bytes;
      const left = (underWay.get(address) ?? bytes) - bytes;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    });
    next();
  });
}

/** A place whose bodies come as bytes, because a signature is over bytes; elsewhere a body is JSON, and small. */
function takeBytes(app: FastifyInstance, { types, largest, serve }: SignedPlace): void {
  void app.register((place, _options, done) => {
    place.removeAllContentTypeParsers();
    place.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: largest }, (_request, body, parsed) => {
      parsed(null, body);
    });
    limitBodies(place, largest);
    serve(place);
    done();
  });
}

const MAIL = 'inbound_mail/';

/** What a mail service posts. Who signs with another secret, another body or another time is turned away, before a body without a signature is read. */
export function serveInboundMail(app: FastifyInstance, services: Services): void {
  const { INBOUND_SECRET: secret } = services.config;
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = bytesOf(request);
    const parts = [`${headerOf(request, 'x-timestamp')}.`, body];
    const isGenuine = secret !== undefined && isSignedWith(secret, parts, headerOf(request, 'x-signature'));
    if (!isGenuine) return refuseSigned(request, MAIL);
    const raw = RAW.includes(headerOf(request, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '')
      ? body
      : rawInJson(body);
    if (raw === undefined || raw.length === 0) throw new Refusal(400, 'There is no mail in it.');
    if (raw.length > LARGEST_MAIL) throw new Refusal(413, 'The mail is too large.');
    const received = await receiveMail(services, raw, services.now());
    return reply.header('cache-control', 'no-store').send({ received });
  };
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    if (secret === undefined) throw new Refusal(404, 'Not found');
    const isDated = isTimely(headerOf(request, 'x-timestamp'), services.now());
    if (!isDated || headerOf(request, 'x-signature') === '') refuseSigned(request, MAIL);
    next();
  };
  const serve = (place: FastifyInstance) =>
    void place.post(`/api/${MAIL}`, { bodyLimit: LARGEST_BODY, onRequest }, take);
  takeBytes(app, { types: [...RAW, 'application/json'], largest: LARGEST_BODY, serve });
}

const WHATSAPP = 'inbound_whatsapp/';
const LARGEST_EVENTS = 3 * 1024 * 1024;

/**
 * What WhatsApp's Cloud API posts: answers of customers, and messages that could not be delivered. It signs with the app's secret, posts
 * again what was not answered with 200, and asks once whether the address is ours.
 */
export function serveWhatsapp(app: FastifyInstance, services: Services): void {
  const { WHATSAPP_APP_SECRET: secret, WHATSAPP_VERIFY_TOKEN: token } = services.config;
  const verify = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = (request.query ?? {}) as Record<string, unknown>;
    const challenge = asked['hub.challenge'];
    const isOurs = asked['hub.mode'] === 'subscribe' && isSame(String(asked['hub.verify_token']), token ?? '');
    if (!isOurs || typeof challenge !== 'string') return refuseSigned(request, WHATSAPP);
    return reply.type('text/plain').header('cache-control', 'no-store').send(challenge);
  };
  const take = async (request: FastifyRequest) => {
    const body = bytesOf(request);
    const isGenuine = secret !== undefined && isSignedWith(secret, [body], headerOf(request, 'x-hub-signature-256'));
    if (!isGenuine) return refuseSigned(request, WHATSAPP);
    const events = readWhatsappEvents(body);
    if (!events) throw new Refusal(400, 'There are no events of WhatsApp in it.');
    for (const text of events.texts) await receiveWhatsapp(services, text, services.now());
    for (const failure of events.failures) await noteUndelivered(services, failure);
    return {};
  };
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, next: () => void) => {
    const isSet = request.method === 'POST' ? secret !== undefined : token !== undefined;
    if (!isSet) throw new Refusal(404, 'Not found');
    if (request.method === 'POST' && headerOf(request, 'x-hub-signature-256') === '') refuseSigned(request, WHATSAPP);
    next();
  };
  const serve = (place: FastifyInstance) => {
    place.get(`/api/${WHATSAPP}`, { onRequest }, verify);
    place.post(`/api/${WHATSAPP}`, { bodyLimit: LARGEST_EVENTS, onRequest }, take);
  };
  takeBytes(app, { types: ['application/json'], largest: LARGEST_EVENTS, serve });
}
