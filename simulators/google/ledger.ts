import type { World } from '../world/types.ts';
import { subscriptionOf } from './from-world.ts';
import { notFound } from './refusal.ts';
import type { Subscription } from './wire.ts';

/** A page of subscriptions and, where more follow, the position of its last row. */
interface Page {
  rows: Subscription[];
  last: number | undefined;
}

/** Every subscription there is, in the order in which they came. Kept with their term, even where answers leave it out. */
export function makeLedger(world: World) {
  const rows = new Map<string, { position: number; subscription: Subscription }>();
  let positions = 0;
  const put = (subscription: Subscription): Subscription => {
    const position = rows.get(subscription.subscriptionId)?.position ?? ++positions;
    rows.set(subscription.subscriptionId, { position, subscription });
    return subscription;
  };
  for (const customer of world.customers) {
    for (const subscription of customer.subscriptions) put(subscriptionOf(subscription, customer));
  }
  let ordered = 0;

  const all = () => [...rows.values()].map(({ subscription }) => subscription);

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
    of: (customerId: string) => all().filter((subscription) => subscription.customerId === customerId),
    remove: (subscriptionId: string) => void rows.delete(get(subscriptionId).subscriptionId),
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
