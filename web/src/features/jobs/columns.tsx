import { Service } from '@desk/contract/connections';
import { syncTask, type FailedWork, type QueuedWork } from '@desk/contract/jobs';
import { columnsOf } from '../../kit/table/columns.tsx';
import { instant, number, shown } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';

/** The rows that a sync of each service reads. */
const READ: Readonly<Record<Service, string>> = {
  google: 'Google subscriptions',
  crm_contacts: 'CRM contacts',
  books: 'Invoices',
  desk: 'Tickets',
  directory_product: 'Organisations',
};

/** Labels of the queue's tasks. */
const TASKS: Readonly<Record<string, string>> = {
  deliver: 'Messages to send',
  'deliver-at-once': 'One-time codes to send',
  'seat-order': 'Orders of seats',
  'crm-task': 'Tasks for the CRM',
  'contact-write': 'Changes of contacts for the CRM',
  'check-files': 'Files to check',
  'read-mailbox': 'Answers to read in the mailbox',
  ...Object.fromEntries(Service.options.map((service) => [syncTask(service), READ[service]])),
  'nightly-syncs': 'Nightly start of the syncs',
  'reconcile-terms': 'Renewal terms',
  coverage: 'Coverage of renewals',
  'deadline-digests': 'Mails about deadlines',
  'reminder-plan': 'Plan of reminders',
  'send-reminders': 'Reminders to customers',
  'tidy-up': 'Tidying up',
};

/** A task that has no words here goes by its own name. */
export const taskWords = (task: string): string => TASKS[task] ?? task;

export const queuedIdentity = {
  key: ({ task }: QueuedWork) => task,
  name: ({ task }: QueuedWork) => taskWords(task),
};
const queued = columnsOf<QueuedWork>(queuedIdentity);

export const QUEUE_COLUMNS: readonly Column<QueuedWork>[] = [
  queued.of('Work', { width: 256, text: ({ task }) => taskWords(task) }),
  queued.of('Waiting', { width: 88, align: 'end', text: ({ waiting }) => number(waiting) }),
  queued.of('Waiting since', { width: 152, text: ({ oldest }) => instant(oldest) }),
  queued.of('Working', { width: 88, align: 'end', text: ({ working }) => number(working) }),
  queued.of('Resting', { width: 88, align: 'end', text: ({ resting }) => number(resting) }),
  queued.of('Given up', { width: 88, align: 'end', text: ({ given_up }) => number(given_up) }),
];

export const failedIdentity = {
  key: ({ work_id }: FailedWork) => work_id,
  name: ({ task, work_id }: FailedWork) => `${taskWords(task)}, ${work_id}`,
};
const failed = columnsOf<FailedWork>(failedIdentity);

interface Actions {
  again: (work: FailedWork) => void;
  remove: (work: FailedWork) => void;
}

/** The newest stands first. */
export const failedColumns = ({ again, remove }: Actions): readonly Column<FailedWork>[] => [
  failed.of('Work', { width: 216, text: ({ task }) => taskWords(task) }),
  failed.of('Reason', { width: 384, text: ({ reason }) => shown(reason) }),
  failed.of('Failed on', { width: 144, text: ({ failed_at }) => instant(failed_at) }),
  failed.of('Tries', { width: 64, align: 'end', text: ({ attempts }) => number(attempts) }),
  failed.action('Try again', { press: again, width: 104 }),
  failed.action('Remove', { press: remove, width: 96 }),
];
