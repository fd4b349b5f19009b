import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { expect, test } from 'vitest';
import { answering, refusing, show, showAt } from '../../testing/show.tsx';
import { AdminRegisterScreen } from './admin-register.screen.tsx';
import { ThankYouScreen } from './thank-you.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
const mailed = answering(registration.generateVoucher, {});

/** The page with everything typed but the voucher, and the e-mail verified. */
async function verifiedPage(...answers: Parameters<typeof showAt>[2][]) {
  const page = showAt(
    '/adminpanel/register',
    <AdminRegisterScreen />,
    brand,
    answering(access.sendOtp, { already_sent: false, again_in: 60 }),
    answering(access.verifyOtp, {}),
    ...answers,
  );
  const { screen, user } = page;
  const type = async (label: RegExp, text: string) => user.type(await screen.findByLabelText(label), text);
  await type(/^Name/, 'Ravi Rao');
  await type(/^Phone Number/, '9800000000');
  await type(/^Email/, 'ravi@resell.example');
  expect(screen.queryByRole('button', { name: 'Generate Voucher' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  await type(/^OTP/, '123456{Enter}');
  await screen.findByRole('button', { name: 'Generate Voucher' });
  await type(/^Password/, 'a long password');
  await type(/^Confirm Password/, 'a long password');
  return page;
}

test('staff register with the voucher that the administrators were mailed, and are thanked', async () => {
  const { screen, user, sent, address } = await verifiedPage(mailed, answering(registration.adminSignup, {}));
  await user.click(screen.getByRole('button', { name: 'Generate Voucher' }));
  expect(await screen.findByText(/^The administrators were mailed a voucher code/)).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ path: 'adminpanel/generate_voucher/', body: { email: 'ravi@resell.example' } });
  await user.type(screen.getByLabelText(/^Voucher Code/), 'ABCD-EFGH-JKLM');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Somewhere else');
  expect(sent.at(-1)).toMatchObject({
    path: 'adminpanel/signup/',
    body: {
      formData: {
        userName: 'Ravi Rao',
        phoneNumber: '9800000000',
        email: 'ravi@resell.example',
        password: 'a long password',
        confirmPassword: 'a long password',
        voucher: 'ABCD-EFGH-JKLM',
      },
    },
  });
  expect(address()).toBe('/thank-you');
});

test('without a voucher nothing is sent', async () => {
  const { screen, user, sent } = await verifiedPage();
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(screen.getByText('Please Generate Voucher Code')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Voucher Code/));
  expect(sent.at(-1)?.path).toBe('verifyotp/');
});

test.each([
  [409, 'This voucher code does not hold. Check it, or generate a new one.', /^Voucher Code/],
  [403, 'Email Already Exists', /^Email/],
  [422, 'Choose a password of 8 to 128 characters that others cannot guess.', /^Password/],
])(
  'a staff registration that is answered with %i says "%s" at the field, which has the focus',
  async (status, text, label) => {
    const { screen, user } = await verifiedPage(answering(registration.adminSignup, () => refusing(status)));
    await user.type(screen.getByLabelText(/^Voucher Code/), 'ABCD{Enter}');
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-describedby')).toContain((await screen.findByText(text)).id);
    expect(document.activeElement).toBe(field);
  },
);

test.each([
  [429, 'Something went Wrong..!!'],
  [500, 'Something went Wrong..!!'],
  [0, 'Something went wrong. Please try again after some time..!'],
])('a staff registration that is answered with %i says "%s", and what was typed stays', async (status, text) => {
  const { screen, user } = await verifiedPage(answering(registration.adminSignup, () => refusing(status)));
  await user.type(screen.getByLabelText(/^Voucher Code/), 'ABCD{Enter}');
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Voucher Code/).value).toBe('ABCD');
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('a long password');
});

test.each([
  [403, 'Email Already Exists'],
  [429, 'Something went Wrong..!!'],
  [500, 'Something went Wrong..!!'],
])('a voucher that cannot be generated (%i) is told as "%s"', async (status, text) => {
  const { screen, user } = await verifiedPage(answering(registration.generateVoucher, () => refusing(status)));
  await user.click(screen.getByRole('button', { name: 'Generate Voucher' }));
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(screen.queryByText(/^The administrators were mailed/)).toBeNull();
});

test('a voucher for an e-mail whose proof lapsed asks to verify it anew', async () => {
  const { screen, user } = await verifiedPage(answering(registration.generateVoucher, () => refusing(401)));
  await user.click(screen.getByRole('button', { name: 'Generate Voucher' }));
  expect(await screen.findByText('Verify your e-mail address with an OTP first.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send OTP' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
});

test('the thank-you page leads to both logins', async () => {
  const { screen } = show(<ThankYouScreen />, brand);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(['/', '/adminpanel']);
});
