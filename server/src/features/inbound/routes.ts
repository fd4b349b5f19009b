import { inbound } from '@desk/contract/renewal-work/inbound';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiveMail } from '../../domain/inbound/receive.ts';
import { LARGEST_MAIL } from '../../integrations/mail/inbound.ts';
import type { Services } from '../../platform/context.ts';
import { implement } from '../../platform/http/implement.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { logSecurityEvent } from '../../platform/log/security-log.ts';
import { settle } from './commands.ts';
import { inboundMessage, inboundMessages } from './queries.ts';
import { isSigned, isTimely, rawInJson } from './rules.ts';

export const inboundRoutes = implement(inbound, { list: inboundMessages, message: inboundMessage, settle });

/** A mail as base64 in JSON is a third larger. */
const LARGEST_BODY = Math.ceil((LARGEST_MAIL * 4) / 3) + 1_024;
const RAW = ['message/rfc822', 'application/octet-stream'];

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

function refuseSigned(request: FastifyRequest): never {
  logSecurityEvent({ log: request.log, client: { ip: request.ip } }, 'authz_fail', { call: 'inbound_mail/' });
  throw new Refusal(401, 'The signature does not fit.');
}

/** What a mail service posts. Who signs with another secret, another body or another time is turned away, before a body without a signature is read. */
export function serveInboundMail(app: FastifyInstance, services: Services): void {
  const { INBOUND_SECRET: secret } = services.config;
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signed = { timestamp: headerOf(request, 'x-timestamp'), signature: headerOf(request, 'x-signature'), body };
    if (secret === undefined || !isSigned(secret, signed)) return refuseSigned(request);
    const raw = RAW.includes(headerOf(request, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '')
      ? body
      : rawInJson(body);
    if (raw === undefined || raw.length === 0) throw new Refusal(400, 'There is no mail in it.');
    if (raw.length > LARGEST_MAIL) throw new Refusal(413, 'The mail is too large.');
    const received = await receiveMail(services, raw, services.now());
    return reply.header('cache-control', 'no-store').send({ received });
  };
  // A place of its own: elsewhere a body is JSON, and small.
  void app.register((place, _options, done) => {
    place.removeAllContentTypeParsers();
    place.addContentTypeParser(
      [...RAW, 'application/json'],
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    place.post(
      '/api/inbound_mail/',
      {
        bodyLimit: LARGEST_BODY,
        onRequest: (request, _reply, next) => {
          if (secret === undefined) throw new Refusal(404, 'Not found');
          const isDated = isTimely(headerOf(request, 'x-timestamp'), services.now());
          if (!isDated || headerOf(request, 'x-signature') === '') refuseSigned(request);
          next();
        },
      },
      take,
    );
    done();
  });
}
