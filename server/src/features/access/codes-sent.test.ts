import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { browserHeaders, testServer, cookiesOf, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const send = (desk: TestServer, to = email, headers = {}) =>
  desk.stranger.calls(access.sendOtp, { email: to }, headers);
const verify = async (desk: TestServer, otp: string, to = email, headers = {}) =>
  (await desk.stranger.calls(access.verifyOtp, { email: to, otp }, headers)).status;

const answerTo = async (asked: ReturnType<typeof send>) => {
  const { status, reply } = await asked;
  return { status, already_sent: reply.already_sent };
};
test('every asker gets the same answer, known or not; who asks again is told that the code was sent', async () => {
  const desk = await testServer();
  await desk.account({ email });
  for (const to of [email, 'nobody@desk.example']) {
    expect(await answerTo(send(desk, to))).toEqual({ status: 200, already_sent: false });
    expect(await answerTo(send(desk, to))).toEqual({ status: 200, already_sent: true });
  }
});

/** With each purpose: where it is no use, a mail instead of the code. */
const ask = (desk: TestServer, to: string, purpose: 'register' | 'reset', headers = {}) =>
  desk.stranger.calls(access.sendOtp, { email: to, purpose }, headers);

test.each([
  ['register', email, 'nobody@desk.example'],
  ['reset', 'nobody@desk.example', email],
] as const)('to %s %s gets the same answers as %s, and learns by mail what is wrong', async (purpose, odd, right) => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account({ email });
  for (const already_sent of [false, true])
    for (const to of [odd, right])
      expect(await answerTo(ask(desk, to, purpose))).toEqual({ status: 200, already_sent });
  for (const to of [odd, right]) expect(await verify(desk, '000000', to)).toBe(401);

  const [mail, ...more] = await mailsTo(desk, odd);
  expect(more).toEqual([]);
  const [subject, page] =
    purpose === 'register'
      ? ['Test Desk: you have an account already', 'http://desk.example/adminpanel']
      : ['Test Desk: there is no account under this address', 'http://desk.example/register'];
  expect(mail?.subject).toBe(subject);
  expect(mail?.text).toContain(`${page}\n`);
  expect(mail?.text).not.toMatch(/\d{6}|one-time code/);
  expect(await codeFor(desk, right)).toMatch(/^\d{6}$/);
});

test('where existence is told, who wants to register is told at Send OTP that there is an account, to a limit', async () => {
  const desk = await testServer();
  await desk.account({ email });
  expect(await ask(desk, email, 'register')).toMatchObject({ status: 403, reply: { message: 'Email Already Exists' } });
  expect(await mailsTo(desk, email)).toEqual([]);
  for (let i = 1; i < 20; i++) await ask(desk, email, 'register');
  expect((await ask(desk, email, 'register')).status).toBe(429);
});

test('a code to set a password that was asked for as such is one for that, and one to register too', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await ask(desk, email, 'reset');
  expect((await mailsTo(desk, email)).at(-1)?.text).toContain('to set a new password');
  await ask(desk, 'new@desk.example', 'register');
  expect((await mailsTo(desk, 'new@desk.example')).at(-1)?.text).toContain('to confirm your e-mail address');
});

/** The code of the newest mail holds, however many asked at once. */
test('of parallel wishes for a code with one cookie one is sent, and its code holds', async () => {
  const desk = await testServer();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(desk, email, browserHeaders('mine'))));
  const messages = answers.map(({ status, reply }) => [status, reply.already_sent]);
  const mails = await mailsTo(desk, email);
  expect(messages.filter(([, already]) => already === false)).toHaveLength(mails.length);
  expect(messages.every(([status]) => status === 200)).toBe(true);
  expect(mails).toHaveLength(1);
  expect(await verify(desk, await codeFor(desk, email), email, browserHeaders('mine'))).toBe(200);
});

test('who asks again with the cookie that the first answer brought is told that the code was sent', async () => {
  const desk = await testServer();
  const mine = cookiesOf(await send(desk, email, { cookie: '' }));
  const again = await Promise.all([send(desk, email, mine), send(desk, email, mine)]);
  expect(again.map(({ reply }) => reply.already_sent)).toEqual([true, true]);
  expect(again.every(({ reply }) => reply.again_in > 0 && reply.again_in <= 60)).toBe(true);
  expect(await verify(desk, await codeFor(desk, email), email, mine)).toBe(200);
});

test('of parallel wishes of staff for a code one is sent, and its code holds', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const request = () => desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  await Promise.all([request(), request(), request(), request()]);
  expect(await mailsTo(desk, email)).toHaveLength(1);
  const login = { email, password: PASSWORD, otp: await codeFor(desk, email) };
  expect((await desk.stranger.calls(access.adminLogin, login)).status).toBe(200);
});

test('the mail of a code that another one followed before it left is not sent any more', async () => {
  const desk = await testServer();
  await send(desk);
  await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
  await send(desk);
  await desk.work();
  const states = await desk.db.select({ reason: outboxTable.reason }).from(outboxTable).orderBy(outboxTable.id);
  expect(states).toEqual([{ reason: 'expired' }, { reason: 'E-mail is not configured' }]);
  expect(await verify(desk, await codeFor(desk, email))).toBe(200);
});

test('a wrong code for a new password is told as such', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await send(desk);
  const otp = (await codeFor(desk, email)) === '111111' ? '222222' : '111111';
  const answer = await desk.stranger.calls(access.forgotPassword, { email, otp, new_password: 'a password of my own' });
  expect(answer).toMatchObject({ status: 401, reply: { message: 'OTP Does Not Match' } });
});
