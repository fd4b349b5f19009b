import { changesOf, inWords } from './changes.ts';
import type { RenewalDateValues } from './columns.ts';
import { type Outcome, refuseContract, LineError, type Work } from './validate.ts';
import { ownFactsOf, pricedSeatsOf, withoutBilledDay, type Facts, type KnownSubscription } from './known.ts';

type RenewalDateWork = Work<RenewalDateValues>;

/** Result of a line of a file of our own renewal dates and prices. */
export function validateRenewalDate(work: RenewalDateWork): Outcome {
  const { line, values, claimed, index } = work;
  const known = values.subscriptionId === null ? onlyOneOf(work) : theOneNamed(work, values.subscriptionId);
  const facts: Facts = { ...known, ...ownFactsOf(withoutBilledDay(values, known, index), known, index) };
  const changes = changesOf(known, facts);
  const column = values.subscriptionId === null ? 'Domain' : 'Subscription Id';
  claimed.takeOnce('subscription', known.id, line, { column, isNews: changes.length > 0 });
  if (changes.length === 0)
    return { verdict: 'unchanged', reason: saysNothing(values) ? NOTHING_GIVEN : null, effect: null };
  const pricedSeats = pricedSeatsOf(values, facts, known);
  const subscription = { ...facts, id: known.id, externalId: known.externalId, pricedSeats };
  const nothingElse = { newDomain: false, companyName: null, resellerId: null, contact: null };
  const effect = { ...nothingElse, owner: known.customerId, subscription, changes };
  return { verdict: 'changed', reason: inWords(changes), effect };
}

const NOTHING_GIVEN = 'The row has no date, price or margin';
const saysNothing = ({ ownRenewalDate, price, margin }: RenewalDateValues): boolean =>
  [ownRenewalDate, price, margin].every((value) => value === null);

function theOneNamed({ values: { domain }, index }: RenewalDateWork, externalId: string): KnownSubscription {
  const known = index.byExternalId.get(externalId);
  if (!known) throw new LineError('Subscription Id', 'No subscription has this id');
  refuseContract(known);
  if (domain !== null && domain !== known.domain) {
    throw new LineError('Domain', `The subscription belongs to ${known.domain}`);
  }
  return known;
}

function onlyOneOf({ values: { domain }, index }: RenewalDateWork): KnownSubscription {
  if (domain === null) throw new LineError('Subscription Id', 'Subscription Id or Domain is missing');
  const [only, ...others] = (index.ofDomain.get(domain) ?? []).filter((one) => one.live);
  if (!only) throw new LineError('Domain', 'No subscription is known for this domain');
  if (others.length > 0) {
    throw new LineError('Domain', `This domain has ${others.length + 1} subscriptions. Enter the Subscription Id`);
  }
  return only;
}
