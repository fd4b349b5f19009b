import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { expect, test } from 'vitest';
import { auditLogTable } from '../db/tables/audit.ts';
import { house } from '../testing/house.ts';

const email = 'asha@desk.example';
const own = 'a password of my own';
const person = { userName: 'Asha', phoneNumber: '9800000000', email, password: own, confirmPassword: own };

test('who guesses a code or skips a step leaves one entry in the audit log, about the account', async () => {
  const desk = await house();
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
  const desk = await house();
  const formData = { email, password: own, confirmPassword: own };
  const answers = await Promise.all(
    Array.from({ length: 33 }, () => desk.stranger.calls(access.resetAdminPassword, { formData })),
  );

  expect(answers.every(({ status }) => status === 403)).toBe(true);
  expect(await desk.db.$count(auditLogTable)).toBe(30);
});
