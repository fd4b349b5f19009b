import { sql } from 'drizzle-orm';
import type { Actor, Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { audit, type Entry } from '../platform/audit/audit.ts';
import { addressKey } from './throttle.ts';
import { NOW } from '../platform/db/now.ts';

const WINDOW = sql`interval '1 hour'`;
const PREFIX = 'refused:';
/** Key: `strangers:<action>:<address>`, for clients without an account. */
const STRANGERS = 'strangers:';

/**
 * Records that somebody was refused. The audit log is kept for ever, and this can be done as often as one likes: the first of an
 * hour is an entry, and all others of the same person and call are one more when the hour is over, with their number.
 */
export async function countRefused({ db, client }: Context, actor: Actor, call: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ hits: number }>(sql`
      insert into throttles as t (key, hits, window_ends_at) values (${`${PREFIX}${actor.id}:${call}`}, 1, ${NOW} + ${WINDOW})
      on conflict (key) do update set hits = t.hits + 1 returning hits`);
    if (rows[0]?.hits === 1) await audit(tx, { actor, client }, { action: 'authz_fail', subject: call, changes: [] });
  });
}

/**
 * The same of attempts with unknown e-mails: by address and hour, because e-mails can be invented without end.
 * @param entry the first of the hour as it is recorded
 */
export async function auditUnknownCaller({ db, client }: Context, entry: Entry): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ hits: number }>(sql`
      insert into throttles as t (key, hits, window_ends_at)
      values (${`${STRANGERS}${entry.action}:${addressKey(client.ip)}`}, 1, ${NOW} + ${WINDOW})
      on conflict (key) do update set hits = t.hits + 1 returning hits`);
    if (rows[0]?.hits === 1) await audit(tx, { client }, entry);
  });
}

const writeUnknownCallers = (db: Db) =>
  db.execute(sql`
    with over as (
      delete from throttles where starts_with(key, ${STRANGERS}) and window_ends_at < ${NOW}
      returning hits, split_part(key, ':', 2) as action, substr(key, length(${STRANGERS}) + length(split_part(key, ':', 2)) + 2) as ip
    )
    insert into audit_log (at, actor, action, subject, ip, changes)
    select ${NOW}, 'system', over.action, 'account', over.ip,
      jsonb_build_array(jsonb_build_object('field', 'times', 'old', null, 'new', (over.hits - 1)::text))
    from over where over.hits > 1`);

/** Writes the numbers of what was repeated, once their hour is over. */
export async function flushRepeatedDenials(db: Db): Promise<void> {
  await writeUnknownCallers(db);
  await writeRefused(db);
}

const writeRefused = (db: Db) =>
  db.execute(sql`
    with over as (
      delete from throttles where starts_with(key, ${PREFIX}) and window_ends_at < ${NOW}
      returning hits, split_part(key, ':', 2)::int as account, substr(key, length(${PREFIX}) + strpos(substr(key, length(${PREFIX}) + 1), ':') + 1) as call
    )
    insert into audit_log (at, actor_id, actor, action, subject, changes)
    select ${NOW}, a.id, coalesce(a.email::text, 'system'), 'authz_fail', over.call,
      jsonb_build_array(jsonb_build_object('field', 'times', 'old', null, 'new', (over.hits - 1)::text))
    from over left join accounts a on a.id = over.account
    where over.hits > 1`);
