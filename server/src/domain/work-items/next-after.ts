import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import type { Facts } from './facts.ts';
import { nextOf } from './next.ts';
import { readWork } from './work-rows.ts';
import type { ActorContext } from '../../platform/context.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';

/** As it stands once somebody has spoken today: what was asked is answered, and what was planned until today is done. */
const spokenOn = (today: string, status: Facts['status'], facts: Facts): Facts => ({
  ...facts,
  ...{ status, spokeOn: today, asked: null, refused: null, openMail: null },
  planned: facts.planned !== null && facts.planned.day > today ? facts.planned : null,
});

export async function nextAfterComment(
  { renewal_id, status }: BodyOf<typeof myDay.nextAfter>,
  { db, pool, config, now }: ActorContext,
): Promise<ReplyOf<typeof myDay.nextAfter>> {
  const [work] = await readWork(pool, { renewalId: renewal_id }, config.BUSINESS_TIME_ZONE);
  if (!work) {
    const [closed] = await db.select({ id: r.id }).from(r).where(eq(r.id, renewal_id));
    return closed ? { next: null } : refuse(myDay.nextAfter, 404);
  }
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const facts = spokenOn(today, status ?? work.facts.status, work.facts);
  const { kind, day, time, waitingFor, sentence } = nextOf(facts, today);
  return {
    next: { kind, day, time, waiting_for: waitingFor, sentence, is_planned: facts.planned?.reason === sentence },
  };
}
