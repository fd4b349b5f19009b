import type { SyncRun } from '@desk/contract/sync';
import { Badge } from '../../kit/text/badge.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import { instant, number } from '../../kit/text/format.ts';

const SECOND_MS = 1000;

/** How long a run took, "42 s" or "3 min 5 s"; '' while it is not over. */
export function took({ started_at, finished_at }: SyncRun): string {
  if (finished_at === null) return '';
  const seconds = Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / SECOND_MS));
  return seconds < 60 ? `${String(seconds)} s` : `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** Who started a run; the schedule and the command line have no account. */
export const starterOf = ({ started_by }: SyncRun): string => started_by ?? 'the server';

export const runIdentity = {
  key: (run: SyncRun) => run.run_id,
  name: (run: SyncRun) => `sync of ${instant(run.started_at)}`,
};

const column = columnsOf<SyncRun>(runIdentity);
const figure = (header: string, width: number, of: (run: SyncRun) => number) =>
  column.of(header, { text: (run) => number(of(run)), width, align: 'end' });

const errorOf = (run: SyncRun) => run.error ?? '';

/** None can be sorted: the newest run stands first. */
export const RUN_COLUMNS = [
  column.of('Started', { text: (run) => instant(run.started_at), width: 144 }),
  column.of('State', { text: (run) => run.state, cell: (run) => <Badge word={run.state} />, width: 96 }),
  column.of('Started by', { text: starterOf, width: 144 }),
  column.of('Took', { text: took, width: 72, align: 'end' }),
  figure('Read', 56, (run) => run.subscriptions),
  figure('Created', 72, (run) => run.created),
  figure('Changed', 72, (run) => run.changed),
  figure('Ended', 56, (run) => run.ended),
  figure('Renewals opened', 124, (run) => run.renewals_opened),
  figure('Renewals closed', 124, (run) => run.renewals_closed),
  column.of('What went wrong', { text: errorOf, cell: errorOf, width: 128 }),
];
