import { access } from '@desk/contract/access';
import type { ReactElement } from 'react';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AdminForgotPasswordScreen } from './admin-forgot-password.screen.tsx';
import { ForgotPasswordScreen } from './forgot-password.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
afterEach(() => void vi.useRealTimers());
const otpSent = answering(access.sendOtp, { already_sent: false, again_in: 60 });
const changed = answering(access.forgotPassword, { message: 'Password Changed Successfully' });

/** The page with the OTP sent, and OTP and new password typed. */
async function typed(page: ReactElement, confirm: string, ...answers: Parameters<typeof showAt>[2][]) {
  const shown = showAt('/recover', page, brand, otpSent, ...answers);
  await shown.user.type(await shown.screen.findByLabelText(/^Email/), 'kavya@indus-motors.example{Enter}');
  await shown.user.type(await shown.screen.findByLabelText(/^OTP/), '123456');
  await shown.user.type(shown.screen.getByLabelText(/^New password/), 'a much better one');
  await shown.user.type(shown.screen.getByLabelText(/^Confirm password/), confirm);
  return shown;
}

const email = 'kavya@indus-motors.example';
const password = 'a much better one';
const customers = {
  page: <ForgotPasswordScreen />,
  mismatch: 'Password Does not match',
  login: '/',
  calls: [{ path: access.forgotPassword.path, body: { email, otp: '123456', new_password: password } }],
};
const staff = {
  page: <AdminForgotPasswordScreen />,
  mismatch: 'Password Does not Match !',
  login: '/adminpanel',
  calls: [
    { path: access.verifyOtp.path, body: { email, otp: '123456' } },
    { path: access.resetAdminPassword.path, body: { formData: { email, password, confirmPassword: password } } },
  ],
};
const staffChanged = answering(access.resetAdminPassword, {});
const verified = answering(access.verifyOtp, {});

test.each([customers, staff])('a blank e-mail is told, and the rest waits for the OTP ($login)', async ({ page }) => {
  const { screen, user, sent } = showAt('/recover', page, brand);
  await user.click(await screen.findByRole('button', { name: 'Send OTP' }));
  expect(screen.getByText('Email cannot be Blank')).toBeTruthy();
  expect(screen.queryByLabelText(/^OTP/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['brand/']);
});

test.each([customers, staff])(
  'two different passwords are told as "$mismatch", then the right ones lead to $login',
  async ({ page, mismatch, login, calls }) => {
    const { screen, user, sent, address } = await typed(page, 'another{Enter}', changed, verified, staffChanged);
    const confirm = screen.getByLabelText(/^Confirm password/);
    expect(document.getElementById(confirm.getAttribute('aria-describedby') ?? '')?.textContent).toBe(mismatch);
    expect(sent.at(-1)?.path).toBe(access.sendOtp.path);
    await user.clear(confirm);
    await user.type(confirm, 'a much better one{Enter}');
    expect(await screen.findByText('Password Changed Successfully')).toBeTruthy();
    expect(sent.slice(-calls.length)).toMatchObject(calls);
    expect(screen.queryByText(mismatch)).toBeNull();
    expect(address()).toBe(login);
  },
);

test('to customers the difference is an alert too', async () => {
  const { screen } = await typed(<ForgotPasswordScreen />, 'another{Enter}');
  const alerts = (await screen.findAllByRole('alert')).map((alert) => alert.textContent);
  expect(alerts.some((text) => text.includes('Password Does not match'))).toBe(true);
});

test.each([
  [401, 'OTP Does Not Match', /^OTP/],
  [422, 'Choose a password of 8 to 128 characters that others cannot guess.', /^New password/],
])('a reset that is refused with %i says "%s" at the field, which has the focus', async (status, text, label) => {
  const fails = answering(access.forgotPassword, () => refusing(status));
  const { screen } = await typed(<ForgotPasswordScreen />, 'a much better one{Enter}', fails);
  const message = await screen.findByText(text);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-describedby')).toContain(message.id);
  expect(document.activeElement).toBe(field);
});

test.each([
  [429, 'Failed to Send Otp. Please Try again..!!'],
  [500, 'Failed to Send Otp. Please Try again..!!'],
])('a reset that fails with %i is told as "%s", and what was typed stays', async (status, text) => {
  const fails = answering(access.forgotPassword, () => refusing(status));
  const { screen } = await typed(<ForgotPasswordScreen />, 'a much better one{Enter}', fails);
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^OTP/).value).toBe('123456');
  expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe('a much better one');
});

test('an OTP that cannot be sent is told', async () => {
  const fails = answering(access.sendOtp, () => refusing(429));
  const { screen, user } = showAt('/recover', <ForgotPasswordScreen />, brand, fails);
  await user.type(await screen.findByLabelText(/^Email/), 'kavya@indus-motors.example{Enter}');
  expect((await screen.findByText('Failed to send OTP')).closest('[role=alert]')).toBeTruthy();
});

test.each([customers, staff])(
  'where too many OTPs were asked for, the long code of a mail sets the password ($login)',
  async ({ page, calls, login }) => {
    const spent = answering(access.sendOtp, () => refusing(429));
    const { screen, user, sent, address } = showAt('/recover', page, brand, spent, changed, verified, staffChanged);
    await user.type(await screen.findByLabelText(/^Email/), `${email}{Enter}`);
    expect((await screen.findByText('Failed to send OTP')).closest('[role=alert]')).toBeTruthy();
    screen.getByText(/^Too many OTPs were asked for: no other one is sent to kavya@indus-motors\.example for now\./);
    await user.click(screen.getByLabelText(/^OTP/));
    await user.paste('12345 67890 12345 67890');
    await user.type(screen.getByLabelText(/^New password/), password);
    await user.type(screen.getByLabelText(/^Confirm password/), `${password}{Enter}`);
    await screen.findByText('Password Changed Successfully');
    const long = calls.map(({ path, body }) => ({
      path,
      body: 'otp' in body ? { ...body, otp: '12345678901234567890' } : body,
    }));
    expect(sent.slice(-calls.length)).toMatchObject(long);
    expect(address()).toBe(login);
  },
);

test.each([
  [500, 200, 'Something went wrong'],
  [200, 403, 'Something went wrong'],
  [200, 500, 'Something went wrong'],
])('to staff a failed reset (OTP %i, password %i) is told as "%s"', async (otp, reset, text) => {
  const { screen } = await typed(
    <AdminForgotPasswordScreen />,
    `${password}{Enter}`,
    answering(access.verifyOtp, () => (otp === 200 ? {} : refusing(otp))),
    answering(access.resetAdminPassword, () => (reset === 200 ? {} : refusing(reset))),
  );
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe(password);
});

test('to staff a wrong OTP is told at its field', async () => {
  const wrong = answering(access.verifyOtp, () => refusing(401));
  const { screen } = await typed(<AdminForgotPasswordScreen />, `${password}{Enter}`, wrong);
  await screen.findByText('OTP Does Not Match');
  expect(document.activeElement).toBe(screen.getByLabelText(/^OTP/));
});

test('a password of staff that is refused is sent again without verifying the OTP twice', async () => {
  const easy = answering(access.resetAdminPassword, () => refusing(422));
  const { screen, user, sent } = await typed(<AdminForgotPasswordScreen />, `${password}{Enter}`, verified, easy);
  await screen.findByText('Choose a password of 8 to 128 characters that others cannot guess.');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await screen.findByText('Choose a password of 8 to 128 characters that others cannot guess.');
  expect(sent.filter(({ path }) => path === access.verifyOtp.path)).toHaveLength(1);
  expect(sent.filter(({ path }) => path === access.resetAdminPassword.path)).toHaveLength(2);
});

test('another e-mail after different passwords: no alert of the difference while no password is on screen', async () => {
  const { screen, user } = await typed(<ForgotPasswordScreen />, 'another');
  await user.type(screen.getByLabelText(/^Email/), 'x');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await screen.findByLabelText(/^OTP/);
  expect(screen.queryByText('Password Does not match')).toBeNull();
});

test('Send another OTP sends one after a minute, stays on the step and forgets the old one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { screen, user, sent } = await typed(<ForgotPasswordScreen />, password);
  const asked = sent.length;
  await user.click(screen.getByRole('button', { name: /^Send another OTP in \d+ s$/ }));
  expect(sent).toHaveLength(asked);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await user.click(screen.getByRole('button', { name: 'Send another OTP' }));
  await screen.findByRole('button', { name: /^Send another OTP in/ });
  expect(sent.slice(asked)).toMatchObject([{ path: access.sendOtp.path, body: { email, purpose: 'reset' } }]);
  expect(screen.getByLabelText<HTMLInputElement>(/^OTP/).value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText(/^OTP/));
  expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe(password);
});

test('a page that was loaded again says that the OTP was sent before, and offers another one when the server has one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const before = answering(access.sendOtp, { already_sent: true, again_in: 20 });
  const { screen, user } = showAt('/recover', <ForgotPasswordScreen />, brand, before);
  await user.type(await screen.findByLabelText(/^Email/), `${email}{Enter}`);
  await screen.findByLabelText(/^OTP/);
  screen.getByText(/^An OTP was mailed to kavya@indus-motors\.example less than a minute ago: it holds, and no other/);
  expect(screen.getByRole('button', { name: /^Send another OTP in (20|1\d) s$/ })).toBeTruthy();
});

test('customers find both logins', async () => {
  const ways = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')]);
  const { screen } = showAt('/recover', <ForgotPasswordScreen />, brand);
  expect(ways(await screen.findAllByRole('link'))).toEqual([
    ['Login', '/'],
    ['Staff login', '/adminpanel'],
  ]);
});
