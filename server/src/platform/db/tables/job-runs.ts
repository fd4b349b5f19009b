import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';

/** Runs of the desk's own scheduled work. Those of a sync stand in `sync_runs`. */
export const jobRunsTable = pgTable(
  'job_runs',
  {
    id: identityKey(),
    job: oneOf({ options: ['reconcile_terms', 'coverage', 'deadline_digests', 'reminder_plan', 'tidy_up'] }).notNull(),
    state: oneOf({ options: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** Null: the schedule. */
    startedById: integer('started_by_id').references(() => accountsTable.id),
    startedAt: stamped('started_at'),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
    error: text(),
  },
  (t) => [
    index('job_runs_newest').on(t.job, t.id.desc()),
    index('job_runs_open')
      .on(t.job)
      .where(sql`state in ('queued', 'running')`),
  ],
);
