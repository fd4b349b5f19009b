import type { AdminRow } from '@desk/contract/admins';
import { columnsOf } from '../../kit/table/columns.tsx';
import { roleWords } from '../../parts/menus/role-words.ts';

export const adminIdentity = {
  key: (admin: AdminRow) => admin.admin_id,
  name: (admin: AdminRow) => admin.admin_email,
};

const column = columnsOf<AdminRow>(adminIdentity);
const roleOf = ({ role }: AdminRow): string => roleWords(role);

export const adminColumns = (edit: (admin: AdminRow) => void) => [
  column.text('admin_name', 'Name', { width: 184 }),
  column.text('admin_email', 'Email', { width: 232 }),
  column.text('phone_number', 'Phone Number', { width: 144 }),
  column.of('Role', { id: 'role', width: 136, text: roleOf, sort: roleOf }),
  column.text('department', 'Department', { width: 144 }),
  column.badge('status', 'Status', { width: 120 }),
  column.action('Edit', { group: 'Action', press: edit, shortcut: 'e', width: 80 }),
];
