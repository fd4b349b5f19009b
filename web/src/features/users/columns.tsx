import type { UserRow } from '@desk/contract/users';
import { columnsOf } from '../../kit/table/columns.tsx';
import { Lines } from '../../kit/cell/lines.tsx';
import type { Column } from '../../kit/table/types.ts';
import { DecidedMark, UndoButton, type Deciding } from '../../parts/decisions/deciding.tsx';

export const userIdentity = { key: (user: UserRow) => user.user_id, name: (user: UserRow) => user.user_email };
const column = columnsOf<UserRow>(userIdentity);

type Press = (user: UserRow) => void;

interface Pending {
  approve: Press;
  reject: Press;
  /** Whether somebody waits still; in the place of the buttons of a decided row stands what became of it. */
  deciding: Pick<Deciding<UserRow>, 'markOf' | 'isBusy' | 'undo'>;
  waits: (user: UserRow) => boolean;
}

export const pendingUserColumns = ({ approve, reject, deciding, waits }: Pending): readonly Column<UserRow>[] => {
  const approving = column.action('Approve', { group: 'Action', press: approve, offered: waits, width: 152 });
  const rejecting = column.action('Reject', { group: 'Action', press: reject, offered: waits, width: 112 });
  const undo = (user: UserRow) =>
    deciding.markOf(user) && (
      <UndoButton name={user.user_email} busy={deciding.isBusy(user)} onUndo={() => deciding.undo(user)} />
    );
  return [
    column.text('user_name', 'User Name', { width: 208 }),
    column.text('user_email', 'Email', { width: 280, cell: ({ user_email }) => <Lines texts={[user_email]} /> }),
    column.text('company_name', 'Company Name', { width: 240 }),
    {
      ...approving,
      cell: (user) => (waits(user) ? approving.cell?.(user) : <DecidedMark mark={deciding.markOf(user)} />),
    },
    { ...rejecting, cell: (user) => (waits(user) ? rejecting.cell?.(user) : undo(user)) },
  ];
};

export const userColumns = ({ edit }: { edit: Press }): readonly Column<UserRow>[] => [
  column.text('user_name', 'Name', { width: 160 }),
  column.text('user_email', 'Email', { width: 224 }),
  column.text('company_name', 'Company Name', { width: 184 }),
  column.text('designation', 'Designation', { width: 136 }),
  column.badge('status', 'Status', { width: 120 }),
  column.instant('timestamp', 'Time'),
  column.action('Edit', { group: 'Action', press: edit, shortcut: 'e', width: 80 }),
];
