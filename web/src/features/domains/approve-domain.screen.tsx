import { domains, type PendingDomain } from '@desk/contract/domains';
import { useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { CardList } from '../../kit/card/card-list.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { instant, shown } from '../../kit/text/format.ts';
import { useHeldRows } from '../../kit/table/held-rows.ts';
import { RecordCard } from '../../kit/card/record-card.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { Line } from '../../kit/layout/section.tsx';
import { readSort, writeSort } from '../../kit/table/sorting.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import {
  DecidedMark,
  RenewBar,
  shownField,
  ShownSwitch,
  UndoButton,
  useDeciding,
} from '../../parts/decisions/deciding.tsx';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { ApproveDialog } from './approve.dialog.tsx';
import { Claimant, ownerWords, pendingDomainColumns, requestIdentity, type Standing } from './columns.tsx';

const TITLE = 'Approve Domain';
const FAILED = 'Failed to Approve Domain...!';
const LOAD_FAILED = 'Failed to fetch Domain data. Please try again later.';
const [SIZE, NO_ROWS] = [10, [] as readonly PendingDomain[]];
const EMPTY = 'Not Domain Pending for Approval';
const Search = z.object({ ...tableSearch, show: shownField });

/** Domains that customers asked for and that wait, and what was decided lately. */
export function ApproveDomainScreen() {
  const [{ show }, set] = useScreenSearch(Search);
  return (
    <ScreenFrame title={TITLE} beside={<ShownSwitch value={show} onChange={(next) => set({ show: next })} />}>
      {show === 'decided' ? (
        <DecisionsList label="Decided domains" list={domains.decisions} undo={domains.undo} />
      ) : (
        <WaitingDomains />
      )}
    </ScreenFrame>
  );
}

type Word = 'Approved' | 'Rejected';
const STATUS = { Approved: 'ACTIVE', Rejected: 'REJECTED' } as const;

/** Who is asked to be named as the present owner: the very one that the row shows. */
const seenOwner = ({ present_owner: owner }: PendingDomain) =>
  owner && {
    present_owner: {
      ...{ customer_id: owner.customer_id, user_email: owner.user_email, domain_status: owner.domain_status },
    },
  };

/** The requests as they were when the list was opened, and the decision on each. */
function useWaiting() {
  const query = useCall(domains.pending, {});
  useFailedLoad(query, { text: LOAD_FAILED, what: TITLE });
  const send = useSend(domains.decide, {
    otherwise: FAILED,
    recent: ({ domain_name, status, user_email }) => ({
      what: `${domain_name} ${status === 'ACTIVE' ? 'approved' : 'rejected'} for ${shown(user_email)}`,
    }),
  });
  const held = useHeldRows(query.data?.domains, requestIdentity.key, query.isFetchedAfterMount);
  const deciding = useDeciding(requestIdentity, domains.undo, query.refetch);
  const settle = (domain: PendingDomain, word: Word) => {
    const { domain_id, domain_name, user_email } = domain;
    const request = { domain_id, domain_name, user_email, status: STATUS[word] };
    const acknowledged = word === 'Approved' ? seenOwner(domain) : null;
    deciding.decide(domain, word, () => send.mutateAsync({ ...request, ...acknowledged })).catch(deciding.showFailure);
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
  return { query, held, deciding, settle, renew, standing };
}

function WaitingDomains() {
  const { query, held, deciding, settle, renew, standing } = useWaiting();
  const [asking, setAsking] = useState<{ word: Word; domain: PendingDomain }>();
  const ask = (word: Word) => (domain: PendingDomain) => {
    const { waits, busy } = standing(domain);
    if (waits && !busy) setAsking({ word, domain });
  };
  const [approve, reject] = [useStable(ask('Approved')), useStable(ask('Rejected'))];
  const press = { approve, reject, undo: deciding.undo, standing };
  const answer = () => {
    if (asking) settle(asking.domain, asking.word);
    setAsking(undefined);
  };
  return (
    <>
      <RenewBar more={held.more} onRenew={() => void renew()} />
      <Listed rows={held.rows ?? NO_ROWS} query={query} press={press} />
      {asking?.word === 'Approved' && (
        <ApproveDialog domain={asking.domain} onYes={answer} onNo={() => setAsking(undefined)} />
      )}
      {asking?.word === 'Rejected' && (
        <Confirm
          title={`Reject ${asking.domain.domain_name}?`}
          yes="Reject"
          onYes={answer}
          no="Keep waiting"
          onNo={() => setAsking(undefined)}
        >
          {asking.domain.company_name} ({asking.domain.user_email}) does not get this domain and is told by mail in a
          minute.
        </Confirm>
      )}
    </>
  );
}

interface ListedProps {
  rows: readonly PendingDomain[];
  query: Parameters<typeof DataTable<PendingDomain>>[0]['query'];
  press: Parameters<typeof pendingDomainColumns>[0];
}

/** A table, or on a small screen a card for each request: claimant and owner are read whole on both. */
function Listed({ rows, query, press }: ListedProps) {
  const [{ sort, page }, set] = useScreenSearch(Search);
  const narrow = useNarrow();
  // Made anew each time: a cell shows how its row stands now.
  const columns = pendingDomainColumns(press);
  const paged = usePaged(rows, { row: requestIdentity, columns, sort: readSort(sort), page, size: SIZE });
  const view = {
    ...paged,
    onSort: (next: Parameters<typeof writeSort>[0]) => set({ sort: writeSort(next) }),
    onPage: (next: number) => set({ page: next }, 'push'),
  };
  if (!narrow)
    return (
      <DataTable
        label={TITLE}
        row={requestIdentity}
        columns={columns}
        view={view}
        query={query}
        texts={{ empty: EMPTY }}
      />
    );
  return (
    <CardList
      label={TITLE}
      row={requestIdentity}
      view={view}
      query={query}
      texts={{ empty: EMPTY, failed: LOAD_FAILED }}
    >
      {(domain) => <RequestCard domain={domain} press={press} />}
    </CardList>
  );
}

function RequestCard({ domain, press }: { domain: PendingDomain; press: ListedProps['press'] }) {
  const { waits, mark, busy } = press.standing(domain);
  return (
    <RecordCard
      title={domain.domain_name}
      about={<span>Asked {instant(domain.timestamp)}</span>}
      facts={[
        { label: 'Claimant', value: <Claimant domain={domain} />, hint: domain.company_name, wide: true },
        { label: 'Present owner', value: ownerWords(domain).filter(Boolean).join(', '), wide: true },
      ]}
    >
      {waits ? (
        <Line>
          <BusyButton busy={busy} aria-label={`Approve: ${domain.domain_name}`} onClick={() => press.approve(domain)}>
            Approve
          </BusyButton>
          <Button
            variant="default"
            disabled={busy}
            aria-label={`Reject: ${domain.domain_name}`}
            onClick={() => press.reject(domain)}
          >
            Reject
          </Button>
        </Line>
      ) : (
        <Line>
          <DecidedMark mark={mark} />
          {mark && <UndoButton name={domain.domain_name} busy={busy} onUndo={() => press.undo(domain)} />}
        </Line>
      )}
    </RecordCard>
  );
}
