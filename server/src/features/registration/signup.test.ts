import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';
import { browserHeaders, email, form, NOTHING, prove, signup, written } from './testing/registrants.ts';

const subjects = async (desk: TestServer) => (await mailsTo(desk, email)).map(({ subject }) => subject);
const passTime = ({ db }: TestServer, minutes: number) =>
  db.execute(sql`update otp_challenges set verified_at = verified_at - make_interval(mins => ${minutes})`);

test('whoever verified the e-mail registers; the account waits for its approval, without menus', async () => {
  const desk = await testServer();
  expect((await prove(desk)).status).toBe(200);

  expect((await signup(desk)).status).toBe(200);

  const { accounts, profiles } = await written(desk);
  expect(accounts).toMatchObject([
    { kind: 'customer', role: 'CUSTOMER', status: 'PENDING', email, name: 'Meera Nair', phone: '+91 98000 00000' },
  ]);
  expect(accounts[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(profiles).toMatchObject([
    { companyName: 'Acme Pvt Ltd', designation: 'Head of IT', industryType: 'SMB', otherContactName: 'Ravi Iyer' },
  ]);
  expect((await desk.db.execute('select * from account_menus')).rows).toEqual([]);
  expect(await subjects(desk)).toEqual(['Test Desk: your one-time code', 'Test Desk: your registration']);
  const credentials = { email, password: 'seven green kettles' };
  expect((await desk.stranger.calls(access.login, credentials)).status).toBe(403);
});

test('the audit names who registered with what, but no password', async () => {
  const desk = await testServer();
  await prove(desk);
  await signup(desk);

  const [entry] = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'registered'));
  expect(entry).toMatchObject({ actor: email, subject: 'account', ip: '127.0.0.1' });
  expect(entry?.changes).toContainEqual({ field: 'companyName', old: null, new: 'Acme Pvt Ltd' });
  expect(JSON.stringify(entry)).not.toMatch(/kettles|argon2/);
});

const skipped: [string, (desk: TestServer) => Promise<unknown>, Parameters<typeof signup>[1]?][] = [
  ['no code was asked for', () => Promise.resolve()],
  ['the code was sent but not verified', (desk) => desk.stranger.calls(access.sendOtp, { email })],
  ['another e-mail was verified', (desk) => prove(desk, 'other@acme.example')],
  ['the e-mail was changed after it was verified', (desk) => prove(desk), { email: 'other@acme.example' }],
  ['another client verified it', (desk) => prove(desk, email, browserHeaders('other'))],
  ['it was verified more than ten minutes ago', async (desk) => (await prove(desk), passTime(desk, 11))],
  [
    'a newer code was sent after it was verified',
    async (desk) => {
      await prove(desk);
      await desk.stranger.calls(access.sendOtp, { email });
    },
  ],
];
test.each(skipped)('nobody registers where %s', async (_step, before, over) => {
  const desk = await testServer();
  await before(desk);

  expect(await signup(desk, over)).toMatchObject({
    status: 401,
    reply: { message: 'Verify your e-mail address with an OTP first.' },
  });
  expect(await written(desk)).toEqual(NOTHING);
});

test('a verified e-mail registers once, from nine minutes ago too', async () => {
  const desk = await testServer();
  await prove(desk);
  await passTime(desk, 9);

  expect((await signup(desk)).status).toBe(200);
  expect((await signup(desk)).status).toBe(401);
  expect((await written(desk)).accounts).toHaveLength(1);
});

test('a password that is refused leaves the verified e-mail as it is', async () => {
  const desk = await testServer();
  await prove(desk);

  for (const easy of ['short', 'password123', 'meera-2024!', 'acmepvtltd1', 'Test-Desk-1'])
    expect((await signup(desk, { password: easy, confirmPassword: easy })).status).toBe(422);
  expect((await signup(desk, { confirmPassword: 'seven green kettle' })).status).toBe(400);
  expect(await written(desk)).toEqual(NOTHING);

  expect((await signup(desk)).status).toBe(200);
});

test('of registrations at the same time exactly one makes an account', async () => {
  const desk = await testServer();
  await prove(desk);
  const answers = await Promise.all(Array.from({ length: 8 }, () => signup(desk)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  const { accounts, profiles } = await written(desk);
  expect([accounts.length, profiles.length]).toEqual([1, 1]);
});

test('of two clients that verified the same e-mail one registers, and the other keeps nothing', async () => {
  const desk = await testServer();
  for (const name of ['one', 'two']) await prove(desk, email, browserHeaders(name));
  const answers = await Promise.all(['one', 'two'].map((name) => signup(desk, {}, browserHeaders(name))));

  const [won, lost = 0] = answers.map(({ status }) => status).sort();
  expect(won).toBe(200);
  expect([401, 403]).toContain(lost);
  const { accounts, profiles } = await written(desk);
  expect([accounts.length, profiles.length]).toEqual([1, 1]);
});

test('that an e-mail has an account learns only who reads its mail', async () => {
  const desk = await testServer();
  await desk.account({ email });

  expect((await signup(desk)).status).toBe(401);
  await prove(desk);
  expect(await signup(desk)).toMatchObject({ status: 403, reply: { message: 'Email Already Exists' } });
  expect((await written(desk)).accounts).toMatchObject([{ kind: 'staff', name: 'Asha' }]);
});

test('where existence is hidden, the owner is told by mail and the answer is that of a success', async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account({ email });
  await prove(desk);

  expect((await signup(desk)).status).toBe(200);
  expect((await signup(desk)).status).toBe(401);
  expect((await subjects(desk)).at(-1)).toBe('Test Desk: you have an account already');
  expect((await written(desk)).accounts).toMatchObject([{ kind: 'staff', name: 'Asha' }]);
});

test.each(['role', 'status', 'user_id', 'menu', 'is_admin', 'kind'])('a field %s is refused', async (field) => {
  const desk = await testServer();
  await prove(desk);
  expect((await signup(desk, { [field]: 'ADMIN' })).status).toBe(400);
  expect(await written(desk)).toEqual(NOTHING);
});

const raw = (desk: TestServer, payload: string) =>
  desk.app.inject({
    method: 'POST',
    url: `/api/${registration.signup.path}`,
    payload,
    headers: { 'content-type': 'application/json' },
  });
test.each(['__proto__', 'constructor'])('%s in a form pollutes nothing', async (key) => {
  const desk = await testServer();
  await prove(desk);
  const filled = JSON.stringify(form()).slice(1);
  const evil = key === 'constructor' ? '{"prototype":{"status":"ACTIVE"}}' : '{"status":"ACTIVE"}';

  expect((await raw(desk, `{"formData":{"${key}":${evil},${filled}}`)).statusCode).toBe(400);
  expect(({} as { status?: string }).status).toBeUndefined();
  expect(await written(desk)).toEqual(NOTHING);
});

test('a form that names its e-mail twice is refused', async () => {
  const desk = await testServer();
  await prove(desk);
  const filled = JSON.stringify(form()).slice(1);

  const twice = filled.replace(/}$/, ',"email":"victim@acme.example"}');
  expect((await raw(desk, `{"formData":{${twice}}`)).statusCode).toBe(400);
  expect(await written(desk)).toEqual(NOTHING);
});

test.each([
  ['userName', 'x'.repeat(121)],
  ['userName', 'Meera\r\nBcc: victim@acme.example'],
  ['userName', ' '],
  ['companyName', 'x'.repeat(201)],
  ['companyName', 'Acme\u001b[31m'],
  ['designation', 7],
  ['industryType', 'NGO'],
  ['phoneNumber', '98000'],
  ['otherContactPhone', 'call me maybe'],
  ['password', 'x'.repeat(129)],
  ['email', 'meera@acme.example,evil@acme.example'],
  ['email', '"meera@acme.example evil"@acme.example'],
  ['email', 'meera@acme.example\r\nBcc: evil@acme.example'],
  ['email', `${'x'.repeat(250)}@acme.example`],
  ['email', ['meera@acme.example']],
  ['email', { $ne: '' }],
])('%s as %j is refused and changes nothing', async (field, value) => {
  const desk = await testServer();
  await prove(desk);
  expect((await signup(desk, { [field]: value })).status).toBe(400);
  expect(await written(desk)).toEqual(NOTHING);
});

test('full-width letters are the letters they look like, and those of other scripts are no e-mail', async () => {
  const desk = await testServer();
  await prove(desk);
  expect((await signup(desk, { email: 'mееra@acme.example' })).status).toBe(400);
  expect(await written(desk)).toEqual(NOTHING);

  expect((await signup(desk, { email: 'ＭEERA@acme.example' })).status).toBe(200);
  expect((await written(desk)).accounts).toMatchObject([{ email }]);
});

test('a code that was sent for registering sets no password, and none for a password registers', async () => {
  const desk = await testServer();
  await prove(desk);
  await desk.account({ email });
  const new_password = 'a password of my own';
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.forgotPassword, { email, otp, new_password })).status).toBe(401);
  const formData = { email, password: new_password, confirmPassword: new_password };
  expect((await desk.stranger.calls(access.resetAdminPassword, { formData })).status).toBe(403);

  const ravi = 'ravi@acme.example';
  await desk.account({ email: ravi });
  await prove(desk, ravi);
  await desk.db.execute(sql`delete from accounts`);
  expect((await signup(desk, { email: ravi })).status).toBe(401);
  expect(await written(desk)).toEqual(NOTHING);
});

test('what somebody calls himself stands in no mail', async () => {
  const desk = await testServer();
  await prove(desk);
  await signup(desk, { userName: '{{7*7}} ${7*7} %0d%0aBcc: x', companyName: '<b>Acme</b>' });

  expect((await written(desk)).accounts).toMatchObject([{ name: '{{7*7}} ${7*7} %0d%0aBcc: x' }]);
  expect(JSON.stringify(await mailsTo(desk, email))).not.toMatch(/\b49\b|7\*7|Bcc|<b>/);
});

test('one address registers thirty times in a quarter of an hour', async () => {
  const desk = await testServer();
  const answers = await Promise.all(Array.from({ length: 33 }, () => signup(desk)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});
