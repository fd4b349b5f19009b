import { skuOf, SKUS } from '../../world/skus.ts';
import type { SuspensionReason } from '../../world/types.ts';
import type { Subscription } from '../wire.ts';

const DAY = 86_400_000;
const SUSPENDED_DAYS = 60;
/** Google itself suspended it, or waits for the customer: neither is a reason to move the customer away. */
const GOOGLES_OWN: readonly SuspensionReason[] = ['PENDING_TOS_ACCEPTANCE', 'OTHER'];

/** A subscription, and since when it is suspended, which answers do not tell. */
export interface Held {
  subscription: Subscription;
  suspendedSince: number | undefined;
}

/** What happens without anybody's call: a term or a trial ends, or a customer is moved away from the reseller. */
export type Due =
  | { what: 'term-end' | 'trial-end'; at: number; subscriptionId: string }
  | { what: 'move-away'; at: number; customerId: string };

/** Suspended subscriptions do not renew, and terms that are billed offline are arranged by hand. */
function endOf({ status, billingMethod, plan, renewalSettings, trialSettings, subscriptionId }: Subscription) {
  if (status !== 'ACTIVE') return undefined;
  const { isInTrial, trialEndTime } = trialSettings;
  if (isInTrial && trialEndTime) return { what: 'trial-end' as const, at: Number(trialEndTime), subscriptionId };
  if (!plan.commitmentInterval || !renewalSettings || billingMethod === 'OFFLINE') return undefined;
  return { what: 'term-end' as const, at: Number(plan.commitmentInterval.endTime), subscriptionId };
}

/** Counted from the suspension, of a commitment from its end where that is later. */
const idleSince = ({ subscription, suspendedSince }: Held): number =>
  Math.max(suspendedSince ?? 0, Number(subscription.plan.commitmentInterval?.endTime ?? 0));

/** Keeps the customer where it is: something active, Vault, a contract by hand, and whatever Google suspended for reasons of its own. */
const keepsCustomer = ({ subscription }: Held): boolean =>
  subscription.status === 'ACTIVE' ||
  subscription.skuId === SKUS.vault.skuId ||
  subscription.billingMethod === 'OFFLINE' ||
  (subscription.suspensionReasons ?? []).some((reason) => GOOGLES_OWN.includes(reason));

/**
 * Google moves a customer away whose Workspace subscriptions have all been suspended for more than 60 days. Its pages do not say
 * whether a free Cloud Identity, which nobody can suspend, counts as active; here it does not, which is the worse for a reseller.
 */
function moveAway(held: readonly Held[]): Due | undefined {
  const counted = held.filter(({ subscription }) => subscription.plan.planName !== 'FREE');
  const [first] = counted;
  const hasWorkspace = counted.some(({ subscription }) => skuOf(subscription.skuId)?.productId === 'Google-Apps');
  if (!first || !hasWorkspace || counted.some(keepsCustomer)) return undefined;
  const at = Math.max(...counted.map(idleSince)) + SUSPENDED_DAYS * DAY + 1;
  return { what: 'move-away', at, customerId: first.subscription.customerId };
}

/** The first thing that will happen by itself to a customer with these subscriptions. What was due before `from` is left alone. */
export function nextDue(held: readonly Held[], from: number): Due | undefined {
  const all = [...held.map(({ subscription }) => endOf(subscription)), moveAway(held)];
  return all.reduce((first, due) => (due && due.at >= from && (!first || due.at < first.at) ? due : first), undefined);
}
