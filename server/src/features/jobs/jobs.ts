import { UNDO_DAYS } from '@desk/contract/decisions';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { RetentionRule } from '../../platform/retention/delete-expired.ts';
import type { retentionOf } from '../../platform/retention/retention.ts';
import { NOW } from '../../platform/db/now.ts';

type Days = Awaited<ReturnType<typeof retentionOf>>;

/**
 * Messages that have ended, with what they were about. One that somebody holds, to send it again, stays. What ended long
 * ago was written before: so the others are not even looked at.
 */
async function deleteMessages(tx: Db, days: number, atMost: number): Promise<number> {
  const limit = sql`${NOW} - make_interval(days => ${days})`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from outbox where state in ('sent', 'failed') and finished_at < ${limit} and created_at < ${limit}
    order by created_at limit ${atMost} for update skip locked`);
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::int[])`;
  await tx.execute(sql`delete from outbox_renewals where message_id = ${ids}`);
  await tx.execute(sql`delete from outbox where id = ${ids}`);
  return rows.length;
}

/**
 * Runs of syncs that have ended. Of each service its newest stays, the newest that ended well, which says from when on
 * changes are read, and the newest that read all; and every run that something was last seen by.
 */
async function deleteSyncRuns(tx: Db, days: number, atMost: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from sync_runs where id in (
      select id from sync_runs r
      where state in ('done', 'failed') and finished_at < ${NOW} - make_interval(days => ${days})
        and exists (select from sync_runs n where n.service = r.service and n.id > r.id)
        and (state = 'failed' or exists (
          select from sync_runs n where n.service = r.service and n.id > r.id and n.state = 'done'))
        and (state = 'failed' or not is_whole or exists (
          select from sync_runs n where n.service = r.service and n.id > r.id and n.state = 'done' and n.is_whole))
        and not exists (select from google_subscriptions where run_id = r.id)
        and not exists (select from books_invoices where run_id = r.id)
        and not exists (select from tickets where run_id = r.id)
        and not exists (select from directory_organizations where run_id = r.id)
      order by id limit ${atMost})`);
  return rowCount ?? 0;
}

/** The same for the desk's own jobs. */
async function deleteJobRuns(tx: Db, days: number, atMost: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from job_runs where id in (
      select id from job_runs r
      where state in ('done', 'failed') and finished_at < ${NOW} - make_interval(days => ${days})
        and exists (select from job_runs n where n.job = r.job and n.id > r.id)
        and (state = 'failed' or exists (select from job_runs n where n.job = r.job and n.id > r.id and n.state = 'done'))
      order by id limit ${atMost})`);
  return rowCount ?? 0;
}

/** Decisions whose time to be taken back is over; the audit log keeps what was decided. */
async function deleteDecisions(tx: Db, days: number, atMost: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from decisions where id in (
      select id from decisions where created_at < ${NOW} - make_interval(days => ${days}) order by id limit ${atMost})`);
  return rowCount ?? 0;
}

export const oldMessagesAndRuns = ({ messages, runs }: Days): RetentionRule[] => [
  { what: 'messages', days: messages, forget: deleteMessages },
  { what: 'sync_runs', days: runs, forget: deleteSyncRuns },
  { what: 'job_runs', days: runs, forget: deleteJobRuns },
  { what: 'decisions', days: UNDO_DAYS, forget: deleteDecisions },
];
