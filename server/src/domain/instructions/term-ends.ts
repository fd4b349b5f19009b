import { LIVE_STATES } from '@desk/contract/rules/instruction';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { LOOKED_AT } from './queue.ts';

/** The instruction of an open renewal `r` is about another end than that of its subscription `s`. */
const isMoved = sql`r.id = ${t}.renewal_id and r.state = 'open' and ${inArray(t.state, [...LIVE_STATES])}
  and s.term_end_at <> coalesce(${t}.term_ends_at, '-infinity')`;

/** Whether `followTermEnds` would find nothing to do about the subscription `s`. */
export const NO_END_IS_MOVED = sql`not exists (select from ${t}, renewals r where r.subscription_id = s.id and ${isMoved})`;

/**
 * A term whose end is moved takes its instruction with it, which is looked at anew: the end may be nearer than the next look was. Its renewal is open still, where one of a term that is over is closed: so
 * this runs when the renewals are those that the provider's dates ask for. All subscriptions without ids.
 */
export async function followTermEnds(tx: Db, subscriptionIds?: readonly number[]): Promise<void> {
  const ofThese = subscriptionIds ? sql`and s.id = any(${sql.param([...subscriptionIds])})` : sql``;
  await tx.execute(sql`
    update ${t} set term_ends_at = s.term_end_at,
      next_try_at = case when ${inArray(t.state, LOOKED_AT)} then ${NOW} else next_try_at end
    from renewals r join subscriptions s on s.id = r.subscription_id
    where ${isMoved} ${ofThese}`);
}
