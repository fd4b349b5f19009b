import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countOpening, findLink, tokenHashOf, type FoundLink } from '../../domain/offers/links.ts';
import { limitConcurrency } from '../../platform/concurrency/limit.ts';
import type { Services } from '../../platform/context.ts';
import {
  askNewLink,
  countRequest,
  decideByLink,
  forward,
  lookAtNumber,
  todayOf,
  type Answer,
  type From,
  type Opened,
} from './commands.ts';
import { decisionPage, type Shown } from './decision.page.ts';
import type { Page } from './frame.page.ts';
import { askedPage, lostPage, sorryPage } from './plain.page.ts';
import { lastForwarded, quoteOf, viewOf } from './queries.ts';
import {
  counted,
  FORWARD,
  NEW_LINK,
  readDecision,
  readForward,
  type Fault,
  type OfferView,
  type Typed,
} from './rules.ts';

const FORM = 'application/x-www-form-urlencoded';
const MOST_BYTES = 16_384;
const USER_AGENT_LENGTH = 300;
/** So many of these pages are worked on at a time: however many strangers come at once, most connections are for who works here. */
const AT_ONCE = 4;
const OPENING: ReadonlySet<string> = new Set(['live', 'used']);

interface Params {
  readonly '*': string;
}
type Asked = FastifyRequest<{ Params: Params; Querystring: Readonly<Record<string, unknown>> }>;

const fromOf = (request: FastifyRequest): From => ({
  ip: request.ip,
  requestId: request.id,
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
});

/** Kept by nobody, found by nobody, and its address told to nobody. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

const send = (reply: FastifyReply, status: number, { source, policy }: Page) =>
  reply
    .code(status)
    .headers({ ...PRIVATE, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(source);

const newKey = (): string => randomBytes(16).toString('base64url');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const again = (fault: Fault | undefined, typed: Typed): Shown => ({
  key: newKey(),
  typed,
  fault,
  changing: '',
  done: '',
});

/** Where the answer to a form leads: to load that page again sends nothing again. */
const toPage = (reply: FastifyReply, token: string, done: string) =>
  reply
    .code(303)
    .headers({ 'cache-control': 'no-store', location: `/d/${encodeURIComponent(token)}?done=${done}` })
    .send();

/**
 * The page on which a customer decides by a link. To open it changes nothing but the count of its openings; it needs no session and
 * gives none. Whatever is wrong with a link is one page with one answer.
 */
export function serveDecisionPage(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  const inTurn = limitConcurrency(AT_ONCE);

  const findOpen = async (token: string): Promise<FoundLink | undefined> => {
    const found = await findLink(db, token, todayOf(services));
    return found && OPENING.has(found.state) ? found : undefined;
  };
  const lost = (reply: FastifyReply) => send(reply, 404, lostPage(config));
  const tooMany = (reply: FastifyReply, seconds: number) =>
    send(
      reply.header('retry-after', String(seconds)),
      429,
      sorryPage(config, 'Please wait a little', 'This page was asked for very often. Try again in some minutes.'),
    );
  /** @returns whether it was refused */
  const isTooMuch = async (request: Asked, reply: FastifyReply): Promise<boolean> => {
    const wait = await countRequest(services, tokenHashOf(request.params['*']).toString('hex'), request.ip);
    if (wait > 0) await tooMany(reply, wait);
    return wait > 0;
  };

  const sendQuote = async (reply: FastifyReply, { offer }: FoundLink) => {
    const quote = await quoteOf(db, config, offer.id);
    if (!quote)
      return send(
        reply,
        409,
        sorryPage(config, 'The quote is not here any more', 'It is in the mail that came with it.'),
      );
    return reply
      .code(200)
      .headers({ ...PRIVATE, 'content-disposition': `attachment; filename="${quote.name}"` })
      .type('application/pdf')
      .send(quote.bytes);
  };

  const open = async (request: Asked, reply: FastifyReply) => {
    if (await isTooMuch(request, reply)) return reply;
    const found = await findOpen(request.params['*']);
    if (!found) return lost(reply);
    const { done, change, quote } = request.query;
    if (quote !== undefined) return sendQuote(reply, found);
    // Who comes from a form, or goes to one, has opened it before.
    if (request.method === 'GET' && done === undefined && change === undefined) await countOpening(db, found.link);
    const passedOnTo = done === 'forwarded' ? await lastForwarded(db, found.link) : undefined;
    const shown = { key: newKey(), typed: {}, fault: undefined, changing: text(change), done: text(done), passedOnTo };
    return send(reply, 200, decisionPage(config, await viewOf(db, found, services), shown));
  };

  const answer = (
    reply: FastifyReply,
    view: OfferView,
    { token, what, became, typed }: { token: string; what: string; became: Answer; typed: Typed },
  ) => {
    if (became === 'lost') return lost(reply);
    if (became === 'taken') return toPage(reply, token, what);
    if ('toConfirm' in became || 'unpriced' in became)
      return send(reply, 200, decisionPage(config, view, { ...again(undefined, typed), ...became }));
    return send(reply, 422, decisionPage(config, view, again(became, typed)));
  };

  /** What becomes of the form of a line, and how it is shown again. */
  const decided = async (opened: Opened, typed: Typed, from: From): Promise<{ became: Answer; typed: Typed }> => {
    const form = typed['line'] ?? '';
    const number = counted(typed);
    const read = readDecision(number ?? typed);
    if ('message' in read) return { became: read, typed: number ?? typed };
    if (number) return { became: lookAtNumber(opened, form, read), typed: number };
    return { became: await decideByLink(opened, { form, typed: read, from }, services), typed };
  };

  const decide = async (request: Asked, reply: FastifyReply) => {
    if (await isTooMuch(request, reply)) return reply;
    const token = request.params['*'];
    const typed = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
    const from = fromOf(request);
    if (typed['what'] === NEW_LINK) {
      await askNewLink(services, tokenHashOf(token), from);
      return send(reply, 200, askedPage(config));
    }
    const found = await findOpen(token);
    if (!found) return lost(reply);
    const view = await viewOf(db, found, services);
    const opened = { ...found, token, view };
    if (typed['what'] === FORWARD) {
      const read = readForward(typed);
      const became = 'message' in read ? read : await forward(opened, { typed: read, from }, services);
      return answer(reply, view, { token, what: 'forwarded', became, typed });
    }
    return answer(reply, view, { token, what: 'decided', ...(await decided(opened, typed, from)) });
  };

  void app.register((scope, _options, registered) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    // What goes wrong is told to a person here, in the words of the page.
    scope.addHook('onSend', (_request, reply, payload, sent) => {
      if (!String(reply.getHeader('content-type')).startsWith('application/json')) {
        sent(null, payload);
        return;
      }
      const { source, policy } = sorryPage(config, 'That did not work', 'Please go back and try again in a moment.');
      reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
        .type('text/html; charset=utf-8');
      sent(null, source);
    });
    scope.get<{ Params: Params; Querystring: Readonly<Record<string, unknown>> }>('/d/*', (request, reply) =>
      inTurn(() => open(request, reply)),
    );
    scope.post<{ Params: Params; Querystring: Readonly<Record<string, unknown>> }>('/d/*', (request, reply) =>
      inTurn(() => decide(request, reply)),
    );
    registered();
  });
}
