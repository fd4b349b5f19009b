import type { BodyOf } from '@desk/contract/call';
import { ownRenewals } from '@desk/contract/own-renewals';
import { senderOf } from '../../config.ts';
import { confirmDecisions } from '../../domain/customer-decisions/confirm.ts';
import { decisionOf } from '../../domain/customer-decisions/customer-decision.ts';
import { decideRenewals } from '../../domain/customer-decisions/decide.ts';
import type { Decided } from '../../domain/customer-decisions/tell-link-holders.ts';
import type { Offer } from '../../domain/offers/links.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { monthOf, type Renewal } from '../../domain/renewals/comments.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/http/refusal.ts';
import { pageUrl } from '../../platform/mail/content.ts';
import { isCustomerPricedFor } from '../../domain/prices/priced-for.ts';
import { currentOffer, isReached, nameOfPerson } from './queries.ts';

const REFUSED = { unknown: 404, closed: 409, 'too late': 422 } as const;

/**
 * What the customer was offered; where nothing was yet, or another product, an offer of what they have. Undefined: not all of it is the caller's, or the customer
 * buys through a reseller, who alone is offered a price.
 */
async function offerFor(tx: Db, ctx: ActorContext, { id, customerId }: Renewal): Promise<Offer | undefined> {
  if (!(await isCustomerPricedFor(tx, ctx.actor, customerId))) return undefined;
  const current = await currentOffer(tx, ctx.actor.id, id);
  if (current && !current.isOwn) return undefined;
  if (current && !current.isOutdated) return current.offer;
  return makeOffer(tx, ctx, { customerId, renewalIds: [id], createdById: ctx.actor.id, keepsDecided: true });
}

async function confirm(tx: Db, ctx: ActorContext, decided: Decided) {
  const { actor, config } = ctx;
  await confirmDecisions(tx, ctx, [decided], {
    name: await nameOfPerson(tx, actor),
    url: pageUrl(senderOf(config), '/home/my_renewals', { q: decided.renewal.domainName }),
    offer: await offerFor(tx, ctx, decided.renewal),
    dedupeKey: `decision-confirmed:${decided.decisionId}`,
  });
}

export async function decide(asked: BodyOf<typeof ownRenewals.decide>, ctx: ActorContext) {
  const { actor, client } = ctx;
  const decider = { by: 'account', account: actor, client } as const;
  const outcome = await ctx.write(async (tx) => {
    if (!(await isReached(tx, actor.id, asked.renewal_id))) refuse(ownRenewals.decide, 404);
    const wanted = { renewalId: asked.renewal_id, decision: decisionOf(asked) };
    const [one] = await decideRenewals(tx, ctx, [wanted], decider);
    if (one?.is === 'decided') await confirm(tx, ctx, one);
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
