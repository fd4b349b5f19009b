import { Service } from '@desk/contract/connections';
import { syncTask } from '@desk/contract/jobs';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/db.ts';

/** Jobs whose work stands in rows: as long as it is not done, a sweep queues them again, so that none is ever given up. */
export const SWEPT_TASKS = [
  ...(['deliver', 'deliver-at-once', 'seat-order', 'crm-task', 'contact-write', 'check-files', 'instruction'] as const),
  ...Service.options.map(syncTask),
] as const;

export interface JobOptions {
  /** Replaces a waiting job of the same key. */
  key?: string;
  /** A waiting job of the same key that was not tried yet keeps its place in the queue. */
  keepsPlace?: boolean;
  /** The lower, the sooner, however long others wait; 0 unless told. */
  priority?: number;
}

/** Puts a job into the queue, in the transaction that wants it: for now. What is to wait stands in its table, which says when it is due. Jobs are at least once: each must be safe to run twice. */
export async function enqueue(db: Db, task: string, payload: Record<string, unknown>, options: JobOptions = {}) {
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task},
      payload := ${JSON.stringify(payload)}::json,
      max_attempts := 3,
      job_key := ${options.key ?? null}::text,
      job_key_mode := ${options.keepsPlace === true ? 'preserve_run_at' : 'replace'},
      priority := ${options.priority ?? null}::int)`);
}

/** Puts the job of a row that a courier works off into the queue: one waits at a time. */
export const enqueueRow = (
  db: Db,
  task: (typeof SWEPT_TASKS)[number],
  [table, id]: readonly [PgTable, number],
  options: JobOptions = {},
) => enqueue(db, task, { id }, { ...options, key: `${getTableName(table)}:${id}` });
