import { NextActionKind } from '@desk/contract/rules/next-action';
import { eq, sql } from 'drizzle-orm';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Change } from '../../platform/db/tables/audit.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';

/** What was planned at an instant, if that still stands; and since when what was planned before had stood, by the log. */
const SET_AT = (renewalId: number, at: Date) => sql`
  select l.changes, (select max(earlier.at) from audit_log earlier where earlier.subject = 'renewal' and earlier.subject_id = l.subject_id
      and earlier.action = 'next_action_set' and earlier.at < l.at)::text as "since"
  from audit_log l join next_actions plan on plan.renewal_id = l.subject_id and plan.changed_at = l.at
  where l.subject = 'renewal' and l.subject_id = ${renewalId} and l.at = ${at.toISOString()}::timestamptz
    and l.action = 'next_action_set' order by l.id desc limit 1`;

type Row = Pick<typeof n.$inferSelect, 'kind' | 'day' | 'time' | 'reason'>;
const NOTHING = { kind: null, day: null, time: null, reason: null };

/** What is planned without its changes; null: nothing was. */
function without(changes: readonly Change[], now: Row): Row | null {
  const old: Record<keyof Row, string | null> = { ...now };
  for (const change of changes) if (change.field in old) old[change.field as keyof Row] = change.old;
  const { kind, day, time, reason } = old;
  return kind === null || day === null ? null : { kind: NextActionKind.parse(kind), day, time, reason: reason ?? '' };
}

/**
 * What was planned at an instant, and that nobody has changed since, gives way to what was planned before, as it was: where somebody has
 * spoken after that, it is answered now as well.
 */
export async function planAsBefore(tx: Db, ctx: ActorContext, renewalId: number, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ changes: Change[]; since: string | null }>(SET_AT(renewalId, at));
  const [planned] = rows;
  const isOfRenewal = eq(n.renewalId, renewalId);
  const [now] = await tx
    .select({ kind: n.kind, day: n.day, time: n.time, reason: n.reason })
    .from(n)
    .where(isOfRenewal);
  if (!planned || !now) return;
  const before = planned.since === null ? null : without(planned.changes, now);
  if (before === null) await tx.delete(n).where(isOfRenewal);
  else {
    const changedAt = sql`${planned.since}::timestamptz`;
    await tx
      .update(n)
      .set({ ...before, setById: ctx.actor.id, changedAt })
      .where(isOfRenewal);
  }
  const changes = changesBetween({ ...now }, { ...(before ?? NOTHING) });
  await audit(tx, ctx, { action: 'next_action_set', subject: 'renewal', subjectId: renewalId, changes });
}
