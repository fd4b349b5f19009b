import { createHash } from 'node:crypto';
import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { testServer } from '../testing/server.ts';

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, { description: string }>;
}
let source: string;
let page: string;
let operations: Operation[];
beforeAll(async () => {
  const { app } = await testServer({ env: { PUBLIC_URL: 'https://desk.company.example/', API_REFERENCE: 'public' } });
  source = (await app.inject('/api/openapi.json')).body;
  page = (await app.inject('/api/reference')).body;
  const { paths } = JSON.parse(source) as { paths: Record<string, { post: Operation }> };
  operations = Object.values(paths).map(({ post }) => post);
});

test("the API's description passes the recommended rules of Redocly, the trailing slashes of the specification excepted", async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('every call is told in a line of its own, and has a name for programs', () => {
  const calls = Object.values(contract).flatMap((group) => Object.values<Call>(group));
  expect(operations).toHaveLength(calls.length);
  for (const part of ['operationId', 'summary'] as const)
    expect(new Set(operations.map((operation) => operation[part])).size).toBe(calls.length);
  for (const { summary } of operations) expect(summary).toMatch(/^[A-Z][a-z]+ .{8,80}[^.]$/);
  for (const { summary } of operations) expect(page).toContain(summary);
});

test('what every call may be refused with is told with each, beside its own refusals', () => {
  const of = (id: string) => operations.find(({ operationId }) => operationId === id)?.responses ?? {};
  expect(Object.keys(of('access_brand'))).toEqual(['200', '400']);
  expect(Object.keys(of('access_menu'))).toEqual(['200', '400', '401', '403']);
  expect(of('domains_add')['403']?.description).toBe('Domain Already Exists / You are not allowed to do this.');
});

test('the description names the address at which the desk is', () => {
  expect((JSON.parse(source) as { servers: unknown }).servers).toEqual([{ url: 'https://desk.company.example' }]);
});

test('the page may have the one sheet that stands in it, and no other', async () => {
  const { app } = await testServer({ env: { API_REFERENCE: 'public' } });
  const { headers, body } = await app.inject('/api/reference');
  const [, sheet = ''] = /<style>(.+?)<\/style>/s.exec(body) ?? [];
  const hash = createHash('sha256').update(sheet).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
});

const PAGES = ['/api/openapi.json', '/api/reference'];

test('who has no session is not told what can be called', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const buyer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
  const begun = await desk.as({ email: 'new@desk.example', firstLogin: true });
  const read = async (url: string, authorization?: string) =>
    (await desk.app.inject({ url, headers: { ...(authorization && { authorization }) } })).statusCode;
  for (const url of PAGES) {
    expect([await read(url), await read(url, 'x'.repeat(43)), await read(url, begun.token)]).toEqual([401, 401, 401]);
    expect([await read(url, asha.token), await read(url, buyer.token)]).toEqual([200, 200]);
  }
});

test('where the reference is off it is not there, whoever asks', async () => {
  const desk = await testServer({ env: { API_REFERENCE: 'off' } });
  const { token = '' } = await desk.as();
  for (const url of PAGES)
    expect((await desk.app.inject({ url, headers: { authorization: token } })).statusCode).toBe(404);
});
