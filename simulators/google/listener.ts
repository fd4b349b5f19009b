import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from '../loopback/serve.ts';
import { answerAdmin, type Parts } from './admin.ts';
import { HANDLERS } from './calls.ts';
import { faultAnswer } from './faults.ts';
import { parseBody } from './fields.ts';
import { GoogleRefusal, notFound } from './refusal.ts';
import { matchRoute, type MethodName } from './routes.ts';
import { checkSelection, parseSelection, selected } from './selection.ts';
import { shapeOf } from './shapes.ts';
import { TokenRefusal } from './tokens.ts';

interface Answer {
  status: number;
  /** Text is HTML, an object JSON, undefined nothing. */
  body: unknown;
}

interface Request {
  method: string;
  url: URL;
  authorization: string | undefined;
  text: string;
}

/** Answers every request; a request is a call of the API, of the token endpoint, or of the test's own /__admin. */
export const makeListener = (parts: Parts) => async (incoming: IncomingMessage, response: ServerResponse) => {
  const request = {
    method: incoming.method ?? '',
    url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
    authorization: incoming.headers.authorization,
    text: await bodyOf(incoming),
  };
  respond(request, response, parts);
};

function respond(request: Request, response: ServerResponse, parts: Parts): void {
  parts.state.settle();
  if (request.url.pathname.startsWith('/__admin/')) {
    send(
      response,
      attempt(() => answerAdmin(request, parts)),
    );
    return;
  }
  const { name, subscriptionId, answer } = prepared(request, parts);
  if (!name) {
    send(response, attempt(answer));
    return;
  }
  parts.state.countCall(name);
  const fault = parts.faults.next(name, subscriptionId);
  if (fault === 'timeout') return;
  if (fault === 'applied-but-answer-lost') attempt(answer);
  if (fault === 'applied-but-answer-lost' || fault === 'reset') {
    response.destroy();
    return;
  }
  if (fault === 'answered-but-not-applied') {
    const { state } = parts;
    send(
      response,
      attempt(() => answer({ ...state, store: { ...state.store, put: (subscription) => subscription } })),
    );
    return;
  }
  send(response, (fault && faultAnswer(fault)) ?? attempt(answer));
}

/** Which call it is, and what would be answered if nothing goes wrong on the way. */
function prepared(
  request: Request,
  { state, tokens }: Parts,
): {
  name?: MethodName;
  subscriptionId?: string;
  /** @param of whose store is asked and written */
  answer: (of?: Parts['state']) => unknown;
} {
  const { method, url, text } = request;
  if (method === 'POST' && url.pathname === '/token') {
    return { name: 'token', answer: () => tokens.exchange(new URLSearchParams(text)) };
  }
  const match = matchRoute(method, url.pathname);
  if (!match) return { answer: unknownAddress };
  const answer = (of = state) => {
    tokens.check(request.authorization, method !== 'GET');
    const query = url.searchParams;
    const fields = query.get('fields');
    const selection = fields ? parseSelection(fields) : {};
    checkSelection(selection, shapeOf(match.name));
    return selected(HANDLERS[match.name]({ ...match, query, body: parseBody(text) }, of), selection);
  };
  return { name: match.name, subscriptionId: match.subscriptionId, answer };
}

function unknownAddress(): never {
  throw notFound('Not Found');
}

function attempt(answer: () => unknown): Answer {
  try {
    const body = answer();
    return { status: body === undefined ? 204 : 200, body };
  } catch (error) {
    if (error instanceof GoogleRefusal || error instanceof TokenRefusal)
      return { status: error.code, body: error.body };
    throw error;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const isHtml = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isHtml ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8',
  });
  response.end(isHtml ? body : body === undefined ? undefined : JSON.stringify(body));
}
