import { access } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import type { InputOf } from '@desk/contract/call';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { unseal } from '../../platform/crypto/secret.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { departmentId, idsOf } from './testing/delegating.ts';

const ravi = 'ravi@desk.example';

interface Options {
  email?: string;
  department?: string;
  routes?: string[];
  role?: InputOf<typeof admins.invite>['role'];
}
async function invitation(
  desk: TestServer,
  { email = ravi, department = 'Sales', routes = ['domain_checker'], role }: Options = {},
) {
  const formData = {
    admin_name: 'Ravi Iyer',
    admin_email: email,
    phone_number: '+91 98000 00000',
    department_id: await departmentId(desk, department),
  };
  return { formData, menuList: (await idsOf(desk, routes)).join(','), ...(role && { role }) };
}
async function mailTo({ db, services }: TestServer, to: string): Promise<string> {
  const [mail] = await db
    .select()
    .from(outboxTable)
    .where(eq(outboxTable.recipient, to))
    .orderBy(sql`id desc`)
    .limit(1);
  return mail?.sealed ? unseal(services.secret, mail.sealed) : '';
}
const passwordIn = (mail: string) => /One-time password: (\S+)/.exec(mail)?.[1] ?? 'no password';

/** Logs in with a password and the code that is mailed then. */
async function login(desk: TestServer, password: string, email = ravi) {
  await desk.stranger.calls(access.sendAdminOtp, { email, password });
  const otp = /\d{6}/.exec(await mailTo(desk, email))?.[0] ?? '000000';
  return desk.stranger.calls(access.adminLogin, { email, password, otp });
}

test.each(['SALESC', 'ADMIN'] as const)(
  'an invited admin is on the list at once and has the chosen menus and the department’s role, though the browser says %s',
  async (role) => {
    const desk = await testServer();
    const asha = await desk.as();

    const request = await invitation(desk, { routes: ['get_monthly_renewal', 'domain_checker'], role });
    expect((await asha.calls(admins.invite, request)).status).toBe(200);

    const { reply } = await asha.calls(admins.all, {});
    expect(reply.admins.find((admin) => admin.admin_email === ravi)).toMatchObject({
      admin_name: 'Ravi Iyer',
      phone_number: '+91 98000 00000',
      role: 'SALESC',
      department: 'Sales',
      status: 'ACTIVE',
    });
    const { menu } = (await asha.calls(admins.menus, { email: ravi })).reply;
    expect(menu.map((item) => item.to_route)).toEqual(['get_monthly_renewal', 'domain_checker']);
  },
);

test('the mail has the address, the end and a password of more than 128 bits, which stands nowhere else', async () => {
  const desk = await testServer({ env: { PUBLIC_URL: 'https://desk.example/' } });
  const asha = await desk.as();
  await asha.calls(admins.invite, await invitation(desk));

  const mail = await mailTo(desk, ravi);
  const password = passwordIn(mail);
  expect(mail).toContain('https://desk.example/adminpanel\n');
  expect(mail).toMatch(/The password is valid until \d\d-\d\d-\d{4}, \d\d:\d\d \(Asia\/Kolkata\)/);
  expect(password).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/);
  expect(Math.log2(31) * 28).toBeGreaterThan(128);

  const { rows } = await desk.db.execute(sql`select a.*, o.*, l.* from accounts a, outbox o, audit_log l`);
  const kept = JSON.stringify(rows);
  expect(kept).toContain('$argon2id$');
  expect(kept).not.toContain(password);
});

test('no two invitations have the same password', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(admins.invite, await invitation(desk));
  await asha.calls(admins.invite, await invitation(desk, { email: 'mina@desk.example' }));

  expect(passwordIn(await mailTo(desk, ravi))).not.toBe(passwordIn(await mailTo(desk, 'mina@desk.example')));
});

test('the password lets in, to a session that can only set another, until one is set', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(admins.invite, await invitation(desk, { department: 'Administration', routes: ['get_all_admin'] }));
  const given = passwordIn(await mailTo(desk, ravi));

  const first = await login(desk, given);
  expect(first).toMatchObject({ status: 200, reply: { firstLogin: true, menu: [] } });
  const authorization = first.reply.token.login_token;
  expect((await desk.stranger.calls(admins.all, {}, { authorization })).status).toBe(403);
  await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
  expect(await login(desk, given)).toMatchObject({ status: 200, reply: { firstLogin: true, menu: [] } });

  const own = 'a password of my own';
  const formData = { email: ravi, password: own, confirmPassword: own };
  expect((await desk.stranger.calls(access.resetAdminPassword, { formData }, { authorization })).status).toBe(200);
  expect((await login(desk, given)).status).toBe(401);
  expect(await login(desk, own)).toMatchObject({ status: 200, reply: { menu: [{ to_route: 'get_all_admin' }] } });
});

test('the password ends after 72 hours', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(admins.invite, await invitation(desk));
  const { rows } = await desk.db.execute<{ left: string }>(
    sql`select (password_ends_at - created_at)::text as left from accounts where email = ${ravi}`,
  );
  expect(rows).toEqual([{ left: '3 days' }]);
  const password = passwordIn(await mailTo(desk, ravi));

  await desk.db.execute(sql`update accounts set password_ends_at = now() - interval '1 second' where email = ${ravi}`);

  expect((await login(desk, password)).status).toBe(401);
});

test.each([
  ['a menu that the inviter does not have', { routes: ['invite_admin', 'get_renewal_data'] }, 403],
  ['a menu of customers', { routes: ['map_domain'] }, 403],
  ['a menu that does not exist', { routes: ['invite_admin', 'nowhere'] }, 400],
  ['no menu', { routes: [] }, 400],
  ['a department that does not exist', { department: 'Nowhere' }, 400],
  ['an e-mail of two', { email: 'ravi@desk.example,evil@x.example' }, 400],
  ['an e-mail with a line end', { email: 'ravi@desk.example\r\nbcc: evil@x.example' }, 400],
] as const)('%s is refused, and nothing is written', async (_what, options, status) => {
  const desk = await testServer();
  const asha = await desk.as({ menus: ['invite_admin'] });

  const asked = await invitation(desk, { routes: ['invite_admin'], ...(options as Options) });
  expect((await asha.calls(admins.invite, asked)).status).toBe(status);

  expect(await desk.db.$count(accountsTable)).toBe(1);
  expect(await desk.db.$count(outboxTable)).toBe(0);
  expect(await desk.db.$count(auditLogTable)).toBe(0);
});

test('unknown departments, roles and menus are told apart from ill-formed ones', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const { formData, menuList } = await invitation(desk);

  const nowhere = { formData: { ...formData, department_id: 99_999 }, menuList };
  expect(await asha.calls(admins.invite, nowhere)).toMatchObject({
    status: 404,
    reply: { message: 'Choose a department.' },
  });
  expect((await asha.calls(admins.invite, { formData, menuList: '99999' })).status).toBe(403);
  const root = { formData, menuList, role: 'SUPERADMIN' } as unknown as InputOf<typeof admins.invite>;
  expect((await asha.calls(admins.invite, root)).status).toBe(400);
});

test('a member of the renewal team gets the team’s menus, whatever is chosen', async () => {
  const desk = await testServer();
  const asha = await desk.as({ menus: ['invite_admin', 'get_all_admin', 'domain_checker'] });

  const input = await invitation(desk, { department: 'Renewals', routes: ['domain_checker'], role: 'RMEMBER' });
  expect((await asha.calls(admins.invite, input)).status).toBe(200);

  const { menu } = (await asha.calls(admins.menus, { email: ravi })).reply;
  const team = ['get_monthly_renewal', 'my_renewal_domain', 'renewal_member_dashboard'];
  expect(menu.map((item) => item.to_route).sort()).toEqual(team);
});

test.each([
  ['nothing else', {}],
  ['another department and other menus', { department: 'Sales', routes: ['domain_checker'] }],
])('from the screen of the renewal team a member is invited with %s sent', async (_what, wanted) => {
  const desk = await testServer();
  const asha = await desk.as({ menus: ['manager_renewal_team'] });
  const { formData, menuList } = await invitation(desk, wanted);
  const { department_id, ...person } = formData;
  const sent = 'department' in wanted ? { formData: { ...person, department_id }, menuList } : { formData: person };

  expect((await asha.calls(admins.invite, { ...sent, role: 'RMEMBER' })).status).toBe(200);

  const boss = await desk.as({ email: 'boss@desk.example' });
  const { reply } = await boss.calls(admins.details, { email: ravi });
  expect(reply.admins).toMatchObject([{ department: 'Renewals', role: 'RMEMBER', status: 'ACTIVE' }]);
  const { menu } = (await boss.calls(admins.menus, { email: ravi })).reply;
  expect(menu.map(({ to_route }) => to_route).sort()).toEqual([
    'get_monthly_renewal',
    'my_renewal_domain',
    'renewal_member_dashboard',
  ]);
});

test('from the screen of the renewal team nobody else is invited', async () => {
  const desk = await testServer();
  const asha = await desk.as({ menus: ['manager_renewal_team'] });

  for (const wanted of [{ role: 'SALESC' }, { role: 'ADMIN', department: 'Administration' }, {}] as Options[]) {
    const sent = await invitation(desk, { ...wanted, routes: ['manager_renewal_team'] });
    expect((await asha.calls(admins.invite, sent)).status).toBe(403);
  }
  const unsaid = await invitation(desk, { department: 'Renewals', routes: ['manager_renewal_team'] });
  expect((await asha.calls(admins.invite, unsaid)).status).toBe(403);

  expect(await desk.db.$count(accountsTable)).toBe(1);
});

test.each([
  ['department', { department_id: undefined }, '1', 'formData.department_id', 'Choose a department.'],
  ['menus', {}, undefined, 'menuList', 'Choose at least one menu'],
])('everybody but a renewal member is invited with %s', async (_what, change, menuList, path, message) => {
  const desk = await testServer();
  const asha = await desk.as();
  const { formData } = await invitation(desk);

  const answer = await asha.calls(admins.invite, { formData: { ...formData, ...change }, menuList });

  expect(answer).toMatchObject({ status: 400, reply: { fields: [{ path, message }] } });
});

test('who has an account already cannot be invited, however the e-mail is written', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.account({ email: ravi, kind: 'customer' });

  const answer = await asha.calls(admins.invite, await invitation(desk, { email: ' ＲAVI@desk.example ' }));

  expect(answer).toMatchObject({ status: 409, reply: { message: 'Email Already Exists' } });
  expect(await desk.db.$count(outboxTable)).toBe(0);
});

test('of several invitations of one person at the same time one is made and mailed', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const mina = await desk.as({ email: 'mina@desk.example' });
  const wanted = await invitation(desk);

  const answers = await Promise.all([asha, mina, asha, mina].map((who) => who.calls(admins.invite, wanted)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await desk.db.$count(outboxTable)).toBe(1);
  expect(await desk.db.$count(auditLogTable)).toBe(1);
});

test('the record names role, department and menus', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(admins.invite, await invitation(desk, { routes: ['domain_checker', 'get_monthly_renewal'] }));

  const [entry] = await desk.db.select().from(auditLogTable);
  expect(entry).toMatchObject({
    actor: asha.email,
    action: 'admin_invited',
    subject: 'account',
    changes: [
      { field: 'name', old: null, new: 'Ravi Iyer' },
      { field: 'email', old: null, new: ravi },
      { field: 'phone', old: null, new: '+91 98000 00000' },
      { field: 'department', old: null, new: 'Sales' },
      { field: 'role', old: null, new: 'SALESC' },
      { field: 'menus', old: null, new: 'Monthly Renewal Data, Domain Checker' },
    ],
  });
});

test('only an administrator with the menu invites', async () => {
  const desk = await testServer();
  const without = await desk.as({ menus: ['get_all_admin'] });
  const seller = await desk.as({ email: 'sal@desk.example', role: 'SALESC' });
  const wanted = await invitation(desk);

  expect((await without.calls(admins.invite, wanted)).status).toBe(403);
  expect((await seller.calls(admins.invite, wanted)).status).toBe(403);
  expect((await desk.stranger.calls(admins.invite, wanted)).status).toBe(401);
});
