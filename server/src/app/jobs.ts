import { sql } from 'drizzle-orm';
import type { Task, Timetable } from '../platform/queue/timetable.ts';
import { deleteExpired } from '../platform/retention/delete-expired.ts';
import { scheduledCrontab, withJobRun } from '../platform/queue/job-runs.ts';
import { retentionOf } from '../platform/retention/retention.ts';
import { makeAuditYears } from '../platform/audit/years.ts';
import { sweepServiceTokens } from '../integrations/zoho/shared-token-store.ts';
import { timetableOf, type Syncs } from '../domain/sync/define-sync.ts';
import { recordWeek } from '../features/weekly-changes/jobs.ts';
import { booksSync } from '../features/books/jobs.ts';
import { checkFiles, oldChecks, sweepChecks } from '../features/checks/jobs.ts';
import { checkCoverage, sweepCoverage } from '../features/coverage/jobs.ts';
import { createCrmTask, sweepCrmTasks, wakeCrmTasks } from '../features/crm-tasks/jobs.ts';
import { contactSync, sweepContactWrites, wakeContactWrites, writeContact } from '../features/customers/jobs.ts';
import { tellOfDeadlines } from '../features/deadlines/jobs.ts';
import { sendNewLink } from '../features/decision-page/jobs.ts';
import { directorySync } from '../features/directory-product/jobs.ts';
import { oldImports } from '../features/imports/jobs.ts';
import { MAILBOX_CRONTAB, readMailbox } from '../features/inbound/jobs.ts';
import { sweepInstructions, wakeInstructions, workOnInstruction } from '../features/instructions/jobs.ts';
import { oldMessagesAndRuns } from '../features/jobs/jobs.ts';
import { deleteReplacedJobs } from '../features/jobs/queries.ts';
import { seatOrder, sweepSeatOrders, wakeSeatOrders } from '../features/licences/jobs.ts';
import { deliver, sweepOutbox, wakeOutbox } from '../features/outbox/jobs.ts';
import { planAll, sendReminders, sweepReminderPlan } from '../features/reminders/jobs.ts';
import { googleSync, reconcilePassedTerms } from '../features/subscriptions/jobs.ts';
import { deskSync } from '../features/tickets/jobs.ts';
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts';
import { sweepThrottles } from '../auth/throttle.ts';
import { flushRepeatedDenials } from '../auth/repeated-denials.ts';
import { NOW } from '../platform/db/now.ts';

/** All renewals, when the syncs of the night have been. */
const lookThrough: Task = async (_payload, services) => {
  await checkCoverage(services);
  await recordWeek(services);
};

const tidyUp: Task = async (_payload, services, signal) => {
  const { db } = services;
  await flushRepeatedDenials(db);
  await sweepThrottles(db);
  await sweepIdempotencyKeys(db);
  await sweepServiceTokens(db);
  await deleteReplacedJobs(db);
  await db.execute(sql`delete from otp_challenges where expires_at < ${NOW} - interval '2 days'`);
  await db.execute(sql`delete from sessions where ends_at < ${NOW}`);
  const days = await retentionOf(db);
  await deleteExpired([...oldMessagesAndRuns(days), oldChecks(days), oldImports(days)], services, signal);
  // Last: beside a backup it gives up, and is tried again an hour later.
  await makeAuditYears(db);
};

/** Syncs of the external services, in the order in which they run at night. */
const SYNCS = {
  google: googleSync,
  crm_contacts: contactSync,
  books: booksSync,
  desk: deskSync,
  directory_product: directorySync,
} satisfies Syncs;
const syncs = timetableOf(SYNCS);

/** All that runs later, of all features. */
export const timetable: Timetable = {
  tasks: {
    deliver,
    ...syncs.tasks,
    'reconcile-terms': withJobRun('reconcile_terms', (_payload, services) => reconcilePassedTerms(services)),
    coverage: withJobRun('coverage', lookThrough),
    'deadline-digests': withJobRun('deadline_digests', (_payload, services) => tellOfDeadlines(services)),
    'reminder-plan': withJobRun('reminder_plan', (_payload, services) => planAll(services)),
    'send-reminders': (_payload, services, signal) => sendReminders(services, signal),
    'tidy-up': withJobRun('tidy_up', tidyUp),
  },
  urgent: {
    'deliver-at-once': deliver,
    'new-decision-link': (payload, services) => sendNewLink(payload, services),
  },
  slow: {
    'seat-order': seatOrder,
    instruction: workOnInstruction,
    'crm-task': createCrmTask,
    'contact-write': writeContact,
    ...syncs.slow,
    'read-mailbox': readMailbox,
    'check-files': (_payload, services, signal) => checkFiles(services, signal),
  },
  wakes: [wakeOutbox, wakeSeatOrders, wakeInstructions, wakeCrmTasks, wakeContactWrites, ...syncs.wakes],
  sweeps: [
    sweepOutbox,
    sweepSeatOrders,
    sweepInstructions,
    sweepCrmTasks,
    sweepContactWrites,
    ...syncs.sweeps,
    sweepChecks,
    sweepCoverage,
    sweepReminderPlan,
  ],
  // The hours of the reminders are the business's: they are looked at all day.
  crontab: [...scheduledCrontab, '*/5 * * * * send-reminders', MAILBOX_CRONTAB, ...syncs.crontab],
};
