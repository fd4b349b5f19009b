import { domains, type PendingDomain, domainApprovals } from '@desk/contract/domains';
import { useCallback, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
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
import { shown } from '../../kit/text/format.ts';
import { RenewBar, ShownSwitch, useDeciding } from '../../parts/decisions/deciding.tsx';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { SelectAll, SelectedBar } from '../../parts/decisions/selected-bar.tsx';
import { isLetThrough, useWaitingList, waitingFilters } from '../../parts/decisions/waiting-list.ts';
import { DecisionDialog, type Asking, type Word } from './decision.dialog.tsx';
import { searchedIn, requestOf } from './model.ts';
import { pendingDomainColumns, RequestCard, requestIdentity, type Standing } from './request-columns.tsx';

const TITLE = 'Approve Domain';
const FAILED = 'Failed to Approve Domain...!';
const LOAD_FAILED = 'Failed to fetch Domain data. Please try again later.';
const NO_ROWS = [] as readonly PendingDomain[];
const TEXTS = { empty: 'Not Domain Pending for Approval' };
const OWNERS = { new: 'New domains', taken: 'Somebody else has it' } as const;
const FILTERS = {
  ...waitingFilters('Search domain, email, company or phone', 'Asked'),
  owner: choiceFilter('Present owner', {
    field: 'owner',
    values: ['new', 'taken'],
    words: OWNERS,
    chip: 'Present owner',
  }),
};
type Filtering = ReturnType<typeof useListSearch<typeof FILTERS>>;
const idOf = (domain: PendingDomain) => domain.domain_id;

/** Domains that customers asked for and that wait, and what was decided lately. */
export function ApproveDomainScreen() {
  const search = useListSearch(FILTERS);
  const { show } = search.values;
  return (
    <ScreenFrame title={TITLE} beside={<ShownSwitch value={show} onChange={(next) => search.set({ show: next })} />}>
      {show === 'decided' ? (
        <DecisionsList label="Decided domains" list={domains.decisions} undo={domains.undo} />
      ) : (
        <WaitingDomains search={search} />
      )}
    </ScreenFrame>
  );
}

const STATUS = { Approved: 'ACTIVE', Rejected: 'REJECTED' } as const;
const worded = { ACTIVE: 'approved', REJECTED: 'rejected' } as const;

/** What is asked for; with an approval who is named as the present owner, the very one that the row shows. */
function requestFor(domain: PendingDomain, word: Word) {
  const { present_owner: owner } = domain;
  if (word === 'Rejected' || owner === null) return requestOf(domain);
  const { customer_id, user_email, domain_status } = owner;
  return { ...requestOf(domain), present_owner: { customer_id, user_email, domain_status } };
}

/** The requests as they were when the list was opened, and the decision on each. */
function useWaiting() {
  const query = useCall(domains.pending, {});
  useFailedLoad(query, { text: LOAD_FAILED, what: TITLE });
  const send = useSend(domains.decide, {
    otherwise: FAILED,
    recent: ({ domain_name, status, user_email }) => ({
      what: `${domain_name} ${worded[status]} for ${shown(user_email)}`,
    }),
  });
  const sendMany = useSend(domainApprovals.decide, { otherwise: FAILED, recent: 'told by the caller' });
  const held = useHeldRows(query.data?.domains, requestIdentity.key, query.isFetchedAfterMount);
  const deciding = useDeciding({
    ...{ row: requestIdentity, idOf, noun: 'domain', undo: domains.undo, undoMany: domainApprovals.undo },
    failed: query.refetch,
  });
  const settle = (domain: PendingDomain, word: Word) => {
    const request = { ...requestFor(domain, word), status: STATUS[word] };
    deciding.decide(domain, word, () => send.mutateAsync(request)).catch(deciding.showFailure);
  };
  const settleMany = (many: readonly PendingDomain[], word: Word) => {
    const requests = many.map((domain) => requestFor(domain, word));
    return deciding.decideMany(many, word, () => sendMany.mutateAsync({ status: STATUS[word], domains: requests }));
  };
  const renew = async () => {
    await query.refetch();
    deciding.forget();
    held.renew();
  };
  const standing = (domain: PendingDomain): Standing => ({
    waits: held.waits(domain) && deciding.markOf(domain) === undefined,
    mark: deciding.markOf(domain),
    busy: deciding.isBusy(domain),
  });
  return { query, held, deciding, settle, settleMany, renew, standing };
}

/** Whether a request is one that the filters let through. */
function useMatch({ asked }: Filtering) {
  const { search = '', from = '', to = '', owner = '' } = asked;
  return useCallback(
    (domain: PendingDomain) => {
      const isTaken = domain.present_owner !== null;
      if (owner !== '' && (owner === 'taken') !== isTaken) return false;
      return isLetThrough({ search, from, to }, domain.timestamp, searchedIn(domain));
    },
    [search, from, to, owner],
  );
}

function WaitingDomains({ search }: { search: Filtering }) {
  const { query, held, deciding, settle, settleMany, renew, standing } = useWaiting();
  const [asking, setAsking] = useState<Asking>();
  const ask = (word: Word) => (domain: PendingDomain) => {
    const { waits, busy } = standing(domain);
    if (waits && !busy && !deciding.isJustBack(domain)) setAsking({ word, domain });
  };
  const [approve, reject] = [useStable(ask('Approved')), useStable(ask('Rejected'))];
  const press = { approve, reject, undo: deciding.undo, standing, now: now() };
  // Made anew each time: a cell shows how its row stands now.
  const columns = pendingDomainColumns(press);
  const { view, selection, matching, selected } = useWaitingList(held.rows ?? NO_ROWS, {
    ...{ row: requestIdentity, columns, match: useMatch(search), search },
    waits: (domain) => standing(domain).waits,
  });
  const keys = matching.map(requestIdentity.key);
  return (
    <Stack>
      <ListTools search={ofAnyList(search)} />
      <RenewBar more={held.more} onRenew={() => void renew()}>
        <SelectAll matching={keys} selection={selection} />
      </RenewBar>
      <DataTable
        isTall
        label={TITLE}
        row={requestIdentity}
        columns={columns}
        view={view}
        query={query}
        texts={TEXTS}
        selection={selection}
        card={(domain) => <RequestCard domain={domain} press={press} />}
      />
      <ActionBars>
        <SelectedBar
          noun="domain"
          selected={selected.length}
          matching={keys}
          selection={selection}
          onApprove={() => setAsking({ word: 'Approved', many: selected })}
          onReject={() => setAsking({ word: 'Rejected', many: selected })}
        />
      </ActionBars>
      {asking && (
        <DecisionDialog
          asking={asking}
          onYes={settle}
          onMany={async (...what) => {
            await settleMany(...what);
            selection.clear();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Stack>
  );
}
