import type { CrmTask } from '@desk/contract/crm-tasks';
import { Badge } from '../../kit/text/badge.tsx';
import classes from '../../kit/cell/cells.module.css';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';

export const taskIdentity = {
  key: (task: CrmTask) => task.task_id,
  name: (task: CrmTask) => task.subject,
};
const column = columnsOf<CrmTask>(taskIdentity);

/** Why a task has no id of the CRM. */
const missing = ({ state }: CrmTask) => (state === 'refused' ? 'refused' : 'on its way');

const named = [
  column.of('Task ID', {
    width: 192,
    text: (task) => task.zoho_id ?? `– ${missing(task)}`,
    cell: (task) => task.zoho_id ?? <span className={classes.absent}>– {missing(task)}</span>,
  }),
  column.text('subject', 'Subject', { width: 224 }),
];
const description = column.text('description', 'Description', { width: 256 });
const time = column.instant('date', 'Time');

/** None can be sorted: the newest task stands first. */
export const TASK_COLUMNS: readonly Column<CrmTask>[] = [...named, description, time];

/** State and action come first, to be seen without scrolling. */
export const historyColumns = (sendAgain: (task: CrmTask) => void): readonly Column<CrmTask>[] => [
  ...named,
  column.of('State', { text: ({ state }) => state, cell: ({ state }) => <Badge word={state} />, width: 112 }),
  column.text('answer', 'Answer of the CRM', { width: 280 }),
  column.action('Send again', {
    press: sendAgain,
    offered: ({ state }) => state === 'refused',
    shortcut: 's',
    width: 120,
  }),
  description,
  column.text('created_by', 'Created By', { width: 216 }),
  time,
  column.instant('finished_at', 'Finished'),
];

/** What became of a task; the other columns are one press away. */
export const HISTORY_VIEWS = { Work: ['subject', 'State', 'answer', 'Send again', 'date'] };
