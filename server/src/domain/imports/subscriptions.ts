import type { SubscriptionValues } from './columns.ts';
import { changesOf, inWords, keptInWords } from './changes.ts';
import { companyOf, contactOf, ownerOf, resellerOf } from './customers.ts';
import { type Effect, type Outcome, refuseContract, LineError, type Work } from './validate.ts';
import { factsOf, ownFactsOf, pricedSeatsOf, withoutBilledDay, type Facts, type KnownSubscription } from './known.ts';

type SubscriptionWork = Work<SubscriptionValues>;

/** Result of a line of a file of subscriptions. */
export function validateSubscription(work: SubscriptionWork): Outcome {
  const { line, index, claimed } = work;
  const known = index.byExternalId.get(work.values.subscriptionId);
  refuseContract(known);
  const { termStart, ownRenewalDate } = work.values;
  if (termStart !== null && ownRenewalDate !== null && termStart > ownRenewalDate) {
    throw new LineError('Term Start', 'The term starts after its renewal date');
  }
  const unbilled = { ...work, values: withoutBilledDay(work.values, known, index) };
  const outcome = known?.source === 'google' ? validateGoogles(unbilled, known) : validateOurs(unbilled, known);
  const which = known?.id ?? work.values.subscriptionId;
  claimed.takeOnce('subscription', which, line, { column: 'Subscription Id', isNews: outcome.effect !== null });
  return outcome;
}

/** A subscription that lives in files only: the line decides, and a new one may bring its customer and domain. */
function validateOurs(work: SubscriptionWork, known: KnownSubscription | undefined): Outcome {
  const { owner, newDomain } = ownerOf(work, known);
  const facts = factsOf(work.values, known, work.index);
  const aboutCustomer = customerEffect(work, owner);
  const changes = [...changesOf(known, facts), ...aboutCustomer.changes];
  const subscription = {
    ...facts,
    id: known?.id ?? null,
    externalId: known?.externalId ?? work.values.subscriptionId,
    pricedSeats: pricedSeatsOf(work.values, facts, known),
  };
  const effect: Effect = { ...aboutCustomer, owner, newDomain, subscription, changes };
  if (!known) return { verdict: 'new', reason: newInWords(effect), effect };
  if (changes.length === 0) return { verdict: 'unchanged', reason: null, effect: null };
  return { verdict: 'changed', reason: inWords(changes), effect };
}

/** Google's values stay; the line decides on our own columns, and on what Google does not know about the customer. */
function validateGoogles(work: SubscriptionWork, known: KnownSubscription): Outcome {
  const facts: Facts = { ...known, ...ownFactsOf(work.values, known, work.index) };
  const aboutCustomer = customerEffect(work, known.customerId);
  const changes = [...changesOf(known, facts), ...aboutCustomer.changes];
  const refused = changesOf(facts, factsOf(work.values, known, work.index));
  const company = work.index.customers.get(known.customerId);
  if (company?.isNamedByGoogle && company.companyName !== work.values.companyName) {
    refused.push({ field: 'Company Name', old: company.companyName, new: work.values.companyName });
  }
  const reasons = [
    ...(changes.length > 0 ? [inWords(changes)] : []),
    ...(refused.length > 0 ? [keptInWords(refused)] : []),
  ];
  const reason = reasons.length > 0 ? reasons.join('. ') : null;
  if (changes.length === 0) return { verdict: 'unchanged', reason, effect: null };
  const pricedSeats = pricedSeatsOf(work.values, facts, known);
  const subscription = { ...facts, id: known.id, externalId: known.externalId, pricedSeats };
  const effect: Effect = { ...aboutCustomer, owner: known.customerId, newDomain: false, subscription, changes };
  return { verdict: 'changed', reason, effect };
}

function customerEffect(work: SubscriptionWork, owner: Effect['owner']) {
  const { companyName, changes: company } = companyOf(work, owner);
  const { resellerId, changes: reseller } = resellerOf(work, owner);
  const { contact, changes: people } = contactOf(work, owner);
  return { companyName, resellerId, contact, changes: [...company, ...reseller, ...people] };
}

/** A new line's other effects: on a customer that is known, and on the renewals. */
function newInWords({ owner, subscription, changes }: Effect): string | null {
  const customer = changes.filter((change) => change.field === 'Company Name' && typeof owner === 'number');
  const reasons = customer.length > 0 ? [inWords(customer)] : [];
  if (subscription.ownRenewalDate === null) reasons.push('Without a Renewal Date no renewal is opened');
  return reasons.length > 0 ? reasons.join('. ') : null;
}
