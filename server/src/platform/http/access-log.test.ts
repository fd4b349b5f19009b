import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { testServer } from '../../testing/server.ts';

/** A server whose log is kept. */
async function listening() {
  const desk = await testServer();
  const lines: string[] = [];
  const log = pino({ base: undefined, level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const { app } = await buildApp({ ...desk.services, log }, { checkReplies: true });
  onTestFinished(() => app.close());
  const message = (event: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event);
  return { desk, app, lines, logged: message };
}
const json = { 'content-type': 'application/json' };

test('a request is one line: what was asked, by whom, how it ended, and nothing that somebody typed', async () => {
  const { desk, app, lines, logged } = await listening();
  const { token = '', email } = await desk.as();
  const url = `/api/${access.menu.path}?token=${token}&otp=482913`;
  const answer = await app.inject({ method: 'POST', url, payload: '{}', headers: { ...json, authorization: token } });
  expect(answer.statusCode).toBe(200);
  expect(logged('request')).toEqual([
    {
      level: 30,
      time: expect.any(Number) as number,
      event: 'request',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      actor: email,
      method: 'POST',
      route: `/api/${access.menu.path}`,
      status: 200,
      ms: expect.any(Number) as number,
    },
  ]);
  for (const secret of [token, '482913']) expect(lines.join('')).not.toContain(secret);
});

test('addresses that are none of ours are one route, whatever they say', async () => {
  const { app, logged } = await listening();
  await app.inject('/no/such/482913');
  await app.inject({ method: 'DELETE', url: '/api/no-such' });
  expect(logged('request')).toMatchObject([
    { method: 'GET', route: 'unknown', status: 404 },
    { method: 'DELETE', route: 'unknown', status: 404 },
  ]);
});

test('what a proxy asks all the time is told only to whoever looks closely, unless it went wrong', async () => {
  const { app, logged } = await listening();
  await app.inject('/healthz');
  await app.inject({ method: 'HEAD', url: '/readyz' });
  await app.inject('/metrics');
  expect(logged('request')).toMatchObject([
    { level: 20, route: '/healthz' },
    { level: 20, route: '/readyz' },
    { level: 30, route: 'unknown', status: 404 },
  ]);
});

test('the number in an answer that failed is on every line of its request', async () => {
  const { desk, app, lines } = await listening();
  const { token = '' } = await desk.as();
  const headers = { ...json, authorization: token };
  const menu = { method: 'POST', url: `/api/${access.menu.path}`, headers } as const;
  await desk.db.execute(sql`alter table menus rename column to_route to to_route_away`);
  const failed = await app.inject({ ...menu, payload: '{}' });
  await desk.db.execute(sql`alter table menus rename column to_route_away to to_route`);
  const refused = await app.inject({ ...menu, payload: '{"surprise":1}' });
  expect([failed.statusCode, refused.statusCode]).toEqual([500, 400]);
  for (const [answer, events] of [
    [failed, ['request_failed', 'request']],
    [refused, ['input_validation_fail', 'request']],
  ] as const) {
    const { request_id } = answer.json<{ request_id: string }>();
    const messages = lines
      .filter((line) => line.split(`"request_id":"${request_id}"`).length === 2)
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(messages).toEqual(events);
  }
});

test('no sign in any value begins a line or colours it', async () => {
  const { app, lines } = await listening();
  const nasty = 'a\r\n{"event":"forged"}\u001b[31m\u2028@desk.example';
  await app.inject({
    method: 'POST',
    url: `/api/${access.login.path}`,
    payload: { email: nasty, password: nasty },
    headers: { ...json, 'user-agent': 'x\u001b[31m' },
  });
  await app.inject({ method: 'POST', url: '/api/%0d%0aforged%1b[31m', payload: '{}', headers: json });
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  }
});
