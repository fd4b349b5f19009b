import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { CUSTOMER_SCREENS, STAFF_SCREENS } from '@desk/contract/rules/pages';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from './routes.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const calls: Call[] = Object.values(contract).flatMap((group) => Object.values<Call>(group));

let desk: TestServer;
beforeAll(async () => {
  desk = await testServer();
});

test('every call of the contract is answered, once', () => {
  expect(routes.map((route) => route.call.path).sort()).toEqual(calls.map((call) => call.path).sort());
});

test('each screen is there for some call', () => {
  const named = new Set<string>(calls.flatMap((call) => call.screens ?? []));
  expect([...STAFF_SCREENS, ...CUSTOMER_SCREENS].filter((screen) => !named.has(screen))).toEqual([]);
});

describe('what a request may look like', () => {
  const json = { 'content-type': 'application/json' };

  test.each(calls.filter((call) => !call.upload))('$path refuses fields that it does not know', async (call) => {
    const kind = call.audience === 'customer' ? 'customer' : 'staff';
    const role = call.roles?.[0] ?? (kind === 'customer' ? 'CUSTOMER' : 'ADMIN');
    const asha = await desk.as({
      mayExport: true,
      email: `k${Math.floor(performance.now() * 1000)}@desk.example`,
      kind,
      role,
    });
    const answer = await asha.calls(call, { surprise: 1 });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['a name of a megabyte', { ['k'.repeat(1_000_000)]: 1 }],
    ['fifty thousand names', Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 1]))],
  ])('of %s that nobody knows little is sent back', async (_, body) => {
    const answer = await desk.app.inject({
      method: 'POST',
      url: '/api/login/',
      payload: JSON.stringify(body),
      headers: json,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(2_000);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json\ta', 'text/json'])(
    'a body sent as %s is refused',
    async (type) => {
      const answer = await desk.app.inject({
        method: 'POST',
        url: '/api/brand/',
        payload: '{}',
        headers: { 'content-type': type },
      });
      expect(answer.statusCode).toBe(415);
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('%s is no way to make a call', async (method) => {
    expect((await desk.app.inject({ method, url: '/api/brand/' })).statusCode).toBe(404);
  });

  test.each([
    '{"a":',
    '[]',
    '"text"',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"a":1,"a":1}',
  ])('the body %s is refused without a trace', async (payload) => {
    const answer = await desk.app.inject({ method: 'POST', url: '/api/brand/', payload, headers: json });
    expect(answer.statusCode).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a problem of ours tells nothing of the inside', async () => {
    const asha = await desk.as({ email: 'broken@desk.example' });
    await desk.db.execute(sql`alter table menus rename to menus_away`);
    const answer = await asha.calls(contract.access.menu, {});
    await desk.db.execute(sql`alter table menus_away rename to menus`);
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.reply).sort()).toEqual(['error', 'message', 'request_id']);
    expect(answer.reply.message).toBe('Something went wrong');
  });

  test('every answer carries the security headers, errors too', async () => {
    const urls = ['/api/brand/', '/api/nowhere/', '/nowhere', '/healthz'];
    for (const url of urls) {
      const { headers } = await desk.app.inject({ url });
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });
});

test('the reference names every call, with who may make it and its schema', async () => {
  const { token = '' } = await desk.as();
  const headers = { authorization: token };
  const { paths } = (await desk.app.inject({ url: '/api/openapi.json', headers })).json<{
    paths: Record<string, { post: { description: string } }>;
  }>();
  expect(Object.keys(paths)).toHaveLength(calls.length);
  expect(paths['/api/adminpanel/update_zone/']?.post.description).toContain('get_monthly_renewal');
  const { body } = await desk.app.inject({ url: '/api/reference', headers });
  expect(body).toContain('Failed to Update Zone. Please try refreshing the page');
});

test('health and readiness are apart', async () => {
  expect((await desk.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await desk.app.inject('/readyz')).statusCode).toBe(200);
});

test('an answer about an account is never kept by a cache', async () => {
  const { headers } = await desk.stranger.calls(contract.access.brand, {});
  expect(headers['cache-control']).toBe('no-store');
});
