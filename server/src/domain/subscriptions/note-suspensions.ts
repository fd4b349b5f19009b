import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { IDLE_DAYS } from '../deadlines/suspension.ts';

/** @param table `s.` where the subscriptions have that name. */
export const IS_SUSPENSION_NEW = (table: 's.' | 'x.' | '') =>
  sql.raw(`((${table}status = 'SUSPENDED') is distinct from (${table}suspended_since is not null))`);

/** One that the run before did not list; null: none has listed it. */
interface Unlisted {
  readonly id: number;
  readonly endedAt: string | null;
}

const isOnly = (column: string, only: string | undefined) =>
  only === undefined ? sql`true` : sql`${sql.raw(column)} = ${only}`;

/**
 * Those that are listed now and were not before. Asked before anything of the list is written; what it creates is not among them.
 * @param only of one subscription alone, by the provider's id
 */
export async function unlistedBefore(tx: Db, only?: string): Promise<Unlisted[]> {
  const { rows } = await tx.execute<Unlisted & Record<string, unknown>>(sql`
    select s.id, s.ended_at as "endedAt" from subscriptions s join google_subscriptions g on g.external_id = s.external_id
    where (s.ended_at is not null or s.source <> 'google') and ${isOnly('s.external_id', only)}`);
  return rows;
}

/** Of one suspended longer ago than the provider waits, and that it still lists, nobody knows how long it will be there: this is left to act. */
const LEFT_TO_ACT_DAYS = 2;
const EARLIEST = sql`${NOW} - make_interval(days => ${IDLE_DAYS - LEFT_TO_ACT_DAYS}::int)`;

/** When the list of the last run that was finished before then was begun. */
const listBegunBefore = (instant: ReturnType<typeof sql>) =>
  sql`(select max(run.read_from) from sync_runs run where run.service = 'google' and run.state = 'done' and run.finished_at < ${instant})`;

/** The end of a term or a trial that is over: what did not go on is suspended since then at the latest, and its clock runs from there. */
const ENDED_AT = sql`case when coalesce(s.term_end_at, s.trial_end_at) <= ${NOW} then coalesce(s.term_end_at, s.trial_end_at) end`;

/**
 * Since when those are suspended of which it is news. No provider tells: it is now, where it was told as active within a day, and else the
 * earliest that it can be, for the provider's clock may have run for as long.
 * @param of one subscription alone, by the provider's id; `unlisted`: those that the run before did not list.
 */
export const noteSuspensions = (
  tx: Db,
  { only, unlisted = [] }: { only?: string; unlisted?: readonly Unlisted[] } = {},
) =>
  tx.execute(sql`
    update subscriptions s set suspended_since = case
      when s.status <> 'SUSPENDED' then null
      when seen.at >= ${NOW} - interval '1 day' then ${NOW}
      else greatest(seen.at, ${ENDED_AT}, ${EARLIEST}) end
    from (
      select x.id, case when u.id is null
        then coalesce(greatest(x.answered_at, ${listBegunBefore(NOW)}), ${NOW})
        else ${listBegunBefore(sql`u."endedAt"`)} end as at
      from subscriptions x
        left join json_to_recordset(${JSON.stringify(unlisted)}) u (id int, "endedAt" timestamptz) on u.id = x.id
      where x.source = 'google' and ${IS_SUSPENSION_NEW('x.')} and ${isOnly('x.external_id', only)}
    ) seen where seen.id = s.id`);
