import { users, type PendingUser, userApprovals } from '@desk/contract/users';
import { Segment } from '@desk/contract/words/lists';
import { useCallback, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { choiceFilter } from '../../kit/filter/list-filters.tsx';
import { ofAnyList, useListSearch } from '../../kit/filter/list-search.ts';
import { ListTools } from '../../kit/filter/list-tools.tsx';
import { ActionBars } from '../../kit/layout/action-bar.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useHeldRows } from '../../kit/table/held-rows.ts';
import { now } from '../../kit/text/clock.ts';
import { RenewBar, ShownSwitch, useDeciding } from '../../parts/decisions/deciding.tsx';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { SelectAll, SelectedBar } from '../../parts/decisions/selected-bar.tsx';
import { isLetThrough, useWaitingList, waitingFilters } from '../../parts/decisions/waiting-list.ts';
import type { Approval } from './approve-many.dialog.tsx';
import { pendingUserColumns, RegistrationCard, userIdentity } from './columns.tsx';
import { searchedIn } from './model.ts';
import { ApprovalDialog, type Asking } from './approval.dialog.tsx';

const TITLE = 'Approve Users';
const TEXTS = {
  empty: 'No Pending User for Approval',
  hint: 'Who registers stands here until you decide. What was decided lately is under Decided.',
};
const FILTERS = {
  ...waitingFilters('Search name, email, company or phone', 'Registered'),
  segment: choiceFilter('Segment', { field: 'segment', values: Segment.options, chip: 'Segment' }),
};
const NO_ROWS: readonly PendingUser[] = [];
const idOf = (user: PendingUser) => user.user_id;

/** Those who registered and wait, and who was decided on lately. */
export function ApproveUsersScreen() {
  const search = useListSearch(FILTERS);
  const { show } = search.values;
  const beside = <ShownSwitch value={show} onChange={(next) => search.set({ show: next })} />;
  return (
    <ScreenFrame title={TITLE} beside={beside}>
      {show === 'waiting' ? (
        <WaitingUsers search={search} />
      ) : (
        <DecisionsList label="Decided users" list={users.decisions} undo={users.undo} />
      )}
    </ScreenFrame>
  );
}

/** Only what somebody else decided ends the dialog; after anything else what was ticked stays. */
const isDecided = (error: unknown) => error instanceof Refused && (error.status === 404 || error.status === 409);
const STATUS = { Approved: 'ACTIVE', Rejected: 'REJECTED' } as const;
const worded = { ACTIVE: 'approved', REJECTED: 'rejected' } as const;

/** The registrations as they were when the list was opened, and the decisions on them. */
function useWaiting() {
  const query = useCall(users.pending, {});
  useFailedLoad(query, { what: TITLE });
  const send = useSend(users.decide, {
    recent: ({ user_id, status }) => {
      const who = query.data?.users.find((user) => user.user_id === user_id)?.user_email ?? `User ${String(user_id)}`;
      return { what: `${who} ${worded[status]}` };
    },
  });
  const sendMany = useSend(userApprovals.decide, { recent: 'told by the caller' });
  const held = useHeldRows(query.data?.users, userIdentity.key, query.isFetchedAfterMount);
  const deciding = useDeciding({
    ...{ row: userIdentity, idOf, noun: 'user', undo: users.undo, undoMany: userApprovals.undo },
    failed: query.refetch,
  });
  const renew = async () => {
    await query.refetch();
    deciding.forget();
    held.renew();
  };
  return {
    ...{ query, held, deciding, renew },
    waits: (user: PendingUser) => held.waits(user) && deciding.markOf(user) === undefined,
    approve: (user: PendingUser, menu_id: number[]) =>
      deciding
        .decide(user, 'Approved', () => send.mutateAsync({ user_id: user.user_id, status: 'ACTIVE', menu_id }))
        .catch((error: unknown) => {
          if (!isDecided(error)) throw error;
          return deciding.showFailure(error);
        }),
    reject: (user: PendingUser) => {
      const request = { user_id: user.user_id, status: 'REJECTED' } as const;
      deciding.decide(user, 'Rejected', () => send.mutateAsync(request)).catch(deciding.showFailure);
    },
    many: (people: readonly PendingUser[], word: keyof typeof STATUS, approvals: Approval[]) =>
      deciding.decideMany(people, word, () => sendMany.mutateAsync({ status: STATUS[word], users: approvals })),
  };
}

function WaitingUsers({ search }: { search: ReturnType<typeof useListSearch<typeof FILTERS>> }) {
  const waiting = useWaiting();
  const { query, held, deciding, waits } = waiting;
  const [asking, setAsking] = useState<Asking>();
  const { search: q = '', from = '', to = '', segment = '' } = search.asked;
  const match = useCallback(
    (user: PendingUser) =>
      (segment === '' || user.segment === segment) &&
      isLetThrough({ search: q, from, to }, user.timestamp, searchedIn(user)),
    [q, from, to, segment],
  );
  const ask = (what: 'open' | 'approve' | 'reject') => (user: PendingUser) => {
    if (what === 'open' || !deciding.isJustBack(user)) setAsking({ what, user });
  };
  // Made anew each time: a cell shows how its row stands now.
  const press = { open: ask('open'), approve: ask('approve'), reject: ask('reject'), deciding, waits, now: now() };
  const columns = pendingUserColumns(press);
  const { view, selection, matching, selected } = useWaitingList(held.rows ?? NO_ROWS, {
    ...{ row: userIdentity, columns, match, search, waits },
  });
  const keys = matching.map(idOf);
  return (
    <Stack>
      <ListTools search={ofAnyList(search)} />
      <RenewBar more={held.more} onRenew={() => void waiting.renew()}>
        <SelectAll matching={keys} selection={selection} />
      </RenewBar>
      <DataTable
        isTall
        label={TITLE}
        row={userIdentity}
        columns={columns}
        view={view}
        query={query}
        texts={TEXTS}
        selection={selection}
        card={(user) => <RegistrationCard user={user} press={press} />}
      />
      <ActionBars>
        <SelectedBar
          noun="user"
          selected={selected.length}
          matching={keys}
          selection={selection}
          onApprove={() => setAsking({ what: 'approve many', people: selected })}
          onReject={() => setAsking({ what: 'reject many', people: selected })}
        />
      </ActionBars>
      {asking && (
        <ApprovalDialog
          asking={asking}
          approve={waiting.approve}
          reject={waiting.reject}
          many={async (...what) => {
            await waiting.many(...what);
            selection.clear();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Stack>
  );
}
