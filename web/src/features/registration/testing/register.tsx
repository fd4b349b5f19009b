import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { answering, showAt } from '../../../testing/show.tsx';
import { RegisterScreen } from '../register.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
export const otpSent = answering(access.sendOtp, { already_sent: false, again_in: 60 });
export const verified = answering(access.verifyOtp, {});
export const registered = answering(registration.signup, {});

type Answer = Parameters<typeof showAt>[2];
export const open = (...answers: Answer[]) => showAt('/register', <RegisterScreen />, brand, ...answers);
type Page = ReturnType<typeof open>;

/** Types the e-mail and has the OTP sent. */
export async function askOtp({ screen, user }: Page, email = 'Kavya@Indus-Motors.example') {
  await user.type(await screen.findByLabelText(/^Email/), email);
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
}

export async function verify(page: Page) {
  await askOtp(page);
  await page.user.type(await page.screen.findByLabelText(/^OTP/), '123 456{Enter}');
  await page.screen.findByText('This e-mail is verified.');
}

export const TYPED: readonly (readonly [RegExp, string])[] = [
  [/^Name/, 'Kavya Iyer'],
  [/^Company Name/, 'Indus Motors'],
  [/^Phone Number/, '+91 98000 00000'],
  [/^Password/, 'a long password'],
  [/^Confirm Password/, 'a long password'],
  [/^Designation/, 'IT Head'],
  [/^Other Contact Name/, 'Rohan Das'],
  [/^Other Contact Phone/, '9800011111'],
];
export const asSent = {
  userName: 'Kavya Iyer',
  companyName: 'Indus Motors',
  phoneNumber: '+91 98000 00000',
  email: 'kavya@indus-motors.example',
  password: 'a long password',
  confirmPassword: 'a long password',
  designation: 'IT Head',
  industryType: 'CORP',
  otherContactName: 'Rohan Das',
  otherContactPhone: '9800011111',
};

export async function fill({ screen, user }: Page) {
  for (const [label, text] of TYPED) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByLabelText(/^Industry Type/), 'CORP');
}

export const valueOf = ({ screen }: Page, label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
