import type * as Argon2 from '@node-rs/argon2';
import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { testServer, PASSWORD, type TestServer, type Person } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const hashing = vi.hoisted(() => ({ verified: 0, afterVerify: undefined as (() => Promise<void>) | undefined }));

/** The real hash; how often a password was compared is counted. */
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const verify: typeof real.verify = async (...given) => {
    hashing.verified++;
    const matches = await real.verify(...given);
    const next = hashing.afterVerify;
    hashing.afterVerify = undefined;
    await next?.();
    return matches;
  };
  return { ...real, verify };
});
beforeEach(() => void (hashing.verified = 0));
afterEach(() => void (hashing.afterVerify = undefined));

const email = 'meera@acme.example';
const WRONG = 'wrong password';
const customer = (over: Person = {}): Person => ({ email, kind: 'customer', name: 'Meera', ...over });
const login = (desk: TestServer, over: Partial<{ email: string; password: string }> = {}) =>
  desk.stranger.calls(access.login, { email, password: PASSWORD, ...over });
const adminLogin = (desk: TestServer, over: Partial<{ email: string; password: string; otp: string }> = {}) =>
  desk.stranger.calls(access.adminLogin, { email, password: PASSWORD, otp: '123456', ...over });

test('a customer logs in with the password and lands with the menu of customers', async () => {
  const desk = await testServer();
  await desk.account(customer({ menus: ['map_domain', 'get_monthly_renewal'] }));

  const { status, reply } = await login(desk);

  expect(status).toBe(200);
  expect(reply).toMatchObject({ email, role: 'CUSTOMER', firstLogin: false });
  expect(reply.menu.map(({ to_route }) => to_route)).toEqual(['map_domain']);
  expect(reply.token.login_token).toMatch(/^[\w-]{43}$/);
  const { rows } = await desk.db.execute(sql`select * from sessions`);
  expect(rows).toHaveLength(1);
  expect(await desk.db.select().from(auditLogTable)).toMatchObject([{ action: 'login', actor: email }]);
});

test.each([
  ['a wrong password', { password: WRONG }, 401, 'Incorrect Username or Password..!'],
  ['an unknown e-mail', { email: 'nobody@acme.example' }, 404, 'Email Not Found..!!'],
  ['a blank password', { password: '' }, 400, 'Email or Password cannot be blank..!'],
  ['a blank e-mail', { email: '' }, 400, 'Email or Password cannot be blank..!'],
])('%s is refused in the words of the catalogue', async (_what, over, status, message) => {
  const desk = await testServer();
  await desk.account(customer());
  expect(await login(desk, over)).toMatchObject({ status, reply: { message } });
  expect((await desk.db.execute(sql`select * from sessions`)).rows).toEqual([]);
});

test.each(['PENDING', 'SUSPENDED', 'REJECTED'] as const)(
  'that somebody is %s is told only after the right password',
  async (status) => {
    const desk = await testServer();
    await desk.account(customer({ status }));

    expect(await login(desk)).toMatchObject({
      status: 403,
      reply: { message: 'User is Either Not Active or Suspended' },
    });
    expect((await login(desk, { password: WRONG })).status).toBe(401);
    await desk.account({ email: 'asha@desk.example', status });
    expect((await adminLogin(desk, { email: 'asha@desk.example' })).status).toBe(403);
    expect((await adminLogin(desk, { email: 'asha@desk.example', password: WRONG })).status).toBe(401);
    expect((await desk.db.execute(sql`select * from sessions`)).rows).toEqual([]);
  },
);

test('staff and customers are unknown at the login of the others, and no code is sent there', async () => {
  const desk = await testServer();
  await desk.account(customer());
  await desk.account({ email: 'asha@desk.example' });

  expect((await login(desk, { email: 'asha@desk.example' })).status).toBe(404);
  expect((await adminLogin(desk)).status).toBe(404);
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  expect(await codeFor(desk, email)).toBe('no code was sent');
});

test('an unknown e-mail costs one hash like a known one, at both logins', async () => {
  const desk = await testServer();
  await desk.account(customer());
  await desk.account({ email: 'asha@desk.example' });
  const cost = async (work: Promise<unknown>) => {
    hashing.verified = 0;
    await work;
    return hashing.verified;
  };
  const costs: number[] = [];
  for (const who of [email, 'asha@desk.example', 'nobody@acme.example']) {
    const wrong = { email: who, password: WRONG };
    costs.push(await cost(login(desk, wrong)), await cost(adminLogin(desk, wrong)));
    costs.push(await cost(desk.stranger.calls(access.sendAdminOtp, wrong)));
  }
  expect(costs).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test('where existence is hidden, unknown e-mails, other logins and wrong passwords are answered alike', async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account(customer());
  await desk.account({ email: 'asha@desk.example' });
  const answers = await Promise.all(
    [email, 'asha@desk.example', 'nobody@acme.example'].map((who) => login(desk, { email: who, password: WRONG })),
  );
  for (const { reply } of answers) delete (reply as { request_id?: string }).request_id;
  expect(answers[0]?.status).toBe(401);
  expect(answers.map(({ status, reply }) => ({ status, reply }))).toEqual(
    answers.map(() => ({ status: 401, reply: answers[0]?.reply })),
  );
});

test('both logins count together, whoever tries: after five wrong passwords the account rests for that address', async () => {
  const desk = await testServer();
  await desk.account(customer());
  const attempts = [...Array.from({ length: 6 }, () => login), ...Array.from({ length: 6 }, () => adminLogin)];
  const answers = await Promise.all(attempts.map((attempt) => attempt(desk, { password: WRONG })));

  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5);
  expect(hashing.verified).toBe(5);
  expect((await login(desk)).status).toBe(429);
});

/** A second server over the same database, with a client that logs in from an address. */
async function secondServer(desk: TestServer) {
  const { app } = await buildApp(desk.services, { checkReplies: true });
  return (password: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: `/api/${access.login.path}`, remoteAddress, payload: { email, password } });
}

test('two servers count together before they hash, and the owner gets in from elsewhere meanwhile', async () => {
  const desk = await testServer();
  await desk.account(customer());
  const other = await secondServer(desk);
  const logins = Array.from({ length: 20 }, (_, i) =>
    i % 2
      ? login(desk, { password: WRONG }).then(({ status }) => status)
      : other(WRONG, '127.0.0.1').then((a) => a.statusCode),
  );

  expect((await Promise.all(logins)).filter((status) => status === 401)).toHaveLength(5);
  expect(hashing.verified).toBe(5);
  const third = await secondServer(desk);
  expect((await third(PASSWORD, '127.0.0.1')).statusCode).toBe(429);
  expect((await third(PASSWORD, '192.0.2.7')).statusCode).toBe(200);
});

test('an account is tried fifty times a day from all addresses together', async () => {
  const desk = await testServer();
  await desk.account(customer());
  const authenticate = await secondServer(desk);
  await authenticate(WRONG, '192.0.2.1');
  await desk.db.execute(sql`update throttles set hits = 49 where key like 'login-account:%'`);

  const statuses = await Promise.all(['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((ip) => authenticate(WRONG, ip)));
  expect(statuses.map(({ statusCode }) => statusCode).sort()).toEqual([401, 429, 429]);
});

test('a forgotten password can be set while the account rests', async () => {
  const desk = await testServer();
  await desk.account(customer());
  for (let i = 0; i < 6; i++) await login(desk, { password: WRONG });
  await desk.stranger.calls(access.sendOtp, { email });
  const request = { email, otp: await codeFor(desk, email), new_password: 'a password of my own' };
  expect((await desk.stranger.calls(access.forgotPassword, request)).status).toBe(200);
});

test.each([
  ['in capitals', PASSWORD.toUpperCase()],
  ['with a blank before it', ` ${PASSWORD}`],
  ['with a blank after it', `${PASSWORD} `],
  ['without its last letter', PASSWORD.slice(0, -1)],
])('a password %s is another one', async (_how, password) => {
  const desk = await testServer();
  await desk.account(customer());
  expect((await login(desk, { password })).status).toBe(401);
});

test('a long password is compared to its last letter, and one of 129 is not even looked at', async () => {
  const desk = await testServer();
  await desk.account(customer());
  const { hash } = await vi.importActual<typeof Argon2>('@node-rs/argon2');
  const long = 'ab cd '.repeat(16) + 'last';
  const passwordHash = await hash(long, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await desk.db.update(accountsTable).set({ passwordHash });

  expect((await login(desk, { password: long.slice(0, 72) })).status).toBe(401);
  expect((await login(desk, { password: long })).status).toBe(200);
  hashing.verified = 0;
  expect((await login(desk, { password: 'x'.repeat(129) })).status).toBe(400);
  expect(hashing.verified).toBe(0);
});

const otherPassword = async (desk: TestServer) => {
  await desk.stranger.calls(access.sendOtp, { email });
  const otp = await codeFor(desk, email);
  const options = { email, otp, new_password: 'a password of my own' };
  expect((await desk.stranger.calls(access.forgotPassword, options)).status).toBe(200);
};
test('no session begins with a password that was replaced while it was compared', async () => {
  const desk = await testServer();
  await desk.account(customer());
  hashing.afterVerify = () => otherPassword(desk);

  expect((await login(desk)).status).toBe(503);
  expect((await desk.db.execute(sql`select * from sessions`)).rows).toEqual([]);
  expect((await login(desk)).status).toBe(401);
  expect((await login(desk, { password: 'a password of my own' })).status).toBe(200);
});

test.each([
  ['suspended', { status: 'SUSPENDED' }, { status: 'ACTIVE' }],
  ['given another role', { role: 'ADMIN' }, {}],
] as const)('no session begins for somebody who was %s while the password was compared', async (_what, over, back) => {
  const desk = await testServer();
  await desk.account(customer());
  hashing.afterVerify = () =>
    desk.db
      .update(accountsTable)
      .set(over)
      .then(() => undefined);

  expect((await login(desk)).status).toBe(503);
  await desk.db.update(accountsTable).set({ ...over, ...back });
  expect((await desk.db.execute(sql`select * from sessions`)).rows).toEqual([]);
});
