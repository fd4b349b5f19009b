import { RUPEES_PER_DOLLAR } from '../../simulators/world/world.ts';
import { addDays, addMonths } from '../../server/src/platform/time/days.ts';
import { SKUS } from '../../simulators/world/skus.ts';
import type { WorldCustomer, WorldSubscription } from '../../simulators/world/types.ts';

/** The desk's last sync lies that many days back: terms that the provider renewed since are not known to it. */
export const DAYS_SINCE_SYNC = 4;
const UPGRADES = 2;

/** One of some many, spread over the list. */
const oneIn = (many: number, from: number) => (position: number) => position % many === from;
const isUnknown = oneIn(44, 7);
const hasOldSeats = oneIn(33, 5);

/** Google gives an upgraded subscription a new id. */
const idBeforeUpgrade = (id: string): string => String(Number(id) - 3);

function withOldSeats(subscription: WorldSubscription, position: number): WorldSubscription {
  const { seats } = subscription;
  const bought = 1 + (position % 9);
  const numberOfSeats = seats.numberOfSeats === undefined ? undefined : Math.max(1, seats.numberOfSeats - bought);
  const licensed = Math.max(1, seats.licensedNumberOfSeats - bought);
  const licensedNumberOfSeats = Math.min(licensed, numberOfSeats ?? licensed);
  return {
    ...subscription,
    seats: { ...seats, ...(numberOfSeats !== undefined && { numberOfSeats }), licensedNumberOfSeats },
  };
}

const beforeUpgrade = (subscription: WorldSubscription, currency: WorldCustomer['currency']): WorldSubscription => ({
  ...subscription,
  subscriptionId: idBeforeUpgrade(subscription.subscriptionId),
  skuId: SKUS.businessStarter.skuId,
  skuName: SKUS.businessStarter.name,
  pricePerSeatPerYear:
    currency === 'USD'
      ? Math.round(SKUS.businessStarter.listPrice / RUPEES_PER_DOLLAR)
      : SKUS.businessStarter.listPrice,
});

function beforeRenewal(subscription: WorldSubscription): WorldSubscription {
  const { term } = subscription;
  if (term === null) return subscription;
  const back = (day: string) => addMonths(day, -12);
  return {
    ...subscription,
    term: { ...term, startsOn: back(term.startsOn), endsOn: back(term.endsOn) },
    startedYearsAgo: subscription.startedYearsAgo - 1,
  };
}

/**
 * The world as the desk last saw it. It lacks some subscriptions, some seats, two upgrades and the newest renewals, so that the
 * next sync has something to bring.
 */
export function asLastSeen(customers: readonly WorldCustomer[], today: string): WorldCustomer[] {
  const since = addDays(today, -DAYS_SINCE_SYNC);
  let position = 0;
  let upgrades = 0;
  const seen = (subscription: WorldSubscription, { currency, subscriptions }: WorldCustomer): WorldSubscription[] => {
    const isOnly = subscriptions.length === 1;
    const { skuId, billingMethod, term, startedYearsAgo } = subscription;
    position++;
    if (isUnknown(position)) return [];
    if (hasOldSeats(position)) return [withOldSeats(subscription, position)];
    if (term === null || billingMethod === 'OFFLINE') return [subscription];
    if (isOnly && skuId === SKUS.businessStandard.skuId && upgrades < UPGRADES) {
      upgrades++;
      return [beforeUpgrade(subscription, currency)];
    }
    return [term.startsOn > since && startedYearsAgo > 0 ? beforeRenewal(subscription) : subscription];
  };
  return customers
    .map((customer) => ({
      ...customer,
      subscriptions: customer.subscriptions.flatMap((one) => seen(one, customer)),
    }))
    .filter(({ subscriptions }) => subscriptions.length > 0);
}
