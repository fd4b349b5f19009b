import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const email = 'asha@desk.example';

test('one address tries thirty codes in a quarter of an hour, whoever they were sent to', async () => {
  const desk = await testServer();
  const tries = await Promise.all(
    Array.from({ length: 33 }, (_, i) =>
      desk.stranger.calls(access.verifyOtp, { email: `c${i}@acme.example`, otp: '111111' }),
    ),
  );
  expect(tries.filter((answer) => answer.status === 401)).toHaveLength(30);

  const { status, reply } = await desk.stranger.calls(access.forgotPassword, {
    email,
    otp: '111111',
    new_password: 'a password of my own',
  });
  expect(status).toBe(429);
  expect(reply.message).toMatch(
    /^Failed to Send Otp\. Please Try again\.\.!! Too many attempts: try again in 1[45] minutes\.$/,
  );
});

test('a login that is only throttled leaves no entry in the audit log', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const wrong = { email, password: 'wrong password', otp: '123456' };
  for (let i = 0; i < 8; i++) await desk.stranger.calls(access.adminLogin, wrong);

  expect(await desk.db.select().from(auditLogTable)).toHaveLength(5);
});

test('whoever tried too often is told for how long, and may go on after it', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const wrong = { email, password: 'wrong password', otp: '123456' };
  for (let i = 0; i < 5; i++) await desk.stranger.calls(access.adminLogin, wrong);

  const { status, reply, headers } = await desk.stranger.calls(access.adminLogin, wrong);
  expect(status).toBe(429);
  expect(reply.message).toMatch(/^Something went Wrong\.\.\.! Too many attempts: try again in (2\d|30) seconds\.$/);
  expect(Number(headers['retry-after'])).toBe((reply as { retry_after?: number }).retry_after);

  await desk.db.execute(sql`update throttles set blocked_until = now() - interval '1 second' where key like 'login:%'`);
  expect((await desk.stranger.calls(access.adminLogin, wrong)).status).toBe(401);
});

test('the sixth unknown e-mail from an address tells nothing more, and known ones neither', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const attemptOf = async (who: string) =>
    (await desk.stranger.calls(access.adminLogin, { email: who, password: 'wrong password', otp: '123456' })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push(await attemptOf(`nobody${i}@desk.example`));

  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  expect(await attemptOf('nobody0@desk.example')).toBe(429);
  expect(await attemptOf(email)).toBe(429);
});

test('once too many unknown e-mails were tried altogether, an unknown one is answered like a wrong password', async () => {
  const desk = await testServer();
  const unknown = { email: 'nobody@desk.example', password: 'wrong password', otp: '123456' };
  expect((await desk.stranger.calls(access.adminLogin, unknown)).status).toBe(404);
  await desk.db.execute(sql`update throttles set hits = 200 where key = 'unknown'`);

  const again = await desk.stranger.calls(access.adminLogin, unknown);
  const other = await desk.stranger.calls(access.adminLogin, { ...unknown, email: 'nobody2@desk.example' });
  expect([again.status, other.status]).toEqual([401, 401]);
  expect(other.reply.message).toBe('Incorrect Username or Password..!');
});

test('the spellings of one mailbox share the limit of codes', async () => {
  const desk = await testServer();
  const spellings = [
    'desk.tester',
    'desktester',
    'd.esktester+1',
    'desktester+2',
    'DESK.tester+3',
    'de.sktester',
    'deskteste.r',
  ];
  for (const name of spellings) await desk.stranger.calls(access.sendOtp, { email: `${name}@gmail.com` });
  expect(await desk.db.select().from(outboxTable)).toHaveLength(5);
});

test.each([[['asha@desk.example']], [{}], [1], [null]])('a body whose e-mail is %j is no body', async (odd) => {
  const desk = await testServer();
  const asha = await desk.as({ email });
  expect((await asha.calls(access.menu, { email: odd as unknown as string })).status).toBe(400);
  expect(await desk.db.select().from(auditLogTable)).toHaveLength(0);
});

test.each(['\0', '\u001b', '\ud83d'])('an e-mail with %j is refused, not looked up', async (bad) => {
  const desk = await testServer();
  expect((await desk.stranger.calls(access.sendOtp, { email: `asha${bad}@desk.example` })).status).toBe(400);
});

const attempt = ({ app }: TestServer, url: string, headers: Record<string, string> = {}, more: object = {}) =>
  app.inject({ method: 'POST', url, headers, payload: { email, password: 'wrong password', ...more } });

test('an address that the client names itself is not believed', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const forged = Array.from({ length: 12 }, (_, i) => ({
    'x-forwarded-for': `198.51.100.${i}`,
    forwarded: `for=198.51.100.${i}`,
    'x-real-ip': `198.51.100.${i}`,
  }));
  const answers = await Promise.all(forged.map((headers) => attempt(desk, '/api/login/', headers)));
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
});

test('the addresses of one IPv6 network are counted as one', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      desk.app.inject({
        method: 'POST',
        url: '/api/login/',
        remoteAddress: `2001:db8:1:2::${i + 1}`,
        payload: { email, password: 'wrong password' },
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
});

test.each([
  '//api/login/',
  '/api//login/',
  '/API/login/',
  '/api/LOGIN/',
  '/api/login',
  '/api/./login/',
  '/api/login/?x',
])('%s is no way around the limit', async (url) => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  await Promise.all(Array.from({ length: 6 }, () => attempt(desk, '/api/login/')));
  expect([404, 429]).toContain((await attempt(desk, url)).statusCode);
});

test('what else a body says changes nothing about who is counted', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  await Promise.all(Array.from({ length: 6 }, () => attempt(desk, '/api/login/')));
  for (const spelled of ['ASHA@desk.example', ' asha@desk.example', 'ａsha@desk.example'])
    expect((await attempt(desk, '/api/login/', {}, { email: spelled })).statusCode).toBe(429);
  expect((await attempt(desk, '/api/login/', {}, { user: 'other@desk.example' })).statusCode).toBe(400);
});
