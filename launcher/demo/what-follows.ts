import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { subscriptionIn } from '../../server/src/integrations/google-reseller/subscription.ts';
import { factsOf } from '../../server/src/providers/google-reseller/facts.ts';
import { ifNobodyActs } from '../../server/src/providers/if-nobody-acts.ts';
import { subscriptionOf } from '../../simulators/google/from-world.ts';
import { shown } from '../../simulators/google/listing.ts';
import type { WorldCustomer, WorldSubscription } from '../../simulators/world/types.ts';

const Answer = subscriptionIn(STANDARD_BUSINESS.timeZone);

/** What the desk keeps of the end of a term or a trial, as its last sync has read it of Google. */
export function whatFollows(sold: WorldSubscription, of: WorldCustomer, readAt: Date) {
  const facts = factsOf(Answer.parse(shown(subscriptionOf(sold, of))));
  const { outcome, seats } = ifNobodyActs(facts, readAt);
  return {
    termEndAt: facts.termEndsAt,
    trialEndAt: facts.trialEndsAt,
    ifNobodyActs: outcome,
    seatsIfNobodyActs: seats,
  };
}
