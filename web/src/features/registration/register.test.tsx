import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import {
  askOtp,
  asSent,
  fill,
  open,
  otpSent,
  registered,
  TYPED,
  valueOf,
  verified,
  verify,
} from './testing/register.tsx';

afterEach(() => void vi.useRealTimers());

test('the Register button appears once the e-mail is verified; registering leads to the login with a note', async () => {
  const page = open(otpSent, verified, registered);
  const { screen, user, sent, address } = page;
  await screen.findByLabelText(/^Email/);
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  await verify(page);
  expect(sent.filter(({ path }) => path !== 'brand/')).toMatchObject([
    { path: 'sendotp/', body: { email: 'kavya@indus-motors.example' } },
    { path: 'verifyotp/', body: { email: 'kavya@indus-motors.example', otp: '123456' } },
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
  await fill(page);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Somewhere else');
  expect(sent.at(-1)).toMatchObject({ path: 'signup/', body: { formData: asSent } });
  expect(address()).toBe('/?registered=1');
});

test('Send OTP with a blank e-mail is told at the field', async () => {
  const { screen, user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Send OTP' }));
  expect(screen.getByText('Email Id cannot be blank')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
  expect(sent.map(({ path }) => path)).toEqual(['brand/']);
});

test.each([429, 500])('an OTP that cannot be sent (%i) is an alert', async (status) => {
  const page = open(answering(access.sendOtp, () => refusing(status)));
  await askOtp(page);
  expect((await page.screen.findByText('Failed to send OTP')).closest('[role=alert]')).toBeTruthy();
  expect(page.screen.queryByRole('alertdialog')).toBeNull();
});

test('after a wrong code Resend OTP is offered once the minute is over; the new code starts afresh', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let right = '111111';
  const page = open(
    answering(access.sendOtp, { already_sent: false, again_in: 60 }),
    answering(access.verifyOtp, ({ otp }) => (otp === right ? {} : refusing(401))),
  );
  const { screen, user, sent } = page;
  await askOtp(page);
  await user.type(await screen.findByLabelText(/^OTP/), '123456');
  expect(screen.queryByRole('button', { name: 'Resend OTP' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('OTP Does Not Match')).toBeTruthy();
  right = '222222';
  const counting = await screen.findByRole('button', { name: /^Resend OTP in \d+ s$/ });
  expect(counting.getAttribute('aria-disabled')).toBe('true');
  const asked = sent.filter(({ path }) => path === 'sendotp/').length;
  await user.click(counting);
  expect(sent.filter(({ path }) => path === 'sendotp/')).toHaveLength(asked);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('You can ask for another OTP now.').getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  await waitFor(() => expect(screen.queryByText('OTP Does Not Match')).toBeNull());
  expect(screen.getByText(/The newest OTP that was mailed to you holds\.$/)).toBeTruthy();
  expect(sent.filter(({ path }) => path === 'sendotp/')).toHaveLength(asked + 1);
  expect(screen.queryByText('OTP Does Not Match')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(/^OTP/));
  await user.keyboard('222222{Enter}');
  expect(await screen.findByRole('button', { name: 'Register' })).toBeTruthy();
});

test('the OTP dialog closes without verifying, and the focus is back at Send OTP', async () => {
  const page = open(otpSent);
  const { screen, user } = page;
  await askOtp(page);
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send OTP' }));
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
});

test('within the minute Send OTP asks for the code that was sent, and a click beside the dialog keeps what is typed', async () => {
  const page = open(otpSent);
  const { screen, user, sent } = page;
  await askOtp(page);
  const asked = sent.length;
  await user.type(await screen.findByLabelText(/^OTP/), '123');
  const shade = screen.getByRole('alertdialog').previousElementSibling;
  if (shade) await user.click(shade);
  expect(valueOf(page, /^OTP/)).toBe('123');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(sent).toHaveLength(asked);
});

test('changing the e-mail clears the verified state, also when it is changed back', async () => {
  const page = open(otpSent, verified);
  const { screen, user } = page;
  await verify(page);
  await user.type(screen.getByLabelText(/^Email/), 'x');
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  await user.type(screen.getByLabelText(/^Email/), '{Backspace}');
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Send OTP' })).toBeTruthy();
});

test('a verified e-mail is edited in one go: no letter and no focus is lost', async () => {
  const page = open(otpSent, verified);
  const { screen, user } = page;
  await verify(page);
  await user.click(screen.getByLabelText(/^Email/));
  await user.keyboard('xyz');
  expect(valueOf(page, /^Email/)).toBe('Kavya@Indus-Motors.examplexyz');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
});

test('where the Register button will be it says what is missing', async () => {
  const page = open(otpSent, verified);
  const missing = 'Verify your e-mail with Send OTP, then you can register.';
  expect((await page.screen.findByText(missing)).getAttribute('role')).toBe('status');
  await verify(page);
  expect(page.screen.queryByText(missing)).toBeNull();
});

test.each([/^Phone Number/, /^Other Contact Phone/])('a phone number that is too short (%s) is told', async (label) => {
  const { screen, user } = open();
  await user.type(await screen.findByLabelText(label), '98000');
  expect(screen.queryByText('Invalid Phone Number')).toBeNull();
  await user.tab();
  expect(screen.getByText('Invalid Phone Number')).toBeTruthy();
});

test('nothing is sent while a field is missing; each is named', async () => {
  const page = open(otpSent, verified);
  const { screen, user, sent } = page;
  await verify(page);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  for (const text of [
    'Enter your name',
    'Enter the name of your company',
    'Enter your designation',
    'Choose an industry type',
    'Enter the name of another contact',
    'Choose a password of 8 to 128 characters that others cannot guess.',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  expect(screen.getByLabelText(/^Phone Number/).getAttribute('aria-invalid')).toBe('true');
  expect(sent.at(-1)?.path).toBe('verifyotp/');
});

test('two different passwords are told', async () => {
  const page = open(otpSent, verified);
  const { screen, user } = page;
  await verify(page);
  await fill(page);
  await user.type(screen.getByLabelText(/^Confirm Password/), 'x{Enter}');
  expect(screen.getByText('Password Does not Match !')).toBeTruthy();
});

test('a proof that the server no longer holds is asked for anew', async () => {
  const lapsed = answering(registration.signup, () => refusing(401));
  const page = open(otpSent, verified, lapsed);
  const { screen, user } = page;
  await verify(page);
  await fill(page);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('Verify your e-mail address with an OTP first.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await user.type(await screen.findByLabelText(/^OTP/), '123456{Enter}');
  expect(await screen.findByRole('button', { name: 'Register' })).toBeTruthy();
  expect(valueOf(page, /^Password/)).toBe('a long password');
});

test('what was typed survives a reload, but never a password', async () => {
  const page = open();
  await page.screen.findByLabelText(/^Email/);
  await fill(page);
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('a long password');
  cleanup();
  const again = open();
  await again.screen.findByLabelText(/^Email/);
  for (const [label, typed] of TYPED)
    expect(valueOf(again, label)).toBe(String(label).includes('Password') ? '' : typed);
  expect(valueOf(again, /^Industry Type/)).toBe('CORP');
});

test('a link leads back to the login', async () => {
  const { screen } = open();
  expect((await screen.findByRole('link', { name: 'Login' })).getAttribute('href')).toBe('/');
});
