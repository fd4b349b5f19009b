import type { World } from '../world/types.ts';
import { subscriptionOf, suspendedSince } from './from-world.ts';
import { notFound } from './refusal.ts';
import type { Held } from './rules/due.ts';
import { eventOfSwitch, eventsOf, type CancellationReason, type SubscriptionEvent } from './rules/events.ts';
import type { Subscription } from './wire.ts';

/** A page of subscriptions and, where more follow, the position of its last row. */
interface Page {
  rows: Subscription[];
  last: number | undefined;
}

interface Dependencies {
  now: () => number;
  /** Is told of every change, whoever made it. */
  changed: (events: readonly SubscriptionEvent[], subscription: Subscription) => void;
}

/** Every subscription there is, in the order in which they came. Kept with their term, even where answers leave it out. */
export function makeSubscriptionStore(world: World, { now, changed }: Dependencies) {
  const rows = new Map<string, Held & { position: number }>();
  /** The ids of what each customer has. */
  const idsOf = new Map<string, Set<string>>();
  let positions = 0;

  function keep(subscription: Subscription, since = now()): Subscription {
    const before = rows.get(subscription.subscriptionId);
    rows.set(subscription.subscriptionId, {
      subscription,
      position: before?.position ?? ++positions,
      suspendedSince: subscription.status === 'SUSPENDED' ? (before?.suspendedSince ?? since) : undefined,
    });
    const ids = idsOf.get(subscription.customerId);
    if (ids) ids.add(subscription.subscriptionId);
    else idsOf.set(subscription.customerId, new Set([subscription.subscriptionId]));
    return subscription;
  }
  function drop({ subscriptionId, customerId }: Subscription): void {
    rows.delete(subscriptionId);
    idsOf.get(customerId)?.delete(subscriptionId);
  }
  function put(subscription: Subscription): Subscription {
    const before = rows.get(subscription.subscriptionId)?.subscription;
    keep(subscription);
    changed(eventsOf(before, subscription), subscription);
    return subscription;
  }
  for (const customer of world.customers) {
    for (const sold of customer.subscriptions) keep(subscriptionOf(sold, customer), suspendedSince(sold));
  }
  let ordered = 0;

  const all = () => [...rows.values()].map(({ subscription }) => subscription);
  const held = (customerId: string): readonly Held[] =>
    [...(idsOf.get(customerId) ?? [])].flatMap((id) => rows.get(id) ?? []);

  function get(subscriptionId: string, customerId?: string): Subscription {
    const row = rows.get(subscriptionId);
    if (!row || (customerId !== undefined && row.subscription.customerId !== customerId)) {
      throw notFound(`Subscription not found: ${subscriptionId}`);
    }
    return row.subscription;
  }

  return {
    put,
    get,
    all,
    of: (customerId: string) => held(customerId).map(({ subscription }) => subscription),
    /** The same, each with its suspension. */
    held,
    customerIds: (): readonly string[] => [...idsOf.keys()],
    remove: (subscriptionId: string, cancellationReason: CancellationReason = 'OTHER'): void => {
      const gone = get(subscriptionId);
      drop(gone);
      changed([{ type: 'SUBSCRIPTION_CANCELLED', cancellationReason }], gone);
    },
    /** The old one ends because the new one takes its place. */
    replace: (old: Subscription, bought: Subscription): Subscription => {
      drop(old);
      keep(bought);
      changed([eventOfSwitch(old, bought)], bought);
      return bought;
    },
    newId: () => String(9_000_000_000 + ++ordered),
    /** By position and not by count: a row that ends between two pages makes no other one slip through. */
    page(after: number, most: number, wanted: (subscription: Subscription) => boolean): Page {
      const following = [...rows.values()].filter((row) => row.position > after && wanted(row.subscription));
      const shown = following.slice(0, most);
      const last = following.length > most ? shown.at(-1)?.position : undefined;
      return { rows: shown.map(({ subscription }) => subscription), last };
    },
  };
}
