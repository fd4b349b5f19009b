import type { BodyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/work/my-day';
import { eq } from 'drizzle-orm';
import { lockRenewal, monthOf } from '../../domain/renewals/comments.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import { NOW } from '../../platform/db/now.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';

/** So many days ahead something may be put off. */
const LONGEST = 366;

const toMinutes = (time: string | null): string | null => (time === null ? null : time.slice(0, 5));

/** Says what is next on a renewal; the last one who says it holds. */
export async function setNextAction({ renewal_id, next }: BodyOf<typeof myDay.setNext>, ctx: ActorContext) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  if (next && (next.day < today || next.day > addDays(today, LONGEST))) refuse(myDay.setNext, 422);
  const { renewal, was } = await ctx.write(async (tx) => {
    const held = (await lockRenewal(tx, renewal_id)) ?? refuse(myDay.setNext, 404);
    if (held.state !== 'open') refuse(myDay.setNext, 409);
    const [found] = await tx
      .select({ kind: n.kind, day: n.day, time: n.time, reason: n.reason })
      .from(n)
      .where(eq(n.renewalId, renewal_id));
    const before = found ? { ...found, time: toMinutes(found.time) } : null;
    const changes = changesBetween({ ...before }, next ?? { kind: null, day: null, time: null, reason: null });
    if (next === null) await tx.delete(n).where(eq(n.renewalId, renewal_id));
    else {
      const now = { ...next, setById: ctx.actor.id };
      await tx
        .insert(n)
        .values({ renewalId: renewal_id, ...now })
        .onConflictDoUpdate({ target: n.renewalId, set: { ...now, changedAt: NOW } });
    }
    if (changes.length > 0)
      await audit(tx, ctx, { action: 'next_action_set', subject: 'renewal', subjectId: renewal_id, changes });
    return { renewal: held, was: before };
  });
  ctx.announce(monthOf(renewal));
  return { was };
}
