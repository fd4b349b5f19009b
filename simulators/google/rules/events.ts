import { skuOf } from '../../world/skus.ts';
import type { SuspensionReason } from '../../world/types.ts';
import type { Subscription } from '../wire.ts';
import { isAnnual } from './seats.ts';

/** As the page on push notifications lists them. */
export type EventType =
  | 'NEW_SUBSCRIPTION_CREATED'
  | 'SUBSCRIPTION_TRIAL_ENDED'
  | 'PRICE_PLAN_SWITCHED'
  | 'COMMITMENT_CHANGED'
  | 'SUBSCRIPTION_RENEWED'
  | 'SUBSCRIPTION_SUSPENDED'
  | 'SUBSCRIPTION_SUSPENSION_REVOKED'
  | 'SUBSCRIPTION_CANCELLED'
  | 'SUBSCRIPTION_CONVERTED'
  | 'SUBSCRIPTION_UPGRADE'
  | 'SUBSCRIPTION_DOWNGRADE'
  | 'LICENSE_ASSIGNMENT_CHANGED';

/** Why a subscription is gone. An upgrade ends the old one without this: it is told by the new one. */
export type CancellationReason = 'TRANSFERRED_OUT' | 'PURCHASE_OF_SUBSUMING_SKU' | 'RESELLER_INITIATED' | 'OTHER';

export interface SubscriptionEvent {
  type: EventType;
  suspensionReasons?: SuspensionReason[];
  cancellationReason?: CancellationReason;
}

const endOf = ({ plan }: Subscription) => Number(plan.commitmentInterval?.endTime ?? 0);
const isInTrial = ({ trialSettings }: Subscription) => trialSettings.isInTrial;
const is = (subscription: Subscription, status: Subscription['status']) => subscription.status === status;
const hasCommitment = ({ plan }: Subscription) => isAnnual(plan.planName);

/** Each by what differs between before and after. */
const CHANGES: readonly (readonly [EventType, (before: Subscription, after: Subscription) => boolean])[] = [
  ['SUBSCRIPTION_TRIAL_ENDED', (before, after) => isInTrial(before) && !isInTrial(after)],
  [
    'PRICE_PLAN_SWITCHED',
    (before, after) => before.plan.planName === 'FLEXIBLE' && !isInTrial(before) && hasCommitment(after),
  ],
  ['SUBSCRIPTION_RENEWED', (before, after) => endOf(before) > 0 && endOf(after) > endOf(before)],
  [
    'COMMITMENT_CHANGED',
    (before, after) =>
      hasCommitment(before) && hasCommitment(after) && before.seats.numberOfSeats !== after.seats.numberOfSeats,
  ],
  ['SUBSCRIPTION_SUSPENDED', (before, after) => is(before, 'ACTIVE') && is(after, 'SUSPENDED')],
  ['SUBSCRIPTION_SUSPENSION_REVOKED', (before, after) => is(before, 'SUSPENDED') && is(after, 'ACTIVE')],
  ['SUBSCRIPTION_CONVERTED', (before, after) => before.billingMethod !== after.billingMethod],
  [
    'LICENSE_ASSIGNMENT_CHANGED',
    (before, after) => before.seats.licensedNumberOfSeats !== after.seats.licensedNumberOfSeats,
  ],
];

/**
 * What Google tells of a change. Nothing is told of renewal settings, of the ceiling of a flexible plan, of a domain's new name, and of
 * a commitment that goes on as a flexible plan: of that the page says only that it is no PRICE_PLAN_SWITCHED.
 */
export function eventsOf(before: Subscription | undefined, after: Subscription): SubscriptionEvent[] {
  if (!before) return [{ type: 'NEW_SUBSCRIPTION_CREATED' }];
  return CHANGES.filter(([, isSo]) => isSo(before, after)).map(([type]) =>
    type === 'SUBSCRIPTION_SUSPENDED' ? { type, suspensionReasons: after.suspensionReasons ?? [] } : { type },
  );
}

/** Another SKU in the place of the old one: up or down, by what they cost. */
export function eventOfSwitch(before: Subscription, after: Subscription): SubscriptionEvent {
  const price = ({ skuId }: Subscription) => skuOf(skuId)?.listPrice ?? 0;
  return { type: price(after) < price(before) ? 'SUBSCRIPTION_DOWNGRADE' : 'SUBSCRIPTION_UPGRADE' };
}
