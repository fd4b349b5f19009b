import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { short } from '../../auth/codes.ts';
import { browserHeaders, testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const send = (desk: TestServer, to = email, headers = {}) =>
  desk.stranger.calls(access.sendOtp, { email: to }, headers);
const verify = async (desk: TestServer, otp: string, to = email, headers = {}) =>
  (await desk.stranger.calls(access.verifyOtp, { email: to, otp }, headers)).status;
const wrongFor = (otp: string) => (otp === '111111' ? '222222' : '111111');
const NEW = 'a password of my own';
const reset = async (desk: TestServer, to = email, headers = {}) => {
  const formData = { email: to, password: NEW, confirmPassword: NEW };
  return (await desk.stranger.calls(access.resetAdminPassword, { formData }, headers)).status;
};

test('of twenty parallel verifications of the right code exactly one succeeds', async () => {
  const desk = await testServer();
  await send(desk);
  const otp = await codeFor(desk, email);
  // The tries would stop the others anyway: here each of the twenty is still free to compare.
  await desk.db.execute(sql`update otp_challenges set attempts = -20`);

  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(desk, otp)));
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
});

test('of many parallel guesses five are compared, and then the right code comes too late', async () => {
  const desk = await testServer();
  await send(desk);
  const otp = await codeFor(desk, email);
  await Promise.all(Array.from({ length: 20 }, () => verify(desk, wrongFor(otp))));

  const { rows } = await desk.db.execute<{ hits: number }>(sql`select hits from throttles where key like 'guesses:%'`);
  expect(rows).toEqual([{ hits: 5 }, { hits: 5 }]);
  expect(await verify(desk, otp)).toBe(401);
});

test('four wrong guesses leave the right code as it is', async () => {
  const desk = await testServer();
  await send(desk);
  const otp = await codeFor(desk, email);
  for (let i = 0; i < 4; i++) expect(await verify(desk, wrongFor(otp))).toBe(401);
  expect(await verify(desk, otp)).toBe(200);
});

test('a client guesses at an account twenty times a day, however many codes it asked for', async () => {
  const desk = await testServer();
  await send(desk);
  const otp = await codeFor(desk, email);
  expect(await verify(desk, wrongFor(otp))).toBe(401);
  const ofClient = `guesses:register:${short(email)}:%`;
  const spent = await desk.db.execute(sql`update throttles set hits = 20 where key like ${ofClient}`);
  expect(spent.rowCount).toBe(1);
  const resting = await desk.stranger.calls(access.verifyOtp, { email, otp });
  expect(resting).toMatchObject({
    status: 429,
    reply: { message: 'OTP Does Not Match Too many attempts: try again in 24 hours.', retry_after: 86_400 },
  });
  expect(resting.headers['retry-after']).toBe('86400');
});

test('what a stranger guesses at codes for the own browser does not keep the owner out, up to a hundred a day', async () => {
  const desk = await testServer();
  await send(desk, email, browserHeaders('stranger'));
  const theirs = await codeFor(desk, email);
  for (let i = 0; i < 5; i++) expect(await verify(desk, wrongFor(theirs), email, browserHeaders('stranger'))).toBe(401);
  await desk.db.execute(sql`update throttles set hits = 20 where key like 'guesses:%'`);

  await send(desk, email, browserHeaders('owner'));
  const otp = await codeFor(desk, email);
  await desk.db.execute(sql`update throttles set hits = 100 where key = ${`guesses:register:${short(email)}`}`);
  expect(await verify(desk, otp, email, browserHeaders('owner'))).toBe(429);
  await desk.db.execute(sql`update throttles set hits = 99 where key = ${`guesses:register:${short(email)}`}`);
  expect(await verify(desk, otp, email, browserHeaders('owner'))).toBe(200);
});

test('only the newest code counts', async () => {
  const desk = await testServer();
  await send(desk);
  const first = await codeFor(desk, email);
  await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
  await send(desk);
  const second = await codeFor(desk, email);

  expect(await mailsTo(desk, email)).toHaveLength(2);
  if (first !== second) expect(await verify(desk, first)).toBe(401);
  expect(await verify(desk, second)).toBe(200);
});

test('a code is over after ten minutes', async () => {
  let now = new Date('2020-01-01T00:00:00Z');
  const desk = await testServer({ now: () => now });
  await send(desk);
  const otp = await codeFor(desk, email);
  const left = sql`select extract(epoch from expires_at - created_at)::int as left from otp_challenges`;
  expect((await desk.db.execute(left)).rows).toEqual([{ left: 600 }]);

  now = new Date('2020-01-01T00:10:00Z');
  expect(await verify(desk, otp)).toBe(401);
});

test('a code counts for its e-mail and its client only', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await send(desk, email, browserHeaders('mine'));
  const otp = await codeFor(desk, email);

  expect(await verify(desk, otp, 'ravi@desk.example', browserHeaders('mine'))).toBe(401);
  expect(await verify(desk, otp, email, browserHeaders('other'))).toBe(401);
  expect(await verify(desk, otp)).toBe(401);
  expect(await verify(desk, otp, email, browserHeaders('mine'))).toBe(200);
});

test('a code for a new password is none for a login', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await send(desk);
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.adminLogin, { email, password: PASSWORD, otp })).status).toBe(422);
});

test('who asks a hundred times gets five codes, and one address gets codes for twenty', async () => {
  const desk = await testServer();
  for (let i = 0; i < 8; i++) await send(desk, email, browserHeaders(`b${i}`));
  expect(await mailsTo(desk, email)).toHaveLength(5);

  await desk.db.execute(sql`delete from throttles`);
  const asked = await Promise.all(Array.from({ length: 24 }, (_, i) => send(desk, `c${i}@acme.example`)));
  expect(asked.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    ...Array.from({ length: 4 }, () => 429),
  ]);
  expect(await desk.db.select().from(outboxTable).orderBy(outboxTable.id)).toHaveLength(5 + 20);
});

test('codes that strangers ask for in public leave those of a login to the administrator', async () => {
  const desk = await testServer();
  await desk.account({ email });
  for (let i = 0; i < 6; i++) await send(desk, email, browserHeaders(`b${i}`));
  expect(await mailsTo(desk, email)).toHaveLength(5);

  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  const request = { email, password: PASSWORD, otp: await codeFor(desk, email) };
  expect((await desk.stranger.calls(access.adminLogin, request)).status).toBe(200);
});

test('all colleagues of an office behind one address get their codes', async () => {
  const desk = await testServer();
  const colleagues = Array.from({ length: 25 }, (_, i) => `colleague${i}@desk.example`);
  for (const one of colleagues) await desk.account({ email: one });
  for (const one of colleagues) await desk.stranger.calls(access.sendAdminOtp, { email: one, password: PASSWORD });

  const mailed = await desk.db.select({ recipient: outboxTable.recipient }).from(outboxTable).orderBy(outboxTable.id);
  expect(mailed.map(({ recipient }) => recipient).sort()).toEqual(colleagues.sort());
});

test.each(['ＡSHA@desk.example', 'ASHA@DESK.example', ' asha@desk.example '])(
  'the mail for %j goes to the one address that is stored',
  async (spelled) => {
    const desk = await testServer();
    await desk.account({ email });
    await send(desk, spelled);
    expect(await desk.db.select({ recipient: outboxTable.recipient }).from(outboxTable)).toEqual([
      { recipient: email },
    ]);
    expect((await mailsTo(desk, email)).at(-1)?.text).toContain('to set a new password');
  },
);

test.each([
  'asha@desk.example,evil@desk.example',
  'asha@desk.example evil@desk.example',
  '"asha@desk.example evil"@desk.example',
  'asha@desk.example\r\nBcc: evil@desk.example',
  'asha@desk.example%0d%0aBcc:x',
  'asha@deѕk.example',
  `${'a'.repeat(243)}@desk.example`,
])('no mail is sent for %j', async (odd) => {
  const desk = await testServer();
  await desk.account({ email });
  expect((await send(desk, odd)).status).toBe(400);
  expect(await desk.db.select().from(outboxTable)).toEqual([]);
});

test('a verified code sets the password of its e-mail, for its client, once, and for ten minutes', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.account({ email: 'ravi@desk.example' });
  const mine = browserHeaders('mine');
  await send(desk, email, mine);
  expect(await reset(desk, email, mine)).toBe(403);
  expect(await verify(desk, await codeFor(desk, email), email, mine)).toBe(200);

  expect(await reset(desk)).toBe(403);
  expect(await reset(desk, email, browserHeaders('other'))).toBe(403);
  expect(await reset(desk, 'ravi@desk.example', mine)).toBe(403);
  await desk.db.execute(sql`update otp_challenges set verified_at = verified_at - interval '11 minutes'`);
  expect(await reset(desk, email, mine)).toBe(403);
  await desk.db.execute(sql`update otp_challenges set verified_at = verified_at + interval '11 minutes'`);
  const answers = await Promise.all([reset(desk, email, mine), reset(desk, email, mine)]);
  expect(answers.sort()).toEqual([200, 403]);
});

test('a session of others is no proof, and neither is an ordinary one of the owner', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email });
  const ravi = await desk.as({ email: 'ravi@desk.example', firstLogin: true });
  const formData = { email, password: NEW, confirmPassword: NEW };
  for (const who of [asha, ravi]) expect((await who.calls(access.resetAdminPassword, { formData })).status).toBe(403);
});

test('a forgotten password that is set anew ends all sessions and codes, tells the owner and logs nobody in', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email, kind: 'customer' });
  const credentials = { email, password: PASSWORD };
  const second = (await desk.stranger.calls(access.login, credentials)).reply.token.login_token;
  await send(desk, email, browserHeaders('other'));
  await send(desk);
  const otp = await codeFor(desk, email);

  const { status, reply } = await desk.stranger.calls(access.forgotPassword, { email, otp, new_password: NEW });

  expect([status, reply]).toEqual([200, { message: 'Password Changed Successfully' }]);
  for (const token of [asha.token ?? '', second])
    expect((await desk.stranger.calls(access.checkSession, {}, { authorization: token })).status).toBe(401);
  expect((await desk.db.execute(sql`select * from otp_challenges where used_at is null`)).rows).toEqual([]);
  const notice = (await mailsTo(desk, email)).at(-1);
  expect(notice?.subject).toBe('Test Desk: your password was changed');
  expect(notice?.text).not.toContain(NEW);
  expect((await desk.stranger.calls(access.login, credentials)).status).toBe(401);
});

test('a forgotten password cannot be the present one; only who has the code is told', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await send(desk);
  const otp = await codeFor(desk, email);
  const set = async (code: string, new_password: string) =>
    (await desk.stranger.calls(access.forgotPassword, { email, otp: code, new_password })).status;

  expect(await set(wrongFor(otp), PASSWORD)).toBe(401);
  expect(await set(otp, PASSWORD)).toBe(422);
  expect(await set(otp, NEW)).toBe(200);
});
