import { admins } from '@desk/contract/admins';
import { access } from '@desk/contract/access';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable, departmentsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { testServer } from '../../testing/server.ts';
import { delegate, departmentId, edit, idsOf, ADMIN_MENUS, routesOf, two } from './testing/delegating.ts';

test('menus are given and taken, and hold at the next request', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['get_all_admin'] });
  expect((await ravi.calls(admins.all, {})).status).toBe(200);

  expect((await delegate(desk, asha, ravi.id, [['get_all_admin'], ['invite_admin']])).status).toBe(200);

  expect((await ravi.calls(admins.all, {})).status).toBe(403);
  expect((await ravi.calls(admins.departments, {})).status).toBe(200);
  expect((await ravi.calls(access.checkSession, {})).reply.routes).toEqual(['invite_admin']);
  const [entry] = await desk.db.select().from(auditLogTable);
  expect(entry).toMatchObject({
    actor: asha.email,
    action: 'admin_menus_changed',
    subject: 'account',
    subjectId: ravi.id,
    changes: [{ field: 'menus', old: 'All Admin', new: 'Invite Admin' }],
  });
});

test('what the caller does not have is not given', async () => {
  const { desk, asha, ravi } = await two(
    { menus: [...ADMIN_MENUS, 'audit_log'] },
    { menus: ['audit_log', 'invite_admin'] },
  );
  const present = ['audit_log', 'invite_admin'];

  const given = await delegate(desk, asha, ravi.id, [present, ['invite_admin', 'get_renewal_data']]);
  expect(given).toMatchObject({
    status: 403,
    reply: { message: 'You can give and take only menus and permissions that you have yourself.' },
  });
  expect((await delegate(desk, asha, ravi.id, [present, ['invite_admin', 'map_domain']])).status).toBe(403);
  expect(await routesOf(asha, ravi.email)).toEqual(['invite_admin', 'audit_log']);
  expect(await desk.db.$count(auditLogTable)).toBe(0);

  expect((await delegate(desk, asha, ravi.id, [present, ['get_all_admin']])).status).toBe(200);
  expect(await routesOf(asha, ravi.email)).toEqual(['get_all_admin']);
});

test('nobody is left without a menu', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['audit_log'] });

  expect((await delegate(desk, asha, ravi.id, [['audit_log'], []])).status).toBe(400);
  expect((await asha.calls(admins.update, { ...edit(ravi.id), menuItem: '' })).status).toBe(400);
});

test('a suspension ends all sessions at once and is undone without bringing them back', async () => {
  const { desk, asha, ravi } = await two();
  expect((await ravi.calls(access.checkSession, {})).status).toBe(200);

  expect((await asha.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' }))).status).toBe(200);
  expect((await ravi.calls(access.checkSession, {})).status).toBe(401);
  expect((await asha.calls(admins.update, edit(ravi.id, { status: 'ACTIVE' }))).status).toBe(200);
  expect((await ravi.calls(access.checkSession, {})).status).toBe(401);

  const entries = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries.map(({ changes }) => changes)).toEqual([
    [
      { field: 'phone', old: null, new: '9800000000' },
      { field: 'status', old: 'ACTIVE', new: 'SUSPENDED' },
    ],
    [{ field: 'status', old: 'SUSPENDED', new: 'ACTIVE' }],
  ]);
});

test('of two people who change different fields of an admin both hold', async () => {
  const { desk, asha, ravi } = await two();
  const mina = await desk.as({ email: 'mina@desk.example', name: 'Mina' });

  const answers = await Promise.all([
    asha.calls(admins.update, { formData: { admin_id: ravi.id, admin_name: 'Ravi Menon' } }),
    mina.calls(admins.update, { formData: { admin_id: ravi.id, phone_number: '9800000009' } }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { reply } = await asha.calls(admins.details, { email: ravi.email });
  expect(reply.admins).toMatchObject([{ admin_name: 'Ravi Menon', phone_number: '9800000009', status: 'ACTIVE' }]);
});

test('another department gives its role at once and ends the sessions; a name does not', async () => {
  const { desk, asha, ravi } = await two();
  const { calls } = await desk.as({ email: 'mina@desk.example', name: 'Mina' });
  expect((await asha.calls(admins.update, edit(ravi.id, { admin_name: 'Ravi Iyer' }))).status).toBe(200);
  expect((await ravi.calls(admins.all, {})).status).toBe(200);

  const department_id = await departmentId(desk, 'Sales');
  expect((await asha.calls(admins.update, edit(ravi.id, { department_id }))).status).toBe(200);

  expect((await ravi.calls(admins.all, {})).status).toBe(401);
  const details = await calls(admins.details, { email: ravi.email });
  expect(details.reply.admins).toMatchObject([{ role: 'SALESC', department: 'Sales', status: 'ACTIVE' }]);
});

test('an edit replaces the menus too, within the caller’s own, or changes nothing at all', async () => {
  const { desk, asha, ravi } = await two({ menus: [...ADMIN_MENUS, 'audit_log'] }, { menus: ['audit_log'] });
  const withMenus = async (...routes: string[]) => ({
    ...edit(ravi.id, { admin_name: 'Ravi Iyer' }),
    menuItem: (await idsOf(desk, routes)).join(','),
    initialAdminMenu: await idsOf(desk, ['audit_log']),
  });

  expect((await asha.calls(admins.update, await withMenus('get_renewal_data'))).status).toBe(403);
  expect((await asha.calls(admins.details, { email: ravi.email })).reply.admins[0]?.admin_name).toBe('Ravi');
  expect((await asha.calls(admins.update, await withMenus('audit_log', 'invite_admin'))).status).toBe(200);
  expect(await routesOf(asha, ravi.email)).toEqual(['invite_admin', 'audit_log']);
});

test('an edit replaces menus only if they are as the caller saw them', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['audit_log'] });
  const menuItem = await idsOf(desk, ['invite_admin']);
  const initialAdminMenu = await idsOf(desk, ['get_all_admin']);

  expect(await asha.calls(admins.update, { ...edit(ravi.id), menuItem, initialAdminMenu })).toMatchObject({
    status: 409,
    reply: { message: 'Somebody else changed these menus meanwhile. Look at them and save again.' },
  });
  expect(await routesOf(asha, ravi.email)).toEqual(['audit_log']);

  // The specification's own body does not say what the caller saw.
  expect((await asha.calls(admins.update, { ...edit(ravi.id), menuItem })).status).toBe(200);
  expect(await routesOf(asha, ravi.email)).toEqual(['invite_admin']);
});

test('the e-mail of an admin cannot be edited', async () => {
  const { desk, asha, ravi } = await two();

  for (const field of ['admin_email', 'email', 'role', 'kind'])
    expect((await asha.calls(admins.update, edit(ravi.id, { [field]: 'evil@x.example' }))).status).toBe(400);

  expect(await desk.db.$count(accountsTable, eq(accountsTable.email, 'evil@x.example'))).toBe(0);
});

test('nobody suspends or demotes oneself', async () => {
  const { desk, asha } = await two();
  const department_id = await departmentId(desk, 'Sales');

  expect((await asha.calls(admins.update, edit(asha.id, { status: 'SUSPENDED' }))).status).toBe(423);
  expect((await asha.calls(admins.update, edit(asha.id, { department_id }))).status).toBe(423);
  expect((await asha.calls(admins.update, edit(asha.id, { status: 'ACTIVE' }))).status).toBe(200);
});

test('the last administrator who can invite keeps the menus for it', async () => {
  const { desk, asha, ravi } = await two({ menus: [...ADMIN_MENUS, 'audit_log'] }, { menus: ['invite_admin'] });
  const all = [...ADMIN_MENUS, 'audit_log'];
  await desk.as({ email: 'new@desk.example', firstLogin: true });
  await desk.account({ email: 'gone@desk.example', status: 'SUSPENDED' });
  await desk.account({ email: 'sal@desk.example', role: 'SALESC' });

  expect((await delegate(desk, asha, asha.id, [all, ['audit_log', 'get_all_admin']])).status).toBe(422);
  const menuItem = await idsOf(desk, ['get_all_admin']);
  const initialAdminMenu = await idsOf(desk, all);
  expect((await asha.calls(admins.update, { ...edit(asha.id), menuItem, initialAdminMenu })).status).toBe(423);
  expect(await routesOf(asha, asha.email)).toHaveLength(3);

  expect((await delegate(desk, asha, ravi.id, [['invite_admin'], ADMIN_MENUS])).status).toBe(200);
  expect((await delegate(desk, asha, asha.id, [all, ['audit_log']])).status).toBe(200);
});

test('customers are no admins', async () => {
  const { desk, asha } = await two();
  const customer = await desk.as({ email: 'c@acme.example', kind: 'customer' });

  expect((await asha.calls(admins.all, {})).reply.admins.map((admin) => admin.admin_email)).not.toContain(
    customer.email,
  );
  expect(await asha.calls(admins.details, { email: customer.email })).toMatchObject({
    status: 404,
    reply: { message: 'Failed to load Admin Data' },
  });
  expect((await asha.calls(admins.menus, { email: customer.email })).status).toBe(404);
  expect((await asha.calls(admins.update, edit(customer.id))).status).toBe(404);
  expect((await delegate(desk, asha, customer.id, [['map_domain'], ['audit_log']])).status).toBe(404);
  expect((await customer.calls(admins.offeredMenus, {})).status).toBe(403);
});

test('an unknown department is refused', async () => {
  const { asha, ravi } = await two();

  expect((await asha.calls(admins.update, edit(ravi.id, { department_id: 99_999 }))).status).toBe(422);
});

test.each([
  ['an administrator who approves', { menus: ['approve_users'] }, ['approve_users', 'map_domain']],
  ['an administrator who invites', { menus: [...ADMIN_MENUS] }, ['get_all_admin', 'invite_admin']],
  ['a seller who approves', { role: 'SALESC', menus: ['get_all_users', 'audit_log'] }, ['map_domain']],
  ['a seller who cannot', { role: 'SALESC', menus: [...ADMIN_MENUS] }, []],
] as const)('%s is offered what may be given', async (_who, person, routes) => {
  const desk = await testServer();
  const asha = await desk.as(person);

  const { menu } = (await asha.calls(admins.offeredMenus, {})).reply;

  const staff = menu.filter((item) => item.audience === 'staff').map((item) => item.to_route);
  const all = menu.map((item) => item.to_route);
  expect(staff).toEqual(routes.filter((route) => route !== 'map_domain'));
  expect(all.includes('map_domain')).toBe((routes as readonly string[]).includes('map_domain'));
});

test('a department’s name is there once, whatever its letters’ case, and its people become administrators', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const name = 'Logistics';

  const answers = await Promise.all(
    [name, name.toUpperCase(), ` ${name} `].map((department_name) =>
      asha.calls(admins.addDepartment, { department_name }),
    ),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { reply } = await asha.calls(admins.departments, {});
  const made = reply.department.filter((one) => one.department_name.toLowerCase() === name.toLowerCase());
  expect(made).toMatchObject([{ role: 'ADMIN' }]);
  await desk.db.delete(departmentsTable).where(eq(departmentsTable.id, made[0]?.department_id ?? 0));
});

const UNUSABLE = 'The role of this person cannot use one of these menus. Choose from those that are offered.';

test('each offered menu says which roles can use it', async () => {
  const { asha } = await two();
  const { menu } = (await asha.calls(admins.offeredMenus, {})).reply;
  const rolesOf = (route: string) => menu.find(({ to_route }) => to_route === route)?.roles;

  for (const route of ['get_all_admin', 'invite_admin', 'audit_log', 'jobs', 'mail_log', 'manager_renewal_team'])
    expect(rolesOf(route)).toEqual(['ADMIN']);
  expect(rolesOf('get_monthly_renewal')).toContain('RMEMBER');
  expect(rolesOf('axima_domains')).toContain('AXSUP');
});

test('a menu that the role cannot use is not given, and one that is there already rests', async () => {
  const { desk, asha, ravi } = await two({}, { role: 'SALESC', menus: ['audit_log', 'get_renewal_data'] });
  const present = ['audit_log', 'get_renewal_data'];

  expect(await delegate(desk, asha, ravi.id, [present, [...present, 'jobs']])).toMatchObject({
    status: 412,
    reply: { message: UNUSABLE },
  });
  const [menuItem, initialAdminMenu] = [await idsOf(desk, ['jobs']), await idsOf(desk, present)];
  expect((await asha.calls(admins.update, { ...edit(ravi.id), menuItem, initialAdminMenu })).status).toBe(412);
  const formData = {
    ...{ admin_name: 'Mira', admin_email: 'mira@desk.example', phone_number: '9800000000' },
    department_id: await departmentId(desk, 'Sales'),
  };
  expect((await asha.calls(admins.invite, { formData, menuList: menuItem })).status).toBe(412);

  expect((await ravi.calls(access.menu, {})).reply.menu.map(({ to_route }) => to_route)).toEqual(['get_renewal_data']);
  expect((await delegate(desk, asha, ravi.id, [present, [...present, 'get_all_domain']])).status).toBe(200);
});

test('of two who edit one field of an admin the second is told, and nothing is overwritten', async () => {
  const { desk, asha, ravi } = await two();
  const rename = (admin_name: string) =>
    asha.calls(admins.update, { formData: { admin_id: ravi.id, admin_name }, seen: { admin_name: 'Ravi' } });

  expect((await rename('Ravi K')).status).toBe(200);
  expect(await rename('R. K.')).toMatchObject({
    status: 409,
    reply: { message: 'Somebody has changed this admin meanwhile. Please check and try again.' },
  });

  const [row] = await desk.db.select().from(accountsTable).where(eq(accountsTable.id, ravi.id));
  expect(row?.name).toBe('Ravi K');
});
