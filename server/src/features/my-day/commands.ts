import type { BodyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { lockRenewal, monthOf } from '../../domain/renewals/comments.ts';
import { isPlannable, planNext } from '../../domain/work-items/planned.ts';
import { seenNow } from '../../domain/work-items/work-rows.ts';
import type { ActorContext } from '../../platform/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';

/** Says what is next on a renewal; the last one who says it holds. */
export async function setNextAction({ renewal_id, next, seen }: BodyOf<typeof myDay.setNext>, ctx: ActorContext) {
  const timeZone = ctx.config.BUSINESS_TIME_ZONE;
  if (next && !isPlannable(next.day, dayIn(timeZone, ctx.now()))) refuse(myDay.setNext, 422);
  const { renewal, was } = await ctx.write(async (tx) => {
    const held = (await lockRenewal(tx, renewal_id)) ?? refuse(myDay.setNext, 404);
    if (held.state !== 'open') refuse(myDay.setNext, 409);
    // What came while the form was open would be hidden by a plan that is newer than it.
    if (seen !== undefined && seen !== (await seenNow(tx, renewal_id, timeZone))) refuse(myDay.setNext, 409);
    return { renewal: held, was: await planNext(tx, ctx, renewal_id, next) };
  });
  ctx.announce(monthOf(renewal));
  return { was };
}
