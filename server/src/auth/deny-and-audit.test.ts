import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../platform/db/tables/audit.ts';
import { testServer } from '../testing/server.ts';
import { flushRepeatedDenials } from './repeated-denials.ts';

const email = 'asha@desk.example';
const own = 'a password of my own';
const person = { userName: 'Asha', phoneNumber: '9800000000', email, password: own, confirmPassword: own };

test('who guesses a code or skips a step leaves one entry in the audit log, about the account', async () => {
  const desk = await testServer();
  const { id } = await desk.account({ email });
  const { stranger } = desk;
  await stranger.calls(access.verifyOtp, { email, otp: '111111' });
  await stranger.calls(access.forgotPassword, { email, otp: '111111', new_password: own });
  await stranger.calls(access.resetAdminPassword, { formData: { email, password: own, confirmPassword: own } });
  await stranger.calls(registration.adminSignup, { formData: { ...person, voucher: 'ABCD-EFGH-JKLM' } });
  await stranger.calls(access.adminLogin, { email, password: 'wrong password', otp: '111111' });

  const entries = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  const actions = ['otp_failed', 'otp_failed', 'authz_fail', 'authz_fail', 'login_failed'];
  expect(entries.map(({ action }) => action)).toEqual(actions);
  for (const entry of entries) {
    expect(entry).toMatchObject({ subject: 'account', subjectId: id, ip: '127.0.0.1' });
    expect(entry.changes).toContainEqual({ field: 'email', old: null, new: email });
  }
});

test('a flood of passwords without a proof is recorded to a budget, and refused all the same', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const formData = { email, password: own, confirmPassword: own };
  const answers = await Promise.all(
    Array.from({ length: 33 }, () => desk.stranger.calls(access.resetAdminPassword, { formData })),
  );

  expect(answers.every(({ status }) => status === 403)).toBe(true);
  expect(await desk.db.$count(auditLogTable)).toBe(30);
});

test.each([[{}], [{ HIDE_ACCOUNT_EXISTENCE: 'true' }]])(
  'of the e-mails that an address invents the first of an hour is recorded, and the number of the others (%j)',
  async (env) => {
    const desk = await testServer({ env });
    await desk.db.execute(sql`insert into throttles (key, hits, window_ends_at)
      values ('unknown', 200, now() + interval '1 hour')`);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) {
      const unknown = { email: `nobody${n}@acme.example`, password: 'wrong password' };
      statuses.push((await desk.stranger.calls(access.login, unknown)).status);
      await desk.stranger.calls(access.verifyOtp, { email: unknown.email, otp: '111111' });
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const message = async () => {
      const rows = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
      return rows.map(({ action, ip, changes }) => [action, ip, changes[0]?.new]);
    };
    const first = ['login_failed', '127.0.0.1', 'nobody0@acme.example'];
    expect(await message()).toEqual([first, ['otp_failed', '127.0.0.1', 'nobody0@acme.example']]);

    await desk.db.execute(sql`update throttles set window_ends_at = now() - interval '1 second'`);
    await flushRepeatedDenials(desk.db);
    const numbers = [
      ['login_failed', '127.0.0.1', '4'],
      ['otp_failed', '127.0.0.1', '7'],
    ];
    expect((await message()).slice(2).toSorted()).toEqual(numbers);
  },
);

test('where existence is hidden, known e-mails are counted like unknown ones', async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  for (let n = 0; n < 7; n++) await desk.account({ email: `buyer${n}@acme.example`, kind: 'customer' });
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++)
    statuses.push(
      (await desk.stranger.calls(access.login, { email: `buyer${n}@acme.example`, password: 'wrong password' })).status,
    );
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});
