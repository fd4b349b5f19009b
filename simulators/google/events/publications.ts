import type { SubscriptionEvent } from '../rules/events.ts';
import type { Subscription } from '../wire.ts';
import { FAITHFUL, handedOut, type Delivery } from './delivery.ts';
import { notificationOf, publishedEvent, type PublishedEvent } from './published.ts';

interface Dependencies {
  now: () => number;
  /** Whether a service account is registered: without one there is no topic to publish to, and what happens is told to nobody. */
  isHeard: () => boolean;
}

/** Everything that was published to the reseller's topic. */
export function makePublications({ now, isHeard }: Dependencies) {
  const published: PublishedEvent[] = [];
  let delivery = FAITHFUL;

  const following = (after: string) => published.filter(({ id }) => Number(id) > Number(after));

  return {
    publish: (events: readonly SubscriptionEvent[], of: Subscription): void => {
      if (!isHeard()) return;
      for (const event of events) {
        published.push(publishedEvent(event, of, { number: published.length + 1, now: now() }));
      }
    },
    /** What happened, in its order; `after`: the id of one that was seen. */
    all: (after = '0'): readonly PublishedEvent[] => following(after),
    deliver: (next: Partial<Delivery>) => void (delivery = { ...delivery, ...next }),
    delivery: () => delivery,
    /** What a subscriber gets to see of it, as Pub/Sub posts it, and the id of the last one that was looked at. */
    delivered(after = '0') {
      const messages = following(after);
      return {
        notifications: handedOut(messages, delivery).map(notificationOf),
        last: messages.at(-1)?.id ?? after,
      };
    },
  };
}
