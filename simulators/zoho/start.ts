import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAdmin, faultsOf } from '../loopback/faults.ts';
import { answerJson, bodyOf, formOf, parsed, serveOnLoopback } from '../loopback/serve.ts';
import type { World } from '../world/types.ts';
import { BOOKS_ORGANIZATION, makeBooks } from './books.ts';
import { makeCrm } from './crm.ts';
import { DESK_ORGANIZATION, makeDesk } from './desk.ts';
import { faultAnswers, ZOHO_FAULTS, type ZohoFault } from './faults.ts';
import { crmRefusal, ZohoRefusal } from './refusal.ts';
import { CREDENTIALS, makeTokens } from './tokens.ts';
import type { ZohoAnswer } from './wire.ts';

type CallsOf<Part extends (...given: never[]) => { calls: object }> = ReturnType<Part>['calls'];
type Calls = CallsOf<typeof makeCrm> & CallsOf<typeof makeBooks> & CallsOf<typeof makeDesk>;
type CallName = 'token' | keyof Calls;

const ROUTES: readonly { method: string; path: RegExp; name: CallName }[] = [
  { method: 'POST', path: /^\/oauth\/v2\/token$/, name: 'token' },
  { method: 'GET', path: /^\/crm\/v8\/settings\/modules$/, name: 'settings.modules' },
  { method: 'GET', path: /^\/crm\/v8\/settings\/fields$/, name: 'settings.fields' },
  { method: 'GET', path: /^\/crm\/v8\/users$/, name: 'users' },
  { method: 'GET', path: /^\/crm\/v8\/org$/, name: 'org' },
  { method: 'GET', path: /^\/crm\/v8\/Contacts$/, name: 'contacts.list' },
  { method: 'GET', path: /^\/crm\/v8\/Contacts\/search$/, name: 'contacts.search' },
  { method: 'POST', path: /^\/crm\/v8\/Accounts\/upsert$/, name: 'accounts.upsert' },
  { method: 'POST', path: /^\/crm\/v8\/Contacts\/upsert$/, name: 'contacts.upsert' },
  { method: 'GET', path: /^\/crm\/v8\/Accounts\/(\w+)$/, name: 'accounts.get' },
  { method: 'GET', path: /^\/crm\/v8\/Contacts\/(\w+)$/, name: 'contacts.get' },
  { method: 'PUT', path: /^\/crm\/v8\/Contacts\/(\w+)$/, name: 'contacts.update' },
  { method: 'GET', path: /^\/crm\/v8\/Tasks$/, name: 'tasks.list' },
  { method: 'POST', path: /^\/crm\/v8\/Tasks$/, name: 'tasks.create' },
  { method: 'GET', path: /^\/crm\/v8\/Tasks\/(\w+)$/, name: 'tasks.get' },
  { method: 'PUT', path: /^\/crm\/v8\/Tasks\/(\w+)$/, name: 'tasks.update' },
  { method: 'GET', path: /^\/books\/v3\/contacts$/, name: 'books.contacts' },
  { method: 'GET', path: /^\/books\/v3\/contacts\/(\w+)$/, name: 'books.contact' },
  { method: 'GET', path: /^\/books\/v3\/invoices$/, name: 'books.invoices' },
  { method: 'GET', path: /^\/books\/v3\/invoices\/(\w+)$/, name: 'books.invoice' },
  { method: 'GET', path: /^\/api\/v1\/tickets\/search$/, name: 'desk.tickets' },
  { method: 'GET', path: /^\/api\/v1\/departments$/, name: 'desk.departments' },
];

function routeOf(method: string, path: string): { name: CallName; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { name: route.name, id: match[1] ?? '' };
  }
  return undefined;
}

function attempt(answer: () => ZohoAnswer): ZohoAnswer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof ZohoRefusal) return error;
    throw error;
  }
}

function send(response: ServerResponse, { status, body }: ZohoAnswer): void {
  if (body) answerJson(response, status, body);
  else response.writeHead(status).end();
}

/**
 * Zoho's OAuth, CRM v8, Books v3 and Desk v1 on the loopback address, over an invented world. `only` of a fault names a call
 * (`tasks.create`, `token`, …).
 */
export async function startZoho({
  world,
  port = 0,
  tokenSeconds = 3600,
  booksCallsPerMinute = 100,
}: {
  world: World;
  port?: number;
  tokenSeconds?: number;
  booksCallsPerMinute?: number;
}) {
  const crm = makeCrm(world);
  const crmIds = new Map(crm.contacts().map(({ id, Email }) => [Email, id]));
  const books = makeBooks(world, { crmIdOf: (email) => crmIds.get(email), callsPerMinute: booksCallsPerMinute });
  const desk = makeDesk(world);
  const calls: Calls = { ...crm.calls, ...books.calls, ...desk.calls };
  const faults = faultsOf<ZohoFault>(ZOHO_FAULTS);
  const tokens = makeTokens({ seconds: tokenSeconds, apiDomain: () => server.url });
  const counts = new Map<CallName, number>();

  function answer(
    request: IncomingMessage,
    url: URL,
    { text, form }: { text: string; form: URLSearchParams },
    { name, id }: { name: CallName; id: string },
  ): ZohoAnswer {
    if (name === 'token') return { status: 200, body: tokens.exchange(form) };
    if (!tokens.isGood(request.headers.authorization)) throw crmRefusal(401, 'INVALID_TOKEN', 'invalid oauth token');
    const { 'if-modified-since': modifiedSince, orgid } = request.headers;
    const organization = orgid?.toString();
    return calls[name]({ query: url.searchParams, modifiedSince, organization, id, body: parsed(text) });
  }

  const server = await serveOnLoopback(async (request, response) => {
    const { url: address = '/', method = 'GET' } = request;
    const state = () => ({ calls: Object.fromEntries(counts), effects: crm.effects(), tasks: crm.tasks() });
    if (await answerAdmin({ url: address, method, request, response }, faults, state)) return;
    const url = new URL(address, 'http://127.0.0.1');
    const route = routeOf(method, url.pathname);
    if (!route) {
      send(
        response,
        crmRefusal(404, 'INVALID_URL_PATTERN', `Please check if the URL is correct: ${method} ${url.pathname}`),
      );
      return;
    }
    const text = await bodyOf(request);
    // The token's form comes in the body or in the address.
    const form = new URLSearchParams([...(await formOf(text, request.headers['content-type'])), ...url.searchParams]);
    counts.set(route.name, (counts.get(route.name) ?? 0) + 1);
    const fault = faults.take(ZOHO_FAULTS, route.name);
    if (fault === undefined || fault === 'applied-but-answer-lost') {
      const given = attempt(() => answer(request, url, { text, form }, route));
      if (!fault) {
        send(response, given);
        return;
      }
    }
    faultAnswers[fault](response);
  }, port);

  return {
    url: server.url,
    /** Environment of a server that uses this Zoho. */
    env: {
      ZOHO_ACCOUNTS_URL: server.url,
      ZOHO_CRM_URL: server.url,
      ZOHO_BOOKS_URL: server.url,
      ZOHO_BOOKS_ORGANIZATION_ID: BOOKS_ORGANIZATION,
      ZOHO_DESK_URL: server.url,
      ZOHO_DESK_ORG_ID: DESK_ORGANIZATION,
      ZOHO_CLIENT_ID: CREDENTIALS.clientId,
      ZOHO_CLIENT_SECRET: CREDENTIALS.clientSecret,
      ZOHO_REFRESH_TOKEN: CREDENTIALS.refreshToken,
    },
    crm: { contacts: crm.contacts, accounts: crm.accounts, tasks: crm.tasks, effects: crm.effects },
    books,
    desk,
    calls: (name: CallName) => counts.get(name) ?? 0,
    tokens,
    faults,
    stop: server.stop,
  };
}
