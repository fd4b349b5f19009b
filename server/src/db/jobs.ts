import { sql } from 'drizzle-orm';
import type { Db } from '../context.ts';

export interface JobOptions {
  /** Replaces a waiting job of the same key. */
  key?: string;
  runAt?: Date;
  /** The lower, the sooner, however long others wait; 0 unless told. */
  priority?: number;
}

/** Puts a job into the queue, in the transaction that wants it. Jobs are at least once: each must be safe to run twice. */
export async function enqueue(db: Db, task: string, payload: Record<string, unknown>, options: JobOptions = {}) {
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task},
      payload := ${JSON.stringify(payload)}::json,
      run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts := 3,
      job_key := ${options.key ?? null}::text,
      priority := ${options.priority ?? null}::int)`);
}
