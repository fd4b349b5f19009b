import { createHash } from 'node:crypto';
import { contract } from '@desk/contract';
import { WORKBOOK, type Call } from '@desk/contract/call';
import { summaries } from '@desk/contract/words/summaries';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { contentPolicy } from '../platform/http/headers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FindSession } from '../auth/sessions.ts';

interface Described {
  /** The noun that it belongs to in the contract, and its name there. */
  group: string;
  name: string;
  summary: string;
  path: string;
  call: Call;
}

/** Every call of the contract, in its order. */
const described = (pathOf: (call: Call) => string): Described[] =>
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries<Call>(calls).map(([name, call]) => {
      const lines: Readonly<Record<string, string>> = summaries[group as keyof typeof summaries];
      return { group, name, summary: lines[name] ?? '', path: pathOf(call), call };
    }),
  );

const schemaOf = (schema: Call['body'], io: 'input' | 'output'): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).filter(([name]) => name !== '$schema'),
  );

const WHO: Record<Call['audience'], string> = {
  public: 'everybody',
  'first-login': 'every session, also one that must still set its password',
  'signed-in': 'everybody who is logged in',
  staff: 'staff',
  customer: 'customers',
};

const rightsOf = ({ audience, screens, roles }: Call): string => {
  const needs = [
    screens && `one of the menus ${screens.join(', ')}`,
    roles && `one of the roles ${roles.join(', ')}`,
  ].filter((need) => need !== undefined);
  return needs.length === 0 ? WHO[audience] : `${WHO[audience]} with ${needs.join(' and ')}`;
};

/** Refusals that any call can answer. */
const refusalsOfAll = ({ audience }: Call): Readonly<Partial<Record<number, string>>> => ({
  400: 'The request could not be read.',
  ...(audience !== 'public' && { 401: 'Please log in again.' }),
  ...(audience !== 'public' && audience !== 'first-login' && { 403: 'You are not allowed to do this.' }),
});

/** Both, by status; where a call has words of its own for one that all have, they come first. */
function refusalsOf(call: Call): [status: string, text: string][] {
  const [common, own] = [refusalsOfAll(call), call.refusals ?? {}];
  const statuses = new Set([...Object.keys(common), ...Object.keys(own)].map(Number));
  return [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => [
      String(status),
      [...new Set([own[status], common[status]])].filter((text) => text !== undefined && text !== '').join(' / '),
    ]);
}

const PROBLEM = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A write that is sent again with the key of the first gets its answer, and is done once.',
  schema: { type: 'string', maxLength: 100 },
};

function operation({ group, name, summary, call }: Described) {
  const refusals = refusalsOf(call).map(([status, text]) => [status, { description: text, content: PROBLEM }] as const);
  const answer = {
    ...(call.download !== undefined && {
      'text/csv': { schema: { type: 'string' } },
      [WORKBOOK]: { schema: { type: 'string', format: 'binary' } },
    }),
    ...(call.document !== undefined && { [call.document]: { schema: { type: 'string', format: 'binary' } } }),
    ...(((call.download ?? call.document) === undefined || call.orJson) && {
      'application/json': { schema: schemaOf(call.reply, 'output') },
    }),
  };
  return {
    operationId: `${group}_${name}`,
    summary,
    tags: [group],
    description: `For ${rightsOf(call)}.`,
    ...(call.writes && { parameters: [IDEMPOTENCY_KEY] }),
    security: call.audience === 'public' ? [] : [{ session: [] }],
    requestBody: {
      required: true,
      content: { [call.upload ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(call.body, 'input') } },
    },
    responses: { 200: { description: 'Done', content: answer }, ...Object.fromEntries(refusals) },
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const row = ({ path, call, summary }: Described) =>
  `<tr><th scope="row"><code>POST ${escaped(path)}</code><br>${escaped(summary)}</th><td>${escaped(rightsOf(call))}</td><td>${
    Object.entries(call.refusals ?? {})
      .map(([status, text]) => `${status} ${escaped(text)}`)
      .join('<br>') || 'none of its own'
  }</td></tr>`;

const STYLE =
  ':root{color-scheme:light dark}body{font:14px/1.5 system-ui;margin:24px;max-width:1100px}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:8px;border-bottom:1px solid #8886}thead th{position:sticky;top:0;background:Canvas}th[scope=row]{font-weight:400}';
/** The page's one sheet stands in it: the policy allows it by its hash. */
const POLICY = contentPolicy(`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`);

const page = (title: string, calls: readonly Described[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>All calls take and answer JSON; a session's token goes into the <code>Authorization</code> header. The shapes are in <a href="/api/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th scope="col">Call</th><th scope="col">Who</th><th scope="col">Refusals</th></tr></thead><tbody>${calls.map(row).join('\n')}</tbody></table></main></body></html>`;

/** The body of every refusal. */
const Problem = {
  type: 'object',
  required: ['error', 'message', 'request_id'],
  properties: {
    error: { const: true },
    message: { type: 'string' },
    request_id: { type: 'string' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    retry_after: { type: 'integer', description: 'Seconds after which to try again, of a 429 or 425.' },
  },
};

interface Served {
  brand: string;
  /** Where the desk is. */
  address: string;
  pathOf: (call: Call) => string;
  readers: Config['API_REFERENCE'];
  findSession: FindSession;
}

/**
 * `GET /api/openapi.json` and `GET /api/reference`, made from the contract itself. Anonymous clients need no list of the calls:
 * who reads it is a setting.
 */
export function serveReference(app: FastifyInstance, { brand, address, pathOf, readers, findSession }: Served) {
  if (readers === 'off') return;
  const title = `${brand} API`;
  const calls = described(pathOf);
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (readers === 'public') return;
    const actor = await findSession(request.headers.authorization ?? '');
    if (actor === undefined || actor.firstLogin) throw new Refusal(401, 'Please log in again.');
  };
  let document: object | undefined;
  app.get('/api/openapi.json', { onRequest }, () => {
    document ??= {
      openapi: '3.1.0',
      info: { title, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: address.replace(/\/+$/, '') }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
        schemas: { Problem },
      },
      paths: Object.fromEntries(calls.map((described) => [described.path, { post: operation(described) }])),
    };
    return document;
  });
  app.get('/api/reference', { onRequest }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page(title, calls)),
  );
}
