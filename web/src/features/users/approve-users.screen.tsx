import { users, type UserRow } from '@desk/contract/users';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { useHeldRows } from '../../kit/table/held-rows.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { useScreenSearch } from '../../kit/filter/screen-search.ts';
import { TableScreen } from '../../kit/table/table-screen.tsx';
import { RenewBar, shownField, ShownSwitch, useDeciding } from '../../parts/decisions/deciding.tsx';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { MenuDialog } from '../../parts/menus/menu-dialog.tsx';
import { pendingUserColumns, userIdentity } from './columns.tsx';

const TITLE = 'Approve Users';
const Search = z.object({ show: shownField });

/** Those who registered and wait, and who was decided on lately. */
export function ApproveUsersScreen() {
  const [{ show }, set] = useScreenSearch(Search);
  const beside = <ShownSwitch value={show} onChange={(next) => set({ show: next })} />;
  if (show === 'waiting') return <WaitingUsers beside={beside} />;
  return (
    <ScreenFrame title={TITLE} beside={beside}>
      <DecisionsList label="Decided users" list={users.decisions} undo={users.undo} />
    </ScreenFrame>
  );
}

/** Only what somebody else decided ends the dialog; after anything else what was ticked stays. */
const isDecided = (error: unknown) => error instanceof Refused && (error.status === 404 || error.status === 409);

function WaitingUsers({ beside }: { beside: ReactNode }) {
  const query = useCall(users.pending, {});
  useFailedLoad(query, { what: TITLE });
  const send = useSend(users.decide, {
    recent: ({ user_id, status }) => {
      const who = query.data?.users.find((user) => user.user_id === user_id)?.user_email ?? `User ${String(user_id)}`;
      return { what: `${who} ${status === 'ACTIVE' ? 'approved' : 'rejected'}` };
    },
  });
  const held = useHeldRows(query.data?.users, userIdentity.key, query.isFetchedAfterMount);
  const deciding = useDeciding(userIdentity, users.undo, query.refetch);
  const [approving, setApproving] = useState<UserRow>();
  const [rejecting, setRejecting] = useState<UserRow>();
  const waits = (user: UserRow) => held.waits(user) && deciding.markOf(user) === undefined;
  // Made anew each time: a cell shows how its row stands now.
  const columns = pendingUserColumns({ approve: setApproving, reject: setRejecting, deciding, waits });
  const approve = (user: UserRow, menu_id: number[]) =>
    deciding
      .decide(user, 'Approved', () => send.mutateAsync({ user_id: user.user_id, status: 'ACTIVE', menu_id }))
      .catch((error: unknown) => {
        if (!isDecided(error)) throw error;
        return deciding.showFailure(error);
      });
  const reject = (user: UserRow) => {
    setRejecting(undefined);
    const request = { user_id: user.user_id, status: 'REJECTED' } as const;
    deciding.decide(user, 'Rejected', () => send.mutateAsync(request)).catch(deciding.showFailure);
  };
  const renew = async () => {
    await query.refetch();
    deciding.forget();
    held.renew();
  };

  return (
    <>
      <TableScreen
        title={TITLE}
        row={userIdentity}
        rows={held.rows}
        columns={columns}
        query={query}
        texts={{
          empty: 'No Pending User for Approval',
          hint: 'Who registers stands here until you decide. What was decided lately is under Decided.',
        }}
        beside={
          <>
            {beside}
            <RenewBar more={held.more} onRenew={() => void renew()} />
          </>
        }
      />
      {approving && (
        <MenuDialog
          title="Add License"
          submit="Approve"
          whom={`${approving.user_name}, ${approving.user_email}, ${approving.company_name}, gets these menus and is told by mail in a minute.`}
          audience="customer"
          send={(menus) => approve(approving, [...menus])}
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
          {rejecting.user_name} of {rejecting.company_name} will not be able to log in and is told by mail in a minute.
        </Confirm>
      )}
    </>
  );
}
