import type { makeSubscriptionStore } from '../simulators/google/subscription-store.ts';
import type { Seats } from '../simulators/google/wire.ts';

const totalOf = ({ numberOfSeats, maximumNumberOfSeats }: Seats): number => numberOfSeats ?? maximumNumberOfSeats ?? 0;

/** How many seats each subscription at Google grew by, change by change: what really happened there. */
export function watchSeats(store: ReturnType<typeof makeSubscriptionStore>): ReadonlyMap<string, readonly number[]> {
  const sold = new Map<string, number[]>();
  const put = store.put;
  store.put = (subscription) => {
    const id = subscription.subscriptionId;
    const before = store.all().find((one) => one.subscriptionId === id);
    const made = put(subscription);
    const grown = before === undefined ? 0 : totalOf(made.seats) - totalOf(before.seats);
    if (grown !== 0) sold.set(id, [...(sold.get(id) ?? []), grown]);
    return made;
  };
  return sold;
}
