import { admins } from '@desk/contract/admins';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { atOnce, delegate, departmentId, edit, idsOf, ADMIN_MENUS, routesOf, two } from './testing/delegating.ts';

test('of several edits of the same menus at the same time one holds, the others are told', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['audit_log'] });
  const requests = [['invite_admin'], ['get_all_admin'], ['approve_users'], ['get_all_users'], ['get_all_domain']];

  const answers = await Promise.all(requests.map((request) => delegate(desk, asha, ravi.id, [['audit_log'], request])));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const winner = requests[answers.findIndex(({ status }) => status === 200)];
  expect(await routesOf(asha, ravi.email)).toEqual(winner);
  expect(await desk.db.$count(auditLogTable)).toBe(1);
});

// Mina is the third, so that somebody who can invite is left, whichever of the two wins.
test('of two administrators who suspend each other at the same time one wins', async () => {
  const { desk, asha, ravi } = await two();
  await desk.account({ email: 'mina@desk.example' });

  const [first, second] = await atOnce(desk, [
    () => asha.calls(admins.update, edit(ravi.id, { status: 'SUSPENDED' })),
    () => ravi.calls(admins.update, edit(asha.id, { status: 'SUSPENDED' })),
  ]);

  expect([first?.status, second?.status]).toEqual([200, 403]);
  expect(await desk.db.$count(accountsTable, eq(accountsTable.status, 'SUSPENDED'))).toBe(1);
});

test('of two administrators who take each other’s rights at the same time one keeps them', async () => {
  const { desk, asha, ravi } = await two({ menus: [...ADMIN_MENUS] }, { menus: [...ADMIN_MENUS] });

  const [first, second] = await atOnce(desk, [
    () => delegate(desk, asha, ravi.id, [ADMIN_MENUS, ['invite_admin']]),
    () => delegate(desk, ravi, asha.id, [ADMIN_MENUS, ['invite_admin']]),
  ]);

  expect([first?.status, second?.status]).toEqual([200, 403]);
  expect(await routesOf(asha, asha.email)).toHaveLength(2);
});

test('of two administrators who give up their own rights at the same time one keeps them', async () => {
  const { desk, asha, ravi } = await two({ menus: [...ADMIN_MENUS] }, { menus: [...ADMIN_MENUS] });

  const [first, second] = await atOnce(desk, [
    () => delegate(desk, asha, asha.id, [ADMIN_MENUS, ['get_all_admin']]),
    () => delegate(desk, ravi, ravi.id, [ADMIN_MENUS, ['get_all_admin']]),
  ]);

  expect([first?.status, second?.status]).toEqual([200, 422]);
});

test('an invitation cannot use a menu that is taken away while it is made', async () => {
  const { desk, asha, ravi } = await two({}, { menus: ['domain_checker', 'invite_admin'] });
  const formData = {
    admin_name: 'Mina',
    admin_email: 'mina@desk.example',
    phone_number: '9800000000',
    department_id: await departmentId(desk, 'Sales'),
  };
  const menuList = await idsOf(desk, ['domain_checker']);

  const [taking, inviting] = await atOnce<{ status: number }>(desk, [
    () => delegate(desk, asha, ravi.id, [['domain_checker', 'invite_admin'], ['invite_admin']]),
    () => ravi.calls(admins.invite, { formData, menuList }),
  ]);

  expect([taking?.status, inviting?.status]).toEqual([200, 403]);
  expect(await desk.db.$count(accountsTable)).toBe(2);
});
