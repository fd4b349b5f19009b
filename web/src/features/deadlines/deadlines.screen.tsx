import {
  DeadlineList,
  DEADLINES_PAGE,
  DeadlinesOf,
  deadlines,
  type DeadlineRow,
} from '@desk/contract/renewal-work/deadlines';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button/button.tsx';
import { RecordCard } from '../../kit/card/record-card.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { placeOf } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import { Tiles } from '../../kit/filter/tiles.tsx';
import { Line } from '../../kit/layout/section.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { money, shown } from '../../kit/text/format.ts';
import { useOpenDomainPage } from '../../parts/domain-page/domain-page-address.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { deadlineColumns, deadlineIdentity, AlertSteps, lostOrWhy, NextStep, SafeDay } from './columns.tsx';
import { FeedDialog } from './feed.dialog.tsx';
import { LastSafeDaysPanel } from './last-safe-days.panel.tsx';
import { CLOCKS, groupWords, tilesOf } from './model.ts';
import { RulesDialog } from './rules.dialog.tsx';
import { isDoneHere, StepDialog, type DoneHere } from './step.dialog.tsx';

const TITLE = 'Deadlines';
const AGAIN_MS = 60_000;
const WHOSE = { mine: 'Mine', team: 'Team' } as const;

/** Who works on renewals begins with the own, whoever leads with those of all. */
const filters = (role: string | undefined) => ({
  of: placeOf(z.catch(DeadlinesOf, role === 'RMEMBER' ? 'mine' : 'team')),
  show: placeOf(z.catch(DeadlineList, 'week')),
});

/** Until when something can still be done, and who was told. */
export function DeadlinesScreen() {
  const session = useSession();
  const [declared] = useState(() => filters(session?.role));
  const search = useListSearch(declared);
  const { of, show } = search.values;
  const dialog = useOpenDialog('dialog');
  const counted = useCall(deadlines.counts, { of }, { keep: true, again: () => AGAIN_MS });
  const counts = counted.data;
  return (
    <ScreenFrame
      title={TITLE}
      beside={
        <SegmentedControl
          label="Whose deadlines"
          options={WHOSE}
          value={of}
          onChange={(next) => search.set({ of: next })}
        />
      }
      actions={
        <Line>
          <Button variant="default" onClick={() => dialog.open('rules')}>
            Holidays and lead
          </Button>
          <Button variant="default" onClick={() => dialog.open('feed')}>
            Calendar feed
          </Button>
        </Line>
      }
    >
      {counts ? (
        <>
          <Tiles
            label="Deadlines by how they stand"
            tiles={tilesOf(counts)}
            value={show}
            onChange={(next) => search.set({ show: next === '' ? show : next }, 'push')}
          />
          <LastSafeDaysPanel counts={counts} />
        </>
      ) : (
        <NoCounts error={counted.error} onRetry={() => void counted.refetch()} />
      )}
      <Listed search={search} counts={counts} />
      {dialog.opened === 'feed' && <FeedDialog onClose={dialog.close} />}
      {dialog.opened === 'rules' && <RulesDialog onClose={dialog.close} />}
    </ScreenFrame>
  );
}

/** In place of the counts: they are on their way, or why there are none. */
const NoCounts = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? (
    <ErrorPanel text="Could not count the deadlines." what={error.message} onRetry={onRetry} />
  ) : (
    <Skeleton blocks={2} height={84} />
  );

type Search = ReturnType<typeof useListSearch<ReturnType<typeof filters>>>;

const EMPTY = {
  today: 'Nothing is due today',
  week: 'Nothing is due within a week',
  month: 'Nothing is due within thirty days',
  blocked: 'Nothing is blocked',
  met: 'None was met this month',
  missed: 'None was missed this year',
} as const satisfies Record<DeadlineList, string>;

const OWN_CALLS: ReadonlySet<unknown> = new Set([deadlines.list.path, deadlines.counts.path]);

interface ListedProps {
  search: Search;
  counts: Parameters<typeof groupWords>[1] | undefined;
}

function Listed({ search, counts }: ListedProps) {
  const { of, show } = search.values;
  const { list } = useListCall(deadlines.list, search, {
    rows: (reply) => reply.deadlines,
    size: DEADLINES_PAGE,
    body: { of, show },
    again: () => AGAIN_MS,
  });
  const today = counts?.today ?? businessDay();
  const openDomainPage = useOpenDomainPage();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<DoneHere>();
  const open = useStable((row: DeadlineRow) => {
    const { domain_name: name, renewal_id: renewal } = row;
    if (isDoneHere(row)) setOpened(row);
    else openDomainPage({ kind: 'domain', name, ...(renewal !== null && { renewal }) });
  });
  const close = () => {
    setOpened(undefined);
    // What was just decided stands here no more.
    void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => OWN_CALLS.has(path) });
  };
  const columns = useMemo(() => deadlineColumns({ today, open }), [today, open]);
  return (
    <>
      <DataTable
        label={TITLE}
        row={deadlineIdentity}
        columns={columns}
        view={list.view}
        query={list.query}
        isTall
        groupOf={counts && ((row) => groupWords(row, counts))}
        texts={{
          empty: EMPTY[show],
          hint: 'Each term and trial stands here with the last day on which a decision can still be placed, until it is decided.',
        }}
        card={(row) => <DeadlineCard row={row} today={today} open={open} />}
      />
      {opened && <StepDialog row={opened} onClose={close} />}
    </>
  );
}

interface CardProps {
  row: DeadlineRow;
  today: string;
  open: (row: DeadlineRow) => void;
}

const DeadlineCard = ({ row, today, open }: CardProps) => (
  <RecordCard
    title={row.domain_name}
    about={<SafeDay row={row} today={today} />}
    facts={[
      { label: CLOCKS[row.kind], value: lostOrWhy(row), wide: true },
      { label: 'At stake', value: money(row.value === null ? null : Math.round(Number(row.value)), row.currency) },
      { label: 'Owner', value: shown(row.owner?.name ?? row.owner?.email ?? 'Unassigned') },
      { label: 'Told', value: <AlertSteps row={row} /> },
    ]}
  >
    <NextStep row={row} open={open} />
  </RecordCard>
);
