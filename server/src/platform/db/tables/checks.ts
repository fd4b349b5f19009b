import { CheckKind, MailStatus } from '@desk/contract/checks';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf, stamped } from '../columns.ts';
import { accountsTable } from './accounts.ts';

/** A file of domains that is being checked, or was. */
export const checkRunsTable = pgTable(
  'check_runs',
  {
    id: identityKey(),
    kind: oneOf(CheckKind).notNull(),
    fileName: text('file_name').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accountsTable.id),
    state: oneOf({ options: ['queued', 'running', 'done', 'cancelled', 'failed'] }).notNull(),
    lines: integer().notNull(),
    checked: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** The worker's sign of life; a run without one for a minute is taken up by another. */
    heartbeatAt: stamped('heartbeat_at'),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
    error: text(),
    createdAt: createdAt(),
  },
  (t) => [index('check_runs_newest').on(t.kind, t.id.desc())],
);

/** A line of its file; without a status it waits. */
export const checkLinesTable = pgTable(
  'check_lines',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => checkRunsTable.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    input: text().notNull(),
    domain: text(),
    status: oneOf(MailStatus),
    /** All else that the check found. */
    result: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.line] }), index('check_lines_by_status').on(t.runId, t.status, t.line)],
);
