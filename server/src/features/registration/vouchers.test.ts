import { access } from '@desk/contract/access';
import { registration } from '@desk/contract/registration';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { departmentsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { mailsTo } from '../../testing/mails.ts';
import { mailbox, mailer } from '../outbox/testing/external-services.ts';
import {
  ADMIN,
  adminForm,
  adminSignup,
  browserHeaders,
  email,
  NOTHING,
  prove,
  voucherFor,
  written,
} from './testing/registrants.ts';

const ask = (desk: TestServer, to = email, headers: Record<string, string> = {}) =>
  desk.stranger.calls(registration.generateVoucher, { email: to }, headers);

/** A desk with an administrator who may invite, where somebody has verified an e-mail. */
async function deskWithInviter(env: Record<string, string> = {}) {
  const desk = await testServer({ env, clients: { mailer } });
  const asha = await desk.as({ email: ADMIN, menus: ['invite_admin'] });
  await prove(desk);
  return { desk, asha };
}
/** Rows written by a registration, without the administrator who was there. */
async function newcomers(desk: TestServer) {
  const all = await written(desk);
  return { ...all, accounts: all.accounts.filter((account) => account.email !== ADMIN) };
}

test('with the voucher from an administrator somebody registers as one, without menus', async () => {
  const { desk } = await deskWithInviter();
  expect((await ask(desk)).status).toBe(200);
  const voucher = await voucherFor(desk);

  expect((await adminSignup(desk, { voucher })).status).toBe(200);

  const { accounts, used } = await newcomers(desk);
  const [department] = await desk.db.select().from(departmentsTable).where(eq(departmentsTable.name, 'Administration'));
  expect(accounts).toMatchObject([
    { kind: 'staff', role: 'ADMIN', status: 'ACTIVE', email, firstLogin: false, departmentId: department?.id },
  ]);
  expect(used).toHaveLength(1);
  const menus = sql`select * from account_menus where account_id = ${accounts[0]?.id}`;
  expect((await desk.db.execute(menus)).rows).toEqual([]);
  expect((await mailsTo(desk, ADMIN)).at(-1)).toMatchObject({
    subject: 'Test Desk: a new administrator has registered',
  });
  const [entry] = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'registered'));
  expect(entry).toMatchObject({ actor: email, subjectId: accounts[0]?.id });
});

test('the new administrator logs in as staff with a code', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  await adminSignup(desk, { voucher: await voucherFor(desk) });
  const credentials = { email, password: 'seven green kettles' };

  expect((await desk.stranger.calls(access.login, credentials)).status).toBe(404);
  await desk.stranger.calls(access.sendAdminOtp, credentials);
  const otp = /\d{6}/.exec((await mailsTo(desk, email)).at(-1)?.text ?? '')?.[0] ?? '';
  const { status, reply } = await desk.stranger.calls(access.adminLogin, { ...credentials, otp });
  expect([status, reply.role, reply.menu]).toEqual([200, 'ADMIN', []]);
});

test('the voucher goes to active administrators with the right to invite, each alone, and to nobody else', async () => {
  const { desk } = await deskWithInviter();
  await desk.account({ email: 'second@desk.example' });
  await desk.account({ email: 'no-menu@desk.example', menus: ['get_all_admin'] });
  await desk.account({ email: 'suspended@desk.example', status: 'SUSPENDED' });
  await desk.account({ email: 'sales@desk.example', role: 'SALESC' });

  await ask(desk);
  await desk.work();

  const sent = mailbox.messages().filter(({ to }) => !to.includes(email));
  expect(sent.map(({ to }) => to).sort()).toEqual([[ADMIN], ['second@desk.example']]);
  for (const { text } of sent) expect(text).toMatch(/meera@acme\.example asks[^]*[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/);
});

test('a voucher lies in the database as a hash and a sealed mail only, and is not in the audit', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const voucher = await voucherFor(desk);

  const { rows } = await desk.db.execute(sql`select v.*, o.*, l.* from vouchers v, outbox o, audit_log l`);
  expect(voucher).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${voucher}|${voucher.replaceAll('-', '')}`, 'i'));
});

test('nobody gets a voucher sent for an e-mail that he has not verified', async () => {
  const { desk } = await deskWithInviter();
  expect((await ask(desk, 'other@acme.example')).status).toBe(401);
  const elsewhere = browserHeaders('elsewhere');
  await prove(desk, 'third@acme.example', elsewhere);
  expect((await ask(desk, 'third@acme.example')).status).toBe(401);
  expect(await mailsTo(desk, ADMIN)).toEqual([]);
});

test.each([
  ['in small letters', (voucher: string) => voucher.toLowerCase()],
  ['without hyphens', (voucher: string) => voucher.replaceAll('-', '')],
  ['with spaces', (voucher: string) => ` ${voucher.replaceAll('-', ' ')} `],
])('a voucher may be typed %s', async (_how, typed) => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  expect((await adminSignup(desk, { voucher: typed(await voucherFor(desk)) })).status).toBe(200);
});

/** As if the minute were over in which no second one is made. */
const later = (desk: TestServer) =>
  desk.db.execute(sql`update vouchers set created_at = created_at - interval '2 minutes'`);
const end = (desk: TestServer) => desk.db.execute(sql`update vouchers set ends_at = now() - interval '1 second'`);
test.each<[string, (desk: TestServer) => Promise<string>]>([
  ['none was asked for', () => Promise.resolve('ABCD-EFGH-JKLM')],
  ['it is wrong', async (desk) => (await ask(desk), 'ABCD-EFGH-JKLM')],
  ['it is over', async (desk) => (await ask(desk), await end(desk), voucherFor(desk))],
  [
    'there is a newer one',
    async (desk) => {
      await ask(desk);
      const first = await voucherFor(desk);
      await later(desk);
      await ask(desk);
      return first;
    },
  ],
  [
    'it is the voucher of somebody else',
    async (desk) => {
      await prove(desk, 'ravi@acme.example');
      await ask(desk, 'ravi@acme.example');
      const his = await voucherFor(desk);
      await ask(desk);
      return his;
    },
  ],
])('nobody registers where %s, and the verified e-mail stays', async (_what, prepare) => {
  const { desk } = await deskWithInviter();
  const answer = await adminSignup(desk, { voucher: await prepare(desk) });

  expect(answer).toMatchObject({
    status: 409,
    reply: { message: 'This voucher code does not hold. Check it, or generate a new one.' },
  });
  expect(await newcomers(desk)).toEqual(NOTHING);
  await later(desk);
  await ask(desk);
  expect((await adminSignup(desk, { voucher: await voucherFor(desk) })).status).toBe(200);
});

test('of vouchers that are asked for at the same moment one is mailed, and it holds', async () => {
  const { desk } = await deskWithInviter();
  const answers = await Promise.all([1, 2, 3].map(() => ask(desk)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await mailsTo(desk, ADMIN)).toHaveLength(1);
  expect((await adminSignup(desk, { voucher: await voucherFor(desk) })).status).toBe(200);
});

test('a voucher holds when somebody else asks for one too', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const voucher = await voucherFor(desk);
  await prove(desk, 'ravi@acme.example');
  await ask(desk, 'ravi@acme.example');
  expect((await adminSignup(desk, { voucher })).status).toBe(200);
});

test('without a verified e-mail a voucher helps nobody', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const voucher = await voucherFor(desk);
  await desk.db.execute(sql`update otp_challenges set verified_at = verified_at - interval '11 minutes'`);

  expect((await adminSignup(desk, { voucher })).status).toBe(401);
  expect(await newcomers(desk)).toEqual(NOTHING);
  await prove(desk);
  expect((await adminSignup(desk, { voucher })).status).toBe(200);
});

test('a voucher lets in once, of many at the same time too', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const voucher = await voucherFor(desk);
  const names = ['one', 'two', 'three'];
  for (const name of names) await prove(desk, email, browserHeaders(name));
  const answers = await Promise.all(names.map((name) => adminSignup(desk, { voucher }, browserHeaders(name))));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await newcomers(desk)).accounts).toHaveLength(1);
  await desk.db.execute(sql`delete from accounts where email = ${email}`);
  await prove(desk);
  expect((await adminSignup(desk, { voucher })).status).toBe(409);
});

test('an easy password is refused, and the voucher stays', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const voucher = await voucherFor(desk);
  const easy = { password: 'meera-2024!', confirmPassword: 'meera-2024!' };

  expect((await adminSignup(desk, { voucher, ...easy })).status).toBe(422);
  expect(await newcomers(desk)).toEqual(NOTHING);
  expect((await adminSignup(desk, { voucher })).status).toBe(200);
});

test.each(['role', 'status', 'menuList', 'department_id', 'firstLogin'])('a field %s is refused', async (field) => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  const formData = { ...adminForm({ voucher: await voucherFor(desk) }), [field]: 1 };
  expect((await desk.stranger.calls(registration.adminSignup, { formData })).status).toBe(400);
  expect(await newcomers(desk)).toEqual(NOTHING);
});

test.each([
  ['false', 403],
  ['true', 200],
])('an e-mail with an account gets no voucher; hidden existence: %s', async (HIDE_ACCOUNT_EXISTENCE, status) => {
  const { desk } = await deskWithInviter({ HIDE_ACCOUNT_EXISTENCE });
  await desk.account({ email: 'ravi@acme.example', kind: 'customer' });
  await prove(desk, 'ravi@acme.example');

  expect((await ask(desk, 'ravi@acme.example')).status).toBe(status);
  expect((await adminSignup(desk, { email: 'ravi@acme.example' })).status).toBe(status);
  expect(await mailsTo(desk, ADMIN)).toEqual([]);
  expect((await newcomers(desk)).accounts).toMatchObject([{ kind: 'customer' }]);
});

test('three vouchers an hour are made for one e-mail, ten for one address and fifty a day for all', async () => {
  const { desk } = await deskWithInviter();
  const askThrice = async (to: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await ask(desk, to)).status);
      await later(desk);
    }
    return statuses;
  };
  expect(await askThrice(email)).toEqual([200, 200, 200]);
  expect((await ask(desk)).status).toBe(429);
  expect(await mailsTo(desk, ADMIN)).toHaveLength(3);

  for (const name of ['a', 'b']) {
    await prove(desk, `${name}@acme.example`);
    expect(await askThrice(`${name}@acme.example`)).toEqual([200, 200, 200]);
  }
  await prove(desk, 'c@acme.example');
  expect((await ask(desk, 'c@acme.example')).status).toBe(429);

  await desk.db.execute(sql`delete from throttles where key like 'vouchers-address:%'`);
  await desk.db.execute(sql`update throttles set hits = 50 where key = 'vouchers'`);
  expect((await ask(desk, 'c@acme.example')).status).toBe(429);
  expect(await mailsTo(desk, ADMIN)).toHaveLength(9);
});

test('one address tries thirty vouchers in a quarter of an hour', async () => {
  const { desk } = await deskWithInviter();
  await desk.db.execute(sql`delete from throttles`);
  const stranger = { email: 'nobody@acme.example' };
  const answers = await Promise.all(Array.from({ length: 33 }, () => adminSignup(desk, stranger)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
});

test('what an administrator-to-be calls himself stands in no mail', async () => {
  const { desk } = await deskWithInviter();
  await ask(desk);
  await adminSignup(desk, { voucher: await voucherFor(desk), userName: '{{7*7}} <b>Boss</b>' });
  const mails = await mailsTo(desk, ADMIN);
  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails)).not.toMatch(/\b49\b|7\*7|Boss/);
});
