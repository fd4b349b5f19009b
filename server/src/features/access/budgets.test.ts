import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { short } from '../../auth/codes.ts';
import { browserHeaders, testServer, cookiesOf, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const NEW = 'a password of my own';
const right = { email, password: PASSWORD };

/** A request of somebody at an address. */
const from = async (desk: TestServer, remoteAddress: string, path: string, payload: object, headers = {}) =>
  desk.app.inject({ method: 'POST', url: `/api/${path}`, remoteAddress, payload, headers: { cookie: '', ...headers } });
const wrongFrom = async (desk: TestServer, address: string, headers = {}) =>
  (await from(desk, address, 'login/', { email, password: 'wrong password' }, headers)).statusCode;

/** Fifty wrong passwords of unknown clients at ten addresses: an account's limit of them per day. */
async function lock(desk: TestServer) {
  for (let at = 0; at < 10; at++) for (let n = 0; n < 5; n++) await wrongFrom(desk, `198.51.100.${at}`);
  expect(await wrongFrom(desk, '198.51.100.99')).toBe(429);
}

/** A browser in which a customer has logged in once. */
async function usedBrowser(desk: TestServer) {
  const answer = await desk.stranger.calls(access.login, right);
  expect(answer.status).toBe(200);
  return cookiesOf(answer);
}

test('five hundred codes to unknown e-mails leave the staff their login', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const ask = (n: number) => from(desk, `198.51.100.${n % 26}`, 'sendotp/', { email: `nobody${n}@acme.example` });
  for (let n = 0; n < 520; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => ask(n + i)));
  expect(await desk.db.$count(outboxTable)).toBe(500);

  await desk.stranger.calls(access.sendAdminOtp, right);
  const request = { ...right, otp: await codeFor(desk, email) };
  expect((await desk.stranger.calls(access.adminLogin, request)).status).toBe(200);
  // Those who have an account still get their new passwords, also while another client asks.
  await from(desk, '198.51.100.1', 'sendotp/', { email });
  expect(await mailsTo(desk, email)).toHaveLength(2);
}, 120_000);

test('where nobody may learn which e-mails are known, a spent budget does not tell them apart', async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account({ email });
  await desk.db.execute(sql`insert into throttles (key, hits, window_ends_at)
    values ('codes:unknown', 500, now() + interval '1 hour')`);
  const asked = async (to: string) => (await desk.stranger.calls(access.sendOtp, { email: to })).reply.already_sent;
  for (const to of [email, 'nobody@acme.example'])
    expect([await asked(to), await asked(to)], to).toEqual([false, true]);
  expect(await mailsTo(desk, 'nobody@acme.example')).toEqual([]);

  const mine = async (to: string) =>
    (await from(desk, '198.51.100.1', 'sendotp/', { email: to }, browserHeaders(to))).statusCode;
  for (let n = 0; n < 20; n++) expect(await mine(`nobody${n}@acme.example`)).toBe(200);
  expect([await mine('nobody20@acme.example'), await mine(email)]).toEqual([429, 429]);
});

test('whatever strangers try, a device that logged in before logs in again', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const owner = await usedBrowser(desk);
  await lock(desk);
  expect((await from(desk, '203.0.113.1', 'login/', right)).statusCode).toBe(429);
  expect((await from(desk, '203.0.113.1', 'login/', right, owner)).statusCode).toBe(200);
  // Nor does what its neighbours at one address try.
  for (let n = 0; n < 40; n++)
    await from(desk, '203.0.113.7', 'login/', { email: `n${n}@acme.example`, password: 'x' });
  expect((await from(desk, '203.0.113.7', 'login/', right, owner)).statusCode).toBe(200);
});

test('a device has five tries of its own, and is one for those only who logged in with it', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const owner = await usedBrowser(desk);
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) statuses.push(await wrongFrom(desk, `203.0.113.${n}`, owner));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);

  await desk.account({ email: 'ravi@acme.example', kind: 'customer' });
  await from(desk, '203.0.113.50', 'login/', { email: 'ravi@acme.example', password: 'wrong password' }, owner);
  const { rows } = await desk.db.execute<{ key: string }>(
    sql`select key from throttles where key like 'login:%:203.0.113.50'`,
  );
  expect(rows).toHaveLength(1);
});

test('a new password lifts the lock, and so does a code that was read in the mailbox', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  await lock(desk);
  const owner = browserHeaders('at home');
  await desk.stranger.calls(access.sendOtp, { email }, owner);
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, owner)).status).toBe(200);
  expect((await from(desk, '203.0.113.1', 'login/', right)).statusCode).toBe(429);
  expect((await from(desk, '203.0.113.1', 'login/', right, owner)).statusCode).toBe(200);

  await lock(desk);
  await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
  await desk.stranger.calls(access.sendOtp, { email }, browserHeaders('elsewhere'));
  const options = { email, otp: await codeFor(desk, email), new_password: NEW };
  expect((await desk.stranger.calls(access.forgotPassword, options, browserHeaders('elsewhere'))).status).toBe(200);
  expect((await from(desk, '203.0.113.2', 'login/', { email, password: NEW })).statusCode).toBe(200);
});

test('thirty wrong codes of somebody leave the neighbours at that address their own', async () => {
  const desk = await testServer();
  for (let n = 0; n < 33; n++)
    await desk.stranger.calls(access.verifyOtp, { email: `c${n}@acme.example`, otp: '111111' });
  const owner = browserHeaders('neighbour');
  await desk.stranger.calls(access.sendOtp, { email }, owner);
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, owner)).status).toBe(200);
});

test('a code that has no tries left is none of one’s own any more', async () => {
  const desk = await testServer();
  const owner = browserHeaders('guesser');
  await desk.stranger.calls(access.sendOtp, { email }, owner);
  const statuses: number[] = [];
  for (let n = 0; n < 38; n++)
    statuses.push((await desk.stranger.calls(access.verifyOtp, { email, otp: '000000' }, owner)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5 + 30);
});

test('requests of strangers for a mailbox leave a device that logged in before its codes', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const owner = await usedBrowser(desk);
  for (let n = 0; n < 6; n++) await from(desk, '198.51.100.1', 'sendotp/', { email }, browserHeaders(`b${n}`));
  expect(await mailsTo(desk, email)).toHaveLength(5);
  await from(desk, '203.0.113.1', 'sendotp/', { email }, owner);
  expect(await mailsTo(desk, email)).toHaveLength(6);
  // Nor do their hundred guesses a day end its own.
  await desk.db.execute(sql`insert into throttles (key, hits, window_ends_at)
    values (${`guesses:reset:${short(email)}`}, 100, now() + interval '1 day')`);
  const otp = await codeFor(desk, email);
  const { cookie } = owner;
  expect((await from(desk, '203.0.113.1', 'verifyotp/', { email, otp }, { cookie })).statusCode).toBe(200);
});
