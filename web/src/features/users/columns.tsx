import type { UserRow } from '@desk/contract/users';
import { columnsOf } from '../../kit/columns.tsx';
import { instant } from '../../kit/format.ts';
import type { Column } from '../../kit/table-types.ts';

export const userIdentity = { key: (user: UserRow) => user.user_id, name: (user: UserRow) => user.user_email };
const column = columnsOf<UserRow>(userIdentity);

type Press = (user: UserRow) => void;

export const pendingUserColumns = ({
  approve,
  reject,
}: {
  approve: Press;
  reject: Press;
}): readonly Column<UserRow>[] => [
  column.text('user_name', 'User Name', { width: 208 }),
  column.text('user_email', 'Email', { width: 280 }),
  column.text('company_name', 'Company Name', { width: 240 }),
  column.action('Approve', { group: 'Action', press: approve, width: 112 }),
  column.action('Reject', { group: 'Action', press: reject, width: 112 }),
];

export const userColumns = ({ edit }: { edit: Press }): readonly Column<UserRow>[] => [
  column.text('user_name', 'Name', { width: 176 }),
  column.text('user_email', 'Email', { width: 232 }),
  column.text('company_name', 'Company Name', { width: 192 }),
  column.text('designation', 'Designation', { width: 144 }),
  column.badge('status', 'Status'),
  column.of('Time', { text: (user) => instant(user.timestamp), width: 168 }),
  column.action('Edit', { group: 'Action', press: edit, shortcut: 'e', width: 80 }),
];
