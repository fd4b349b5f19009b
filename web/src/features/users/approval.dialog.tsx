import type { PendingUser } from '@desk/contract/users';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted } from '../../kit/text/format.ts';
import { DecideDialog, NamedList, namesInShort } from '../../parts/decisions/decide-dialog.tsx';
import { MenuDialog } from '../../parts/menus/menu-dialog.tsx';
import { ApproveManyDialog, type Approval } from './approve-many.dialog.tsx';
import { RegistrationDialog } from './registration.dialog.tsx';

/** What is asked about: somebody, or all that are ticked. */
export type Asking =
  | { what: 'open' | 'approve' | 'reject'; user: PendingUser }
  | { what: 'approve many' | 'reject many'; people: readonly PendingUser[] };

interface Props {
  asking: Asking;
  approve: (user: PendingUser, menus: number[]) => Promise<unknown>;
  reject: (user: PendingUser) => void;
  many: (people: readonly PendingUser[], word: 'Approved' | 'Rejected', approvals: Approval[]) => Promise<unknown>;
  onClose: () => void;
}

/** The question before a decision. */
export function ApprovalDialog({ asking, approve, reject, many, onClose }: Props) {
  switch (asking.what) {
    case 'open':
      return <RegistrationDialog user={asking.user} onClose={onClose} />;
    case 'approve':
      return <ApproveDialog user={asking.user} approve={approve} onClose={onClose} />;
    case 'reject':
      return <RejectDialog user={asking.user} reject={reject} onClose={onClose} />;
    case 'approve many':
      return (
        <ApproveManyDialog
          people={asking.people}
          send={(approvals) => many(asking.people, 'Approved', approvals)}
          onClose={onClose}
        />
      );
    case 'reject many':
      return <RejectManyDialog people={asking.people} many={many} onClose={onClose} />;
  }
}

/** The usual menus of the segment are ticked. */
const ApproveDialog = ({ user, approve, onClose }: Pick<Props, 'approve' | 'onClose'> & { user: PendingUser }) => (
  <MenuDialog
    title="Add License"
    submit="Approve"
    whom={`${user.user_name}, ${user.user_email}, ${user.company_name}, gets these menus and is told by mail in a minute.`}
    draft={`approve-user ${String(user.user_id)}`}
    audience="customer"
    had={{ data: user.usual_menus, error: null, refetch: () => undefined }}
    send={(menus) => approve(user, [...menus])}
    onClose={onClose}
  />
);

const RejectDialog = ({ user, reject, onClose }: Pick<Props, 'reject' | 'onClose'> & { user: PendingUser }) => (
  <Confirm
    title={`Reject ${user.user_email}?`}
    yes="Reject"
    onYes={() => {
      onClose();
      reject(user);
    }}
    no="Keep waiting"
    onNo={onClose}
  >
    {user.user_name} of {user.company_name} will not be able to log in and is told by mail in a minute.
  </Confirm>
);

function RejectManyDialog({
  people,
  many,
  onClose,
}: Pick<Props, 'many' | 'onClose'> & { people: readonly PendingUser[] }) {
  const nobody = people.map(({ user_id }) => ({ user_id, menu_id: [] }));
  return (
    <DecideDialog
      title={`Reject ${counted(people.length, 'user')}?`}
      yes={`Reject ${String(people.length)}`}
      send={() => many(people, 'Rejected', nobody)}
      onClose={onClose}
    >
      <p>They will not be able to log in, and each is told by mail in a minute; until then Undo takes all back.</p>
      <NamedList
        summary={namesInShort(people.map(({ user_name }) => user_name))}
        items={people.map((one) => ({
          key: one.user_id,
          name: one.user_name,
          about: `${one.user_email}, ${one.company_name}`,
        }))}
      />
    </DecideDialog>
  );
}
