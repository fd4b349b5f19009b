import { admins, type AdminRow, type Department, type OfferedMenu } from '@desk/contract/admins';
import { storeSession } from '../../../api/session.ts';
import { answering } from '../../../testing/show.tsx';

export const departments: Department[] = [
  { department_id: 1, department_name: 'Administration', role: 'ADMIN' },
  { department_id: 2, department_name: 'Sales', role: 'SALESC' },
  { department_id: 5, department_name: 'Renewals', role: 'RMEMBER' },
];

const menu = (menu_id: number, menu_name: string, to_route: string): OfferedMenu => ({
  menu_id,
  menu_name,
  to_route,
  audience: 'staff',
  roles: ['ADMIN', 'SALESC', 'ADEPLOY', 'AXSUP', 'RMEMBER'],
});
export const offered: OfferedMenu[] = [
  menu(10, 'Monthly Renewal Data', 'get_monthly_renewal'),
  menu(30, 'My Renewal Domains', 'my_renewal_domain'),
  menu(160, 'Audit Log', 'audit_log'),
  { ...menu(200, 'Mapped Domain', 'map_domain'), audience: 'customer', roles: ['CUSTOMER'] },
];

export const adminRow = (change: Partial<AdminRow> = {}): AdminRow => ({
  admin_id: 7,
  admin_name: 'Ravi Menon',
  admin_email: 'ravi@desk.example',
  phone_number: '+91 98765 43210',
  role: 'ADMIN',
  department: 'Administration',
  department_id: 1,
  status: 'ACTIVE',
  may_export: false,
  ...change,
});

export const departmentsAnswer = answering(admins.departments, { department: departments });
export const offeredAnswer = answering(admins.offeredMenus, { menu: offered });

/** Signs an administrator in whose e-mail is given. */
export const signIn = (user: string) =>
  storeSession({ user, token: { login_token: 'secret', exp: 4_000_000_000 }, menu: [], role: 'ADMIN' });

export const bodiesOf = (sent: readonly { path: string; body: unknown }[], call: { path: string }) =>
  sent.filter(({ path }) => path === call.path).map(({ body }) => body);
