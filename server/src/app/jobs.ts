import type { Task, Timetable } from '../platform/queue/timetable.ts';
import { deleteExpired } from '../platform/retention/delete-expired.ts';
import { scheduledCrontab, withJobRun } from '../platform/queue/job-runs.ts';
import { retentionOf } from '../platform/retention/retention.ts';
import { sweepServiceTokens } from '../integrations/zoho/shared-token-store.ts';
import { booksCrontab, startNightlyBooks, sweepBooks, workOnBooks } from '../features/books/jobs.ts';
import { checkFiles, oldChecks, sweepChecks } from '../features/checks/jobs.ts';
import { createCrmTask, sweepCrmTasks } from '../features/crm-tasks/jobs.ts';
import { customerCrontab, customerTasks, sweepContactSyncs, sweepContactWrites } from '../features/customers/jobs.ts';
import {
  directoryCrontab,
  startNightlyDirectory,
  sweepDirectory,
  workOnDirectory,
} from '../features/directory-product/jobs.ts';
import { oldImports } from '../features/imports/jobs.ts';
import { oldMessagesAndRuns } from '../features/jobs/jobs.ts';
import { deleteReplacedJobs } from '../features/jobs/queries.ts';
import { seatOrder, sweepSeatOrders } from '../features/licences/jobs.ts';
import { deliver, sweepOutbox } from '../features/outbox/jobs.ts';
import { subscriptionCrontab, subscriptionTasks, sweepSyncs } from '../features/subscriptions/jobs.ts';
import { startNightlyTickets, sweepTickets, ticketsCrontab, workOnTickets } from '../features/tickets/jobs.ts';
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts';
import { sweepThrottles } from '../auth/throttle.ts';
import { flushRepeatedDenials } from '../auth/repeated-denials.ts';

const tidyUp: Task = async (_payload, services, signal) => {
  const { db } = services;
  await flushRepeatedDenials(db);
  await sweepThrottles(db);
  await sweepIdempotencyKeys(db);
  await sweepServiceTokens(db);
  await deleteReplacedJobs(db);
  await db.execute("delete from otp_challenges where expires_at < now() - interval '2 days'");
  await db.execute('delete from sessions where ends_at < now()');
  const days = await retentionOf(db);
  await deleteExpired([...oldMessagesAndRuns(days), oldChecks(days), oldImports(days)], services, signal);
};

/** All that runs later, of all features. */
export const timetable: Timetable = {
  tasks: {
    deliver,
    'nightly-sync': subscriptionTasks['nightly-sync'],
    'nightly-contact-sync': customerTasks['nightly-contact-sync'],
    'nightly-books-sync': startNightlyBooks,
    'nightly-desk-sync': startNightlyTickets,
    'nightly-directory-sync': startNightlyDirectory,
    'keep-renewals': withJobRun('keep_renewals', subscriptionTasks['keep-renewals']),
    'tidy-up': withJobRun('tidy_up', tidyUp),
  },
  urgent: { 'deliver-at-once': deliver },
  slow: {
    'seat-order': seatOrder,
    'crm-task': createCrmTask,
    'contact-write': customerTasks['contact-write'],
    'contact-sync': customerTasks['contact-sync'],
    'google-sync': subscriptionTasks['google-sync'],
    'books-sync': workOnBooks,
    'desk-sync': workOnTickets,
    'directory-sync': workOnDirectory,
    'check-files': (_payload, services, signal) => checkFiles(services, signal),
  },
  sweeps: [
    sweepOutbox,
    sweepSeatOrders,
    sweepCrmTasks,
    sweepContactWrites,
    sweepSyncs,
    sweepContactSyncs,
    sweepBooks,
    sweepTickets,
    sweepDirectory,
    sweepChecks,
  ],
  crontab: [
    ...scheduledCrontab,
    ...customerCrontab,
    ...subscriptionCrontab,
    ...booksCrontab,
    ...ticketsCrontab,
    ...directoryCrontab,
  ],
};
