import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdFirstLogin, readSession, rememberAddress } from '../../api/session.ts';
import { answering, refusing, show, showAt } from '../../testing/show.tsx';
import { AdminLoginScreen } from './admin-login.screen.tsx';
import { ProfileDialog } from './profile.dialog.tsx';
import { ResetPasswordScreen } from './reset-password.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
const signedIn: ReplyOf<typeof access.adminLogin> = {
  email: 'asha@resell.example',
  token: { login_token: 'secret', exp: 1_800_000_000 },
  menu: [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }],
  role: 'ADMIN',
  firstLogin: false,
};
const otpSent = answering(access.sendAdminOtp, {});

afterEach(() => void vi.useRealTimers());
beforeEach(() => holdFirstLogin(undefined));

/** The login screen with e-mail and password filled in and the OTP sent and typed. */
async function typedLogin(...answers: Parameters<typeof show>[1][]) {
  const shown = showAt('/adminpanel', <AdminLoginScreen />, brand, otpSent, ...answers);
  await shown.user.type(await shown.screen.findByLabelText(/^Email/), ' Asha@Resell.example ');
  await shown.user.type(shown.screen.getByLabelText(/^Password/), 'a long password{Enter}');
  await shown.user.type(await shown.screen.findByLabelText(/^OTP/), '123 456');
  return shown;
}

test('a blank e-mail or password is told before anything is sent', async () => {
  const { screen, user, sent } = show(<AdminLoginScreen />, brand);
  await user.click(await screen.findByRole('button', { name: 'Send OTP' }));
  expect(screen.getAllByText('Email or Password cannot be blank..!').length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
  expect(sent.map(({ path }) => path)).toEqual(['brand/']);
});

test('the OTP field appears once the OTP is sent, with the focus in it', async () => {
  const { screen } = await typedLogin();
  expect(document.activeElement).toBe(screen.getByLabelText(/^OTP/));
  expect(
    screen.getByText(
      /^If e-mail and password are right, an OTP is on its way to asha@resell\.example, .* If none comes .* Send OTP again, or choose Forgot Password\.$/,
    ),
  ).toBeTruthy();
});

test('Send another OTP sends one after a minute, and the focus is in the empty OTP field', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { screen, user, sent } = await typedLogin();
  const asked = sent.length;
  await user.click(screen.getByRole('button', { name: /^Send another OTP in \d+ s$/ }));
  expect(sent).toHaveLength(asked);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await user.click(screen.getByRole('button', { name: 'Send another OTP' }));
  await screen.findByRole('button', { name: /^Send another OTP in/ });
  expect(sent.slice(asked)).toMatchObject([
    { path: access.sendAdminOtp.path, body: { email: 'asha@resell.example', password: 'a long password' } },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/^OTP/).value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText(/^OTP/));
});

test('a corrected password may be sent at once', async () => {
  const { screen, user, sent } = await typedLogin();
  await user.type(screen.getByLabelText(/^Password/), '!');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await screen.findByLabelText(/^OTP/);
  expect(sent.at(-1)).toMatchObject({ path: access.sendAdminOtp.path, body: { password: 'a long password!' } });
});

test('staff log in with the pasted OTP and land at home with their session stored', async () => {
  const { screen, user, sent, address } = await typedLogin(answering(access.adminLogin, signedIn));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Somewhere else');
  expect(sent.at(-1)).toMatchObject({
    path: access.adminLogin.path,
    body: { email: 'asha@resell.example', password: 'a long password', otp: '123456' },
  });
  expect(address()).toBe('/home');
  expect(readSession()).toMatchObject({ user: 'asha@resell.example', role: 'ADMIN' });
});

test('after the session ended the next login leads back to where the user was', async () => {
  rememberAddress('asha@resell.example', '/home/get_monthly_renewal?month=2026-10');
  const { screen, user, address } = await typedLogin(answering(access.adminLogin, signedIn));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Somewhere else');
  expect(address()).toBe('/home/get_monthly_renewal?month=2026-10');
});

test.each([
  [401, 'Incorrect Username or Password..!'],
  [403, 'Incorrect Username or Password..!'],
  [404, 'Email Not Found..!!'],
  [429, 'Something went Wrong...!'],
  [500, 'Something went Wrong...!'],
  [0, 'The server did not answer. Check your connection and try again.'],
])('a login that is answered with %i says: %s', async (status, text) => {
  const { screen, user } = await typedLogin(answering(access.adminLogin, () => refusing(status)));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('a long password');
  expect(readSession()).toBeUndefined();
});

test.each([429, 500])('an OTP that cannot be sent (%i) is told', async (status) => {
  const { screen, user } = show(
    <AdminLoginScreen />,
    brand,
    answering(access.sendAdminOtp, () => refusing(status)),
  );
  await user.type(await screen.findByLabelText(/^Email/), 'asha@resell.example');
  await user.type(screen.getByLabelText(/^Password/), 'x{Enter}');
  expect(await screen.findByText('Failed to send OTP')).toBeTruthy();
});

test('a first login leads to the reset-password page and is no signed-in session', async () => {
  const first = answering(access.adminLogin, { ...signedIn, firstLogin: true });
  const { screen, user, address } = await typedLogin(first);
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Somewhere else');
  expect(address()).toBe('/adminpanel/reset_password');
  expect(localStorage.getItem('user')).toBeNull();
});

test('the first password is replaced with the token of that login', async () => {
  holdFirstLogin({ email: 'asha@resell.example', login_token: 'first' });
  const { screen, user, sent, address } = show(
    <ResetPasswordScreen />,
    brand,
    answering(access.resetAdminPassword, {}),
  );
  await user.type(await screen.findByLabelText(/^New password/), 'a much better one');
  await user.type(screen.getByLabelText(/^Confirm password/), 'a much better two{Enter}');
  expect(screen.getByText('Password Does not Match !')).toBeTruthy();
  await user.clear(screen.getByLabelText(/^Confirm password/));
  await user.type(screen.getByLabelText(/^Confirm password/), 'a much better one{Enter}');
  await screen.findByText('Somewhere else');
  expect(address()).toBe('/adminpanel');
  expect(sent.at(-1)?.headers.get('authorization')).toBe('first');
});

test('a reload of the reset-password page leaves nobody outside: the tab has what it needs', async () => {
  holdFirstLogin({ email: 'asha@resell.example', login_token: 'first' });
  const stored = Object.entries(sessionStorage);
  holdFirstLogin(undefined);
  for (const [name, text] of stored) sessionStorage.setItem(name, String(text));
  const { screen } = show(<ResetPasswordScreen />, brand);
  expect(await screen.findByDisplayValue('asha@resell.example')).toBeTruthy();
  expect(screen.getByLabelText(/^New password/)).toBeTruthy();
});

test('when the first login is over the reset-password page says how to log in again', async () => {
  holdFirstLogin({ email: 'asha@resell.example', login_token: 'first' });
  const over = answering(access.resetAdminPassword, () => refusing(403));
  const { screen, user } = show(<ResetPasswordScreen />, brand, over);
  await user.type(await screen.findByLabelText(/^New password/), 'a much better one');
  await user.type(screen.getByLabelText(/^Confirm password/), 'a much better one{Enter}');
  expect(await screen.findByText(/Log in with the password that was mailed to you: it holds until/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
});

test('a password that is too easy is told at its field, which has the focus', async () => {
  holdFirstLogin({ email: 'asha@resell.example', login_token: 'first' });
  const easy = answering(access.resetAdminPassword, () => refusing(422));
  const { screen, user } = show(<ResetPasswordScreen />, brand, easy);
  await user.type(await screen.findByLabelText(/^New password/), 'password1');
  await user.type(screen.getByLabelText(/^Confirm password/), 'password1{Enter}');
  await screen.findByText('Choose a password of 8 to 128 characters that others cannot guess.');
  expect(document.activeElement).toBe(screen.getByLabelText(/^New password/));
});

test('without a first login the reset-password page offers the ways that are open', async () => {
  const { screen } = show(<ResetPasswordScreen />, brand);
  expect(await screen.findByRole('link', { name: 'Forgot Password' })).toBeTruthy();
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
});

test('the profile saves name and phone number, and knows a phone number that is too short on leaving it', async () => {
  const { screen, user, sent } = show(
    <ProfileDialog onClose={() => undefined} />,
    answering(access.profile, {
      name: 'Asha',
      phone_number: '9800000000',
      email: 'asha@resell.example',
      role: 'ADMIN',
    }),
    answering(access.editUser, {}),
  );
  const phone = await screen.findByLabelText(/^Phone Number/);
  await user.clear(phone);
  await user.type(phone, '98');
  await user.tab();
  expect(screen.getByText('Invalid Phone Number')).toBeTruthy();
  await user.type(phone, '00001111');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Data Updated Sucessfully')).toBeTruthy();
  expect(sent.find(({ path }) => path === access.editUser.path)?.body).toEqual({
    formData: { name: 'Asha', phone_number: '9800001111' },
    seen: { name: 'Asha', phone_number: '9800000000' },
  });
});

test('a profile that was changed elsewhere is told, and what was typed stays', async () => {
  let now = { name: 'Asha', phone_number: '9800000000' };
  const { screen, user, sent } = show(
    <ProfileDialog onClose={() => undefined} />,
    answering(access.profile, () => ({ ...now, email: 'asha@resell.example', role: 'SALESC' as const })),
    answering(access.editUser, (body) => (body.seen?.phone_number === now.phone_number ? {} : refusing(409))),
  );
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  expect(screen.getByText('asha@resell.example, Sales')).toBeTruthy();
  await user.type(name, ' Rao');
  now = { ...now, phone_number: '9811111111' };
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect((await screen.findAllByText(access.editUser.refusals[409])).length).toBeGreaterThan(0);

  await user.click(screen.getByRole('button', { name: 'Load the current data' }));
  expect(await screen.findByText('By now: Asha, 9811111111. What you typed is still here.')).toBeTruthy();
  expect(name.value).toBe('Asha Rao');
  await user.click(save);

  expect(await screen.findByText('Data Updated Sucessfully')).toBeTruthy();
  expect(sent.filter(({ path }) => path === access.editUser.path)).toHaveLength(2);
});
