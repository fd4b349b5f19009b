import { access } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { short } from '../../auth/codes.ts';
import { browserHeaders, testServer, cookiesOf, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const NEW = 'a password of my own';
const wrong = { email, password: 'wrong password' };

/** A login of a customer from an address. */
const login = async ({ app }: TestServer, remoteAddress: string, payload: object, { cookie } = { cookie: '' }) =>
  (await app.inject({ method: 'POST', url: '/api/login/', remoteAddress, payload, headers: { cookie } })).statusCode;
const right = (password = PASSWORD) => ({ email, password });

/** A browser in which the customer has logged in once. */
const usedBrowser = async (desk: TestServer) =>
  cookiesOf(await desk.stranger.calls(access.login, right(), { cookie: '' }));

/** As many wrong passwords as an account takes of unknown clients in a day. */
const lock = ({ db }: TestServer) =>
  db.execute(sql`insert into throttles (key, hits, window_ends_at)
    values (${`login-account:${short(email)}`}, 50, now() + interval '1 day')
    on conflict (key) do update set hits = 50`);

test('a new password ends what browsers were known for that logged in before', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const before = await usedBrowser(desk);
  await desk.stranger.calls(access.sendOtp, { email }, browserHeaders('mine'));
  const request = { email, otp: await codeFor(desk, email), new_password: NEW };
  expect((await desk.stranger.calls(access.forgotPassword, request, browserHeaders('mine'))).status).toBe(200);

  await lock(desk);
  expect(await login(desk, '203.0.113.1', right(NEW), before)).toBe(429);
});

test('and so does a suspension, also once it is over', async () => {
  const desk = await testServer();
  const { id } = await desk.account({ email, name: 'Asha' });
  const before = browserHeaders('office');
  await desk.stranger.calls(access.sendAdminOtp, right(), before);
  const answer = await desk.stranger.calls(access.adminLogin, { ...right(), otp: await codeFor(desk, email) }, before);
  const device = cookiesOf(answer);
  await lock(desk);
  const status = async () =>
    (await desk.stranger.calls(access.adminLogin, { ...right(), otp: '000000' }, device)).status;
  expect(await status()).toBe(422);

  const mina = await desk.as({ email: 'mina@desk.example' });
  for (const next of ['SUSPENDED', 'ACTIVE'] as const) {
    const formData = { admin_id: id, status: next };
    expect((await mina.calls(admins.update, { formData })).status).toBe(200);
  }
  expect(await status()).toBe(429);
});

test('however many browsers somebody logs in with, they share one number of wrong passwords and codes a day', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const devices = [await usedBrowser(desk), await usedBrowser(desk), await usedBrowser(desk)];
  for (const device of devices) {
    expect(await login(desk, '203.0.113.1', wrong, device)).toBe(401);
    await desk.stranger.calls(access.sendOtp, { email }, device);
    const otp = (await codeFor(desk, email)) === '111111' ? '222222' : '111111';
    expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, device)).status).toBe(401);
  }
  const of = [`login-account:${short(email)}:devices`, `guesses:reset:${short(email)}:devices`];
  const isOne = sql`key = any(${sql.param(of)})`;
  const { rows } = await desk.db.execute(
    sql`update throttles set hits = 100 where ${isOne} and hits = 3 returning key`,
  );
  expect(rows).toHaveLength(2);

  const fresh = devices[0] ?? browserHeaders('none');
  expect(await login(desk, '203.0.113.2', right(), fresh)).toBe(429);
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, devices[2])).status).toBe(429);
});

test('a login forgives its own client, and nobody else what was tried against the account', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  for (let n = 0; n < 6; n++) await login(desk, '198.51.100.1', wrong);
  for (let n = 0; n < 4; n++) expect(await login(desk, '203.0.113.1', wrong)).toBe(401);
  expect(await login(desk, '203.0.113.1', right())).toBe(200);

  expect(await login(desk, '198.51.100.1', right())).toBe(429);
  for (let n = 0; n < 5; n++) expect(await login(desk, '203.0.113.1', wrong)).toBe(401);
  const { rows } = await desk.db.execute(
    sql`select hits from throttles where key = ${`login-account:${short(email)}`}`,
  );
  expect(rows).toEqual([{ hits: 5 + 4 + 5 }]);
});

test('right passwords are not counted against an account, however often it logs in without cookies', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  for (let n = 0; n < 55; n++) expect(await login(desk, `203.0.113.${n}`, right())).toBe(200);
});
