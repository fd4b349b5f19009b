import { SKUS } from '../../world/skus.ts';
import type { PlanName, RenewalType } from '../../world/types.ts';
import { makeWorld } from '../../world/world.ts';
import { renewalSettings } from '../rules/plans.ts';
import { makeState } from '../state.ts';
import type { Subscription } from '../wire.ts';

export const today = '2027-03-17';
const world = makeWorld({ today, customers: 1, resellers: 0 });

interface Sold {
  planName?: PlanName;
  sku?: keyof typeof SKUS;
  seats?: number;
  licensed?: number;
  renewalType?: RenewalType;
  termEndsAt?: string;
  /** A new one where it is left out. */
  customer?: string;
}

/** A Google without its calls, whose clock stands at noon of that day in India unless it is given a real time; it has no subscriptions yet. */
export function stillGoogle(realTime?: () => number) {
  const state = makeState(world, { today, realTime });
  const [pattern] = state.accounts.all();
  if (!pattern) throw new Error('The world is empty');
  for (const { subscriptionId } of state.subscriptions()) state.remove(subscriptionId);
  state.notifications.register(new URLSearchParams(), { serviceAccountEmailAddress: 'watch@invented.example' });

  let customers = 0;
  const newCustomer = (): string => {
    customers += 1;
    const customerDomain = `still-${customers}.example`;
    state.accounts.put({ ...pattern, customerId: `C0still${customers}`, customerDomain });
    return customerDomain;
  };

  function sold({ planName = 'ANNUAL', sku = 'businessStarter', seats = 10, ...options }: Sold = {}): Subscription {
    const { licensed = 6, renewalType, termEndsAt, customer = newCustomer() } = options;
    const { subscriptionId } = state.add({
      ...{ customer, skuId: SKUS[sku].skuId, planName, seats },
      ...(termEndsAt !== undefined && { termEndsAt: Date.parse(termEndsAt) }),
    });
    if (renewalType) state.change(subscriptionId, { renewalSettings: renewalSettings(renewalType) });
    return state.setLicensed(subscriptionId, licensed);
  }

  /** The types of the events of a subscription since the last look, in their order. */
  let seen = '0';
  const news = () => {
    const events = state.events(seen);
    seen = events.at(-1)?.id ?? seen;
    return events.map(({ data }) => data.event_type);
  };
  return {
    state,
    newCustomer,
    sold,
    news,
    read: ({ subscriptionId }: Subscription) => state.subscription(subscriptionId),
    advanceTo: (instant: string) => {
      state.advanceTo(Date.parse(instant));
    },
  };
}

export const termOf = ({ plan }: Subscription) =>
  [plan.commitmentInterval?.startTime, plan.commitmentInterval?.endTime].map((ms) =>
    ms === undefined ? null : new Date(Number(ms)).toISOString(),
  );
