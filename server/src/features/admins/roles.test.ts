import { admins } from '@desk/contract/admins';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { delegate, departmentId, edit, idsOf, ADMIN_MENUS, routesOf, two } from './testing/delegating.ts';

const move = async ({ desk, asha, ravi }: Awaited<ReturnType<typeof two>>, department: string) =>
  asha.calls(admins.update, edit(ravi.id, { department_id: await departmentId(desk, department) }));
const refused = {
  status: 403,
  reply: { message: 'You can give and take only menus and permissions that you have yourself.' },
};
const beyond = {
  status: 424,
  reply: {
    message:
      'This person has menus or a permission that you do not have. Ask an administrator who has them to make this change.',
  },
};
const sorted = (routes: readonly string[]) => routes.toSorted();
/** The menus of the renewal team, sorted. */
const TEAM = ['get_monthly_renewal', 'my_renewal_domain', 'renewal_member_dashboard'];

test('who moves to the renewal team gets its menus and loses all others', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['audit_log'] });
  const department_id = await departmentId(desk, 'Renewals');
  const menuItem = await idsOf(desk, ['get_all_admin']);
  const initialAdminMenu = await idsOf(desk, ['audit_log']);

  const moved = await asha.calls(admins.update, { ...edit(ravi.id, { department_id }), menuItem, initialAdminMenu });

  expect(moved.status).toBe(200);
  expect(sorted(await routesOf(asha, ravi.email))).toEqual(TEAM);
});

test('a move to the renewal team takes no menu that the caller does not have', async () => {
  const people = await two({ menus: [...ADMIN_MENUS] }, { menus: ['audit_log', 'invite_admin'] });

  expect(await move(people, 'Renewals')).toMatchObject(beyond);

  expect(await routesOf(people.asha, people.ravi.email)).toEqual(['invite_admin', 'audit_log']);
  expect(await people.desk.db.$count(auditLogTable)).toBe(0);
});

test('another role brings no menu to life that the caller does not have', async () => {
  const people = await two({ menus: [...ADMIN_MENUS] }, { role: 'SALESC', menus: ['audit_log'] });

  expect(await move(people, 'Administration')).toMatchObject(beyond);

  const roles = await people.desk.db.select({ role: accountsTable.role }).from(accountsTable).orderBy(accountsTable.id);
  expect(roles).toEqual([{ role: 'ADMIN' }, { role: 'SALESC' }]);
});

test.each([
  ['does not have them is left without', [...ADMIN_MENUS], []],
  ['has one of them keeps it', [...ADMIN_MENUS, 'get_monthly_renewal'], ['get_monthly_renewal']],
])('who leaves the renewal team by somebody who %s', async (_who, own, left) => {
  const people = await two({ menus: own }, { role: 'RMEMBER', menus: TEAM });

  expect((await move(people, 'Administration')).status).toBe(200);

  expect(await routesOf(people.asha, people.ravi.email)).toEqual(left);
});

test('a renewal member keeps exactly the menus of the team', async () => {
  const { desk, asha, ravi } = await two({}, { role: 'RMEMBER', menus: TEAM });

  for (const request of [[...TEAM, 'audit_log'], ['my_renewal_domain'], ['audit_log']]) {
    expect(await delegate(desk, asha, ravi.id, [TEAM, request])).toMatchObject(refused);
    const [menuItem, initialAdminMenu] = [await idsOf(desk, request), await idsOf(desk, TEAM)];
    expect(await asha.calls(admins.update, { ...edit(ravi.id), menuItem, initialAdminMenu })).toMatchObject(refused);
  }

  expect((await delegate(desk, asha, ravi.id, [TEAM, TEAM])).status).toBe(200);
  expect(sorted(await routesOf(asha, ravi.email))).toEqual(TEAM);
});
