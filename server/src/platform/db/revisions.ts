import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Grows with every write on any renewal; an expression for a select list. A restored database has other files: nothing is taken for the same. */
export const ALL_REVISIONS = `(select concat(pg_relation_filenode('month_revisions'), '-', sum(revision)) from month_revisions)`;

/** The same of every write on what is next, instructed or decided of a renewal. */
export const WORK_REVISIONS = `(select concat(pg_relation_filenode('work_revisions'), '-', sum(revision)) from work_revisions)`;

/** A write on no table of work that changes somebody's day all the same: who may be asked. Does what the trigger `work_written` does. */
export const noteWork = (tx: Db): Promise<unknown> =>
  tx.execute(sql`insert into work_revisions (shard, revision) values (pg_backend_pid() % 1024, 1)
    on conflict (shard) do update set revision = work_revisions.revision + 1`);
