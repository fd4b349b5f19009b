import type { AdminRow } from '@desk/contract/admins';
import { columnsOf } from '../../kit/columns.tsx';
import { roleWords } from '../../parts/role-words.ts';

export const adminIdentity = {
  key: (admin: AdminRow) => admin.admin_id,
  name: (admin: AdminRow) => admin.admin_email,
};

const column = columnsOf<AdminRow>(adminIdentity);
const roleOf = ({ role }: AdminRow): string => roleWords(role);

export const adminColumns = (edit: (admin: AdminRow) => void) => [
  column.text('admin_name', 'Name', { width: 200 }),
  column.text('admin_email', 'Email', { width: 240 }),
  column.text('phone_number', 'Phone Number', { width: 152 }),
  column.of('Role', { id: 'role', width: 136, text: roleOf, sort: roleOf }),
  column.text('department', 'Department', { width: 152 }),
  column.badge('status', 'Status'),
  column.action('Edit', { group: 'Action', press: edit, shortcut: 'e', width: 96 }),
];
