import { UNDO_DAYS, type DecisionRow } from '@desk/contract/decisions';
import type { domains } from '@desk/contract/domains';
import type { users } from '@desk/contract/users';
import { useMemo, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Badge, type Tone } from '../../kit/text/badge.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { instant, shown } from '../../kit/text/format.ts';
import { recordChange } from '../../kit/edit/changes.ts';
import { Lines } from '../../kit/cell/lines.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import type { Sort } from '../../kit/table/types.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import type { UndoCall } from './deciding.tsx';

const WORDS: Readonly<Record<string, readonly [string, Tone]>> = {
  domain_approved: ['Approved', 'good'],
  domain_rejected: ['Rejected', 'bad'],
  claim_approved: ['Approved, was ours', 'good'],
  claim_rejected: ['Rejected, stays ours', 'bad'],
  owner_removed: ['Owner removed', 'attention'],
  user_approved: ['Approved', 'good'],
  user_rejected: ['Rejected', 'bad'],
};
const [SIZE, NO_ROWS] = [10, [] as readonly DecisionRow[]];
const identity = { key: (row: DecisionRow) => row.decision_id, name: (row: DecisionRow) => row.name };
const column = columnsOf<DecisionRow>(identity);
const TAKEN_BACK = ['Taken back', 'quiet'] as const;
const wordOf = ({ action, undone_by }: DecisionRow): readonly [string, Tone] =>
  undone_by === null ? (WORDS[action] ?? [action, 'quiet']) : TAKEN_BACK;

const columnsWith = (undo: (row: DecisionRow) => void) => [
  {
    ...column.text('name', 'Decided on', { width: 232 }),
    cell: ({ name }: DecisionRow) => <Lines texts={[name]} />,
  },
  {
    ...column.text('person', 'Asked by', { width: 216 }),
    cell: ({ person }: DecisionRow) => <Lines texts={[shown(person)]} />,
  },
  column.of('Decision', {
    width: 176,
    text: (row) => wordOf(row)[0],
    cell: (row) => <Badge word={wordOf(row)[0]} tone={wordOf(row)[1]} />,
  }),
  column.of('By', { width: 200, text: ({ decided_by, undone_by }) => undone_by ?? decided_by }),
  column.of('Time', { width: 160, text: ({ timestamp, undone_at }) => instant(undone_at ?? timestamp) }),
  column.action('Undo', { width: 80, press: undo, offered: (row) => row.undone_by === null }),
];

interface Props {
  label: string;
  list: typeof domains.decisions | typeof users.decisions;
  undo: UndoCall;
  /** Only decisions of this kind. */
  action?: string;
}

/** The decisions of the last days, by all of the staff; each can be taken back. */
export function DecisionsList({ label, list, undo, action }: Props) {
  const query = useCall(list, {});
  const takeBack = useSend(undo, { recent: 'told by the caller' });
  const [asking, setAsking] = useState<DecisionRow>();
  const [sort, setSort] = useState<Sort>();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsWith(setAsking), []);
  const decisions = query.data?.decisions;
  const rows = useMemo(
    () => decisions?.filter((row) => action === undefined || row.action === action) ?? NO_ROWS,
    [decisions, action],
  );
  const view = usePaged(rows, { row: identity, columns, sort, page, size: SIZE });
  const settle = async ({ decision_id, name }: DecisionRow) => {
    setAsking(undefined);
    try {
      await takeBack.mutateAsync({ decision_id });
      recordChange({ what: `Decision on ${name} taken back`, isUndo: true });
      toast('done', `The decision on ${name} was taken back`);
    } catch (error) {
      toast('failed', (error as Error).message);
      await query.refetch();
    }
  };
  return (
    <>
      <DataTable
        label={label}
        row={identity}
        columns={columns}
        view={{ ...view, onSort: setSort, onPage: setPage }}
        query={query}
        texts={{ empty: `Nothing was decided in the last ${String(UNDO_DAYS)} days.` }}
      />
      {asking && (
        <Confirm
          title={`Take back the decision on ${asking.name}?`}
          yes="Take it back"
          onYes={() => void settle(asking)}
          no="Leave it"
          onNo={() => setAsking(undefined)}
        >
          {wordOf(asking)[0]} on {instant(asking.timestamp)} by {asking.decided_by}: all stands again as before that,
          and {shown(asking.person)} is told if the mail of it has left.
        </Confirm>
      )}
    </>
  );
}
