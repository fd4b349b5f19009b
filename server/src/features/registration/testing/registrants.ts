import { access } from '@desk/contract/access';
import type { InputOf } from '@desk/contract/call';
import { registration } from '@desk/contract/registration';
import { accountsTable, customerProfilesTable, vouchersTable } from '../../../platform/db/tables/accounts.ts';
import type { TestServer } from '../../../testing/server.ts';
import { codeFor, mailsTo } from '../../../testing/mails.ts';

export const email = 'meera@acme.example';
export const ADMIN = 'asha@desk.example';

export { browserHeaders } from '../../../testing/server.ts';

/** Shows that this client reads the mail of an address. */
export async function prove(desk: TestServer, to = email, headers: Record<string, string> = {}) {
  await desk.stranger.calls(access.sendOtp, { email: to }, headers);
  return desk.stranger.calls(access.verifyOtp, { email: to, otp: await codeFor(desk, to) }, headers);
}

type Form = InputOf<typeof registration.signup>['formData'];
export const form = (over: Partial<Form> = {}): Form => ({
  userName: 'Meera Nair',
  companyName: 'Acme Pvt Ltd',
  phoneNumber: '+91 98000 00000',
  email,
  password: 'seven green kettles',
  confirmPassword: 'seven green kettles',
  designation: 'Head of IT',
  industryType: 'SMB',
  otherContactName: 'Ravi Iyer',
  otherContactPhone: '9800000001',
  ...over,
});
export const signup = (desk: TestServer, over: Partial<Form> = {}, headers: Record<string, string> = {}) =>
  desk.stranger.calls(registration.signup, { formData: form(over) }, headers);

type AdminForm = InputOf<typeof registration.adminSignup>['formData'];
export const adminForm = (over: Partial<AdminForm> = {}): AdminForm => {
  const { userName, phoneNumber, password, confirmPassword } = form();
  return { userName, phoneNumber, email, password, confirmPassword, voucher: 'none', ...over };
};
export const adminSignup = (desk: TestServer, over: Partial<AdminForm> = {}, headers: Record<string, string> = {}) =>
  desk.stranger.calls(registration.adminSignup, { formData: adminForm(over) }, headers);

/** The voucher in the newest mail to an administrator. */
export async function voucherFor(desk: TestServer, recipient = ADMIN): Promise<string> {
  return /\w{4}-\w{4}-\w{4}/.exec((await mailsTo(desk, recipient)).at(-1)?.text ?? '')?.[0] ?? 'no voucher was sent';
}

/** All that a registration writes, to see that a refused one wrote nothing. */
export const written = async ({ db }: TestServer) => ({
  accounts: await db.select().from(accountsTable).orderBy(accountsTable.id),
  profiles: await db.select().from(customerProfilesTable).orderBy(customerProfilesTable.accountId),
  used: (await db.select().from(vouchersTable).orderBy(vouchersTable.id)).filter(({ usedAt }) => usedAt !== null),
});
export const NOTHING = { accounts: [], profiles: [], used: [] };
