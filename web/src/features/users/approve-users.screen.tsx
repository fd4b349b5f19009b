import { users, type UserRow } from '@desk/contract/users';
import { useMemo, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useFailedLoad } from '../../kit/failed-load.ts';
import { say } from '../../kit/say.ts';
import { TableScreen } from '../../kit/table-screen.tsx';
import { MenuDialog } from '../../parts/menu-dialog.tsx';
import { pendingUserColumns, userIdentity } from './columns.tsx';

const TITLE = 'Approve Users';

const decidedElsewhere = (error: unknown): error is Refused =>
  error instanceof Refused && (error.status === 404 || error.status === 409);

/** Those who registered and wait: approving gives them their menus. */
export function ApproveUsersScreen() {
  const query = useCall(users.pending, {});
  useFailedLoad(query, { what: TITLE });
  const decide = useSend(users.decide, {
    recent: ({ user_id, status }) => {
      const who = query.data?.users.find((user) => user.user_id === user_id)?.user_email ?? `User ${String(user_id)}`;
      return { what: `${who} ${status === 'ACTIVE' ? 'approved' : 'rejected'}` };
    },
  });
  const [approving, setApproving] = useState<UserRow>();
  const [rejecting, setRejecting] = useState<UserRow>();
  const columns = useMemo(() => pendingUserColumns({ approve: setApproving, reject: setRejecting }), []);

  /** What somebody else decided meanwhile is told, and the list shows it. */
  const settle = async (wish: Parameters<typeof decide.mutateAsync>[0], done: string) => {
    try {
      await decide.mutateAsync(wish);
      say('done', done);
    } catch (error) {
      if (!decidedElsewhere(error)) throw error;
      say('failed', error.message);
      await query.refetch();
    }
  };
  const reject = ({ user_id, user_email }: UserRow) => {
    setRejecting(undefined);
    settle({ user_id, status: 'REJECTED' }, `${user_email} Rejected`).catch((error: unknown) =>
      say('failed', (error as Error).message),
    );
  };

  return (
    <>
      <TableScreen
        title={TITLE}
        row={userIdentity}
        rows={query.data?.users}
        columns={columns}
        query={query}
        texts={{ empty: 'No Pending User for Approval' }}
      />
      {approving && (
        <MenuDialog
          title="Add License"
          submit="Approve"
          whom={`${approving.user_name}, ${approving.user_email}, ${approving.company_name}`}
          audience="customer"
          send={(menus) =>
            settle(
              { user_id: approving.user_id, status: 'ACTIVE', menu_id: [...menus] },
              `${approving.user_email} Approved`,
            )
          }
          onClose={() => setApproving(undefined)}
        />
      )}
      {rejecting && (
        <Confirm
          title={`Reject ${rejecting.user_email}?`}
          yes="Reject"
          onYes={() => reject(rejecting)}
          no="Keep waiting"
          onNo={() => setRejecting(undefined)}
        >
          {rejecting.user_name} of {rejecting.company_name} will not be able to log in.
        </Confirm>
      )}
    </>
  );
}
