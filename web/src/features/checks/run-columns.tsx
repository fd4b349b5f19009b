import type { CheckRun } from '@desk/contract/checks';
import { Badge } from '../../kit/text/badge.tsx';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { instant, number } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';

export const runIdentity = {
  key: (run: CheckRun) => run.run_id,
  name: (run: CheckRun) => `${run.file_name} of ${instant(run.started_at)}`,
};
const column = columnsOf<CheckRun>(runIdentity);

const checkedOf = ({ checked, lines }: CheckRun) => `${number(checked)} of ${number(lines)}`;

/** None can be sorted: the newest stands first. */
export const runColumns = (open: (run: CheckRun) => void): readonly Column<CheckRun>[] => [
  column.of('File', {
    width: 240,
    text: (run) => run.file_name,
    cell: (run) => <CellLink text={run.file_name} onPress={() => open(run)} />,
  }),
  column.of('State', { width: 112, text: (run) => run.state, cell: (run) => <Badge word={run.state} /> }),
  column.of('Checked', { width: 136, align: 'end', text: checkedOf }),
  column.of('Started', { width: 168, text: (run) => instant(run.started_at) }),
  column.of('Started by', { width: 208, text: (run) => run.started_by }),
  column.of('Finished', { width: 168, text: (run) => instant(run.finished_at) }),
];
