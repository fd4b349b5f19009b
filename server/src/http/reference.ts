import { WORKBOOK, type Call } from '@desk/contract/call';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

interface Described {
  path: string;
  call: Call;
}

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

function operation({ call }: Described) {
  const refusals = Object.entries(call.refusals ?? {}).map(
    ([status, text]) => [status, { description: text }] as const,
  );
  const answer = call.download
    ? { 'text/csv': { schema: { type: 'string' } }, [WORKBOOK]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(call.reply, 'output') } };
  return {
    description: `For ${rightsOf(call)}.`,
    security: call.audience === 'public' ? [] : [{ session: [] }],
    requestBody: {
      required: true,
      content: { [call.upload ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(call.body, 'input') } },
    },
    responses: { 200: { description: 'Done', content: answer }, ...Object.fromEntries(refusals) },
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const row = ({ path, call }: Described) =>
  `<tr><th scope="row"><code>POST ${escaped(path)}</code></th><td>${escaped(rightsOf(call))}</td><td>${
    Object.entries(call.refusals ?? {})
      .map(([status, text]) => `${status} ${escaped(text)}`)
      .join('<br>') || 'none of its own'
  }</td></tr>`;

const page = (title: string, calls: readonly Described[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>
<style>:root{color-scheme:light dark}body{font:14px/1.5 system-ui;margin:24px;max-width:1100px}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:8px;border-bottom:1px solid #8886}thead th{position:sticky;top:0;background:Canvas}th[scope=row]{font-weight:400}</style></head>
<body><main><h1>${escaped(title)}</h1><p>All calls take and answer JSON; a session's token goes into the <code>Authorization</code> header. The shapes are in <a href="/api/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th scope="col">Call</th><th scope="col">Who</th><th scope="col">Refusals</th></tr></thead><tbody>${calls.map(row).join('\n')}</tbody></table></main></body></html>`;

/** `GET /api/openapi.json` and `GET /api/reference`, made from the contract itself. */
export function serveReference(app: FastifyInstance, brand: string, calls: readonly Described[]) {
  const title = `${brand} API`;
  let document: object | undefined;
  app.get('/api/openapi.json', () => {
    document ??= {
      openapi: '3.1.0',
      info: { title, version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
      paths: Object.fromEntries(calls.map((described) => [described.path, { post: operation(described) }])),
    };
    return document;
  });
  app.get('/api/reference', (_request, reply) => reply.type('text/html; charset=utf-8').send(page(title, calls)));
}
