import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const email = 'asha@desk.example';

const login = async (desk: TestServer, over: Partial<{ email: string; password: string; otp: string }> = {}) => {
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  return desk.stranger.calls(access.adminLogin, {
    email,
    password: PASSWORD,
    otp: await codeFor(desk, email),
    ...over,
  });
};

test('staff log in with password and code, and land with their menu', async () => {
  const desk = await testServer();
  await desk.account({ email, menus: ['get_monthly_renewal'] });

  const { status, reply } = await login(desk);

  expect(status).toBe(200);
  expect(reply).toMatchObject({ email, role: 'ADMIN', firstLogin: false, menu: [{ to_route: 'get_monthly_renewal' }] });
  expect(reply.token.login_token).toHaveLength(43);
  expect(reply.token.exp).toBeGreaterThan(Date.now() / 1000);
});

test.each([
  ['a wrong password', { password: 'something else' }, 401, 'Incorrect Username or Password..!'],
  ['an unknown e-mail', { email: 'nobody@desk.example' }, 404, 'Email Not Found..!!'],
  ['a wrong code', { otp: '000000' }, 422, 'OTP Does Not Match'],
])('%s is refused in the words of the catalogue', async (_what, over, status, message) => {
  const desk = await testServer();
  await desk.account({ email });

  const answer = await login(desk, over);

  expect(answer).toMatchObject({ status, reply: { message } });
});

test('a suspended account is told so only with the right password', async () => {
  const desk = await testServer();
  await desk.account({ email, status: 'SUSPENDED' });

  expect((await login(desk, { otp: '123456' })).status).toBe(403);
  expect((await login(desk, { otp: '123456', password: 'wrong password' })).status).toBe(401);
});

test('a customer never gets in through the login of staff', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });

  expect((await login(desk, { otp: '123456' })).status).toBe(404);
});

test('of several parallel logins with one right code exactly one gets in', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  const otp = await codeFor(desk, email);

  const answers = await Promise.all(
    Array.from({ length: 4 }, () => desk.stranger.calls(access.adminLogin, { email, password: PASSWORD, otp })),
  );

  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test('after five wrong passwords the account rests for that address, even with the right one', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const wrong = { email, password: 'wrong password', otp: '123456' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => desk.stranger.calls(access.adminLogin, wrong)));

  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
  expect((await login(desk, { otp: '123456' })).status).toBe(429);
});

test('the code lies sealed in the database and its mail names no user text', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  const code = await codeFor(desk, email);

  const { rows } = await desk.db.execute(sql`select o.*, c.* from outbox o, otp_challenges c`);

  expect(code).toMatch(/^\d{6}$/);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('a first login leads to a session that can only set the password', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email, firstLogin: true });

  expect((await asha.calls(access.menu, {})).status).toBe(403);
  const formData = { email, password: 'a password of my own', confirmPassword: 'a password of my own' };
  expect((await asha.calls(access.resetAdminPassword, { formData })).status).toBe(200);
  expect((await asha.calls(access.checkSession, {})).status).toBe(401);
  expect((await asha.calls(access.resetAdminPassword, { formData })).status).toBe(403);
});

test('nobody sets the password of an account without a proof', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const formData = { email, password: 'a password of my own', confirmPassword: 'a password of my own' };

  const answer = await desk.stranger.calls(access.resetAdminPassword, { formData });

  expect(answer).toMatchObject({ status: 403, reply: { message: 'Something went wrong' } });
  const [account] = await desk.db.select().from(accountsTable);
  expect(account?.passwordHash).toContain('yK6');
});

test('a code sent to the owner proves who may set the password; all sessions end and the owner is told', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email });
  await desk.stranger.calls(access.sendOtp, { email });
  const otp = await codeFor(desk, email);

  expect((await desk.stranger.calls(access.verifyOtp, { email, otp: '111111' })).status).toBe(401);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp })).status).toBe(200);
  const formData = { email, password: 'a password of my own', confirmPassword: 'a password of my own' };
  expect((await desk.stranger.calls(access.resetAdminPassword, { formData })).status).toBe(200);

  expect((await asha.calls(access.menu, {})).status).toBe(401);
  const mails = await desk.db.select({ subject: outboxTable.subject }).from(outboxTable).orderBy(outboxTable.id);
  expect(mails.map((mail) => mail.subject)).toContain('Test Desk: your password was changed');
});

test('a body that names another person is refused and recorded', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email });

  expect((await asha.calls(access.menu, { email: 'other@desk.example' })).status).toBe(403);
  expect((await asha.calls(access.menu, { email: 'ASHA@desk.example' })).status).toBe(200);

  const entries = await desk.db.select({ action: auditLogTable.action }).from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries).toEqual([{ action: 'authz_fail' }]);
});

test('a logout ends the session on the server', async () => {
  const desk = await testServer();
  const asha = await desk.as();

  expect((await asha.calls(access.logout, {})).status).toBe(200);
  expect((await asha.calls(access.checkSession, {})).status).toBe(401);
});

test('the audit log cannot be changed', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(access.editUser, { formData: { name: 'Asha Rao', phone_number: '9800000000' } });

  await expect(desk.pool.query('update audit_log set actor = $1', ['x'])).rejects.toThrow('append-only');
  await expect(desk.pool.query('delete from audit_log')).rejects.toThrow('append-only');
  const [entry] = await desk.db.select({ changes: auditLogTable.changes }).from(auditLogTable);
  expect(entry?.changes).toContainEqual({ field: 'name', old: 'Asha', new: 'Asha Rao' });
});

test('a profile that was changed elsewhere is not overwritten by a window that shows the older one', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const seen = { name: 'Asha', phone_number: '' };
  const edit = (name: string, more: object) =>
    asha.calls(access.editUser, { formData: { name, phone_number: '9800000000' }, ...more });

  expect((await edit('Asha One', { seen })).status).toBe(200);
  const stale = await edit('Asha Two', { seen });
  expect([stale.status, stale.reply.message]).toEqual([409, access.editUser.refusals[409]]);
  expect((await asha.calls(access.profile, {})).reply.name).toBe('Asha One');
  expect(await desk.db.select().from(auditLogTable)).toHaveLength(1);
  expect((await edit('Asha Two', { seen: { name: 'Asha One', phone_number: '9800000000' } })).status).toBe(200);
  expect((await edit('Asha Three', {})).status).toBe(200);
});

test('a repeated write with the same key is answered from the first, with another body it is refused', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const key = { 'idempotency-key': 'k-1' };
  const edit = (name: string) => asha.calls(access.editUser, { formData: { name, phone_number: '9800000000' } }, key);

  expect((await edit('Asha One')).status).toBe(200);
  expect((await edit('Asha One')).status).toBe(200);
  expect((await edit('Asha Two')).status).toBe(422);
  expect(await desk.db.select().from(auditLogTable)).toHaveLength(1);
});

test('guesses of others, without a code of their own, do not keep the owner out', async () => {
  const desk = await testServer();
  await desk.account({ email });
  for (let i = 0; i < 22; i++) await desk.stranger.calls(access.verifyOtp, { email, otp: '111111' });

  expect((await login(desk)).status).toBe(200);
});

test('the password that was given out cannot stay, and asking for that does not cost the session', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email, firstLogin: true });
  const reset = (password: string) =>
    asha.calls(access.resetAdminPassword, { formData: { email, password, confirmPassword: password } });

  expect((await reset(PASSWORD)).status).toBe(422);
  expect((await reset('a password of my own')).status).toBe(200);
});

test('without a proof nobody learns whether a password is the present one', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const formData = { email, password: PASSWORD, confirmPassword: PASSWORD };

  expect((await desk.stranger.calls(access.resetAdminPassword, { formData })).status).toBe(403);
});

test.each(['password123', 'asha2024!!', 'Test-Desk-1'])('%s is no new password, and the code stays', async (easy) => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.stranger.calls(access.sendOtp, { email });
  const otp = await codeFor(desk, email);

  expect((await desk.stranger.calls(access.forgotPassword, { email, otp, new_password: easy })).status).toBe(422);
  const better = { email, otp, new_password: 'a password of my own' };
  expect((await desk.stranger.calls(access.forgotPassword, better)).status).toBe(200);
  expect((await desk.stranger.calls(access.forgotPassword, better)).status).toBe(401);
});
