import { LONGEST_AHEAD } from '@desk/contract/renewal-work/next-step';
import { eq } from 'drizzle-orm';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { addDays } from '../../platform/time/days.ts';
import type { Planned } from './facts.ts';

/** Whether something can be planned for a day. */
export const isPlannable = (day: string, today: string): boolean =>
  day >= today && day <= addDays(today, LONGEST_AHEAD);

const toMinutes = (time: string | null): string | null => (time === null ? null : time.slice(0, 5));

/** Writes what is next on a renewal that the caller holds; the last one who says it holds. Null: what follows from how it stands. @returns what was planned before. */
export async function planNext(
  tx: Db,
  ctx: ActorContext,
  renewalId: number,
  next: Planned | null,
): Promise<Planned | null> {
  const [found] = await tx
    .select({ kind: n.kind, day: n.day, time: n.time, reason: n.reason })
    .from(n)
    .where(eq(n.renewalId, renewalId));
  const before = found ? { ...found, time: toMinutes(found.time) } : null;
  const changes = changesBetween(
    { ...before },
    next ? { ...next } : { kind: null, day: null, time: null, reason: null },
  );
  if (next === null) await tx.delete(n).where(eq(n.renewalId, renewalId));
  else {
    const now = { ...next, setById: ctx.actor.id };
    await tx
      .insert(n)
      .values({ renewalId, ...now })
      .onConflictDoUpdate({ target: n.renewalId, set: { ...now, changedAt: NOW } });
  }
  if (changes.length > 0)
    await audit(tx, ctx, { action: 'next_action_set', subject: 'renewal', subjectId: renewalId, changes });
  return before;
}
