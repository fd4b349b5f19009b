import { sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { readTeam } from './team.ts';
import { whoSees } from './who-sees.ts';

/**
 * Gives the open renewals of somebody who is not there any more to who covers, else to the manager, else to nobody, with an
 * audit entry each. Part of the transaction in which the person went; nobody waits for a hand-over to be thought out.
 * @returns the months that show it.
 */
export async function handOverWork(
  tx: Db,
  { actor, client }: Pick<ActorContext, 'actor' | 'client'>,
  { accountId, today }: { accountId: number; today: string },
): Promise<string[]> {
  const to = whoSees(accountId, today, await readTeam(tx, today));
  const { rows } = await tx.execute<{ month: string }>(sql`
    with old as (select r.id, r.term_end from renewals r
      where r.assigned_to_id = ${accountId}::int and r.state = 'open' order by r.id for update),
    changed as (update renewals r set assigned_to_id = ${to}::int, version = r.version + 1 from old where r.id = old.id),
    noted as (insert into audit_log (at, actor_id, actor, ip, request_id, action, subject, subject_id, changes)
      select ${NOW}, ${actor.id}::int, ${actor.email}, ${client.ip}, ${client.requestId}, 'assignee_changed', 'renewal', old.id,
        jsonb_build_array(jsonb_build_object('field', 'assigned_to', 'old', was.email, 'new', now.email))
      from old join accounts was on was.id = ${accountId}::int left join accounts now on now.id = ${to}::int)
    select distinct to_char(old.term_end, 'YYYY-MM') as month from old order by month`);
  return rows.map(({ month }) => month);
}
