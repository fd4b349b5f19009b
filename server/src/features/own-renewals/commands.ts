import type { BodyOf } from '@desk/contract/call';
import { ownRenewals } from '@desk/contract/own-renewals';
import { decisionOf } from '../../domain/customer-decisions/customer-decision.ts';
import { decideRenewals } from '../../domain/customer-decisions/decide.ts';
import { monthOf } from '../../domain/renewals/comments.ts';
import type { ActorContext } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/http/refusal.ts';
import { isReached } from './queries.ts';

const REFUSED = { unknown: 404, closed: 409, 'too late': 422 } as const;

export async function decide(asked: BodyOf<typeof ownRenewals.decide>, ctx: ActorContext) {
  const { actor, client } = ctx;
  const decider = { by: 'account', account: actor, client } as const;
  const outcome = await ctx.write(async (tx) => {
    if (!(await isReached(tx, actor.id, asked.renewal_id))) refuse(ownRenewals.decide, 404);
    const [one] = await decideRenewals(
      tx,
      ctx,
      [{ renewalId: asked.renewal_id, decision: decisionOf(asked) }],
      decider,
    );
    return one ?? { is: 'unknown' as const };
  });
  switch (outcome.is) {
    case 'decided':
      ctx.announce(monthOf(outcome.renewal));
      return {};
    case 'repeated':
      return {};
    case 'impossible':
      return refuseField(ownRenewals.decide, 422, { path: ['seats'], message: outcome.why });
    case 'unknown':
    case 'closed':
    case 'too late':
      return refuse(ownRenewals.decide, REFUSED[outcome.is]);
  }
}
