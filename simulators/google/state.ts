import { midnightInIndia } from '../world/calendar.ts';
import type { PlanName, World } from '../world/types.ts';
import { makeAccounts } from './accounts.ts';
import { makeLedger } from './ledger.ts';
import { makeNotifications } from './notifications.ts';
import type { MethodName } from './routes.ts';
import { renewed } from './rules/lifecycle.ts';
import { ordered } from './rules/orders.ts';
import { isAnnual } from './rules/seats.ts';
import type { Subscription } from './wire.ts';

export type State = ReturnType<typeof makeState>;

const NOON = 12 * 3_600_000;

interface Addition {
  /** Id or domain of a customer of ours. */
  customer: string;
  skuId: string;
  planName: PlanName;
  seats: number;
  /** `YYYY-MM-DD` in India; a year from today where it is left out. */
  termEndsOn?: string;
}

/** Google's data, and changes that a test may make behind the reseller's back. All ids are subscription ids. */
export function makeState(world: World, today: string) {
  const accounts = makeAccounts(world);
  const ledger = makeLedger(world);
  const calls = new Map<MethodName, number>();
  let now = midnightInIndia(today) + NOON;

  const total = (planName: PlanName, seats: number) =>
    isAnnual(planName) ? { numberOfSeats: seats } : { maximumNumberOfSeats: seats };

  function order(
    customerKey: string,
    request: { skuId: string; planName: PlanName; seats: number },
    sourceSkuId?: string,
  ) {
    const customer = accounts.managed(customerKey);
    const { bought, replaced } = ordered({
      customer,
      present: ledger.of(customer.customerId),
      body: {
        skuId: request.skuId,
        plan: { planName: request.planName },
        seats: total(request.planName, request.seats),
      },
      action: sourceSkuId === undefined ? 'buy' : 'switch',
      sourceSkuId,
      subscriptionId: ledger.newId(),
      now,
    });
    if (replaced) ledger.remove(replaced.subscriptionId);
    return ledger.put(bought);
  }

  return {
    accounts,
    ledger,
    notifications: makeNotifications(),
    now: () => now,
    setToday: (day: string) => void (now = midnightInIndia(day) + NOON),
    countCall: (method: MethodName) => void calls.set(method, (calls.get(method) ?? 0) + 1),
    /** How often a method was called, refused and failed calls included. */
    calls: (method: MethodName) => calls.get(method) ?? 0,
    allCalls: () => Object.fromEntries(calls),

    subscriptions: () => ledger.all(),
    subscription: (id: string) => ledger.get(id),
    /** The customer moves to another SKU: the plan and its term live on, the id is a new one. */
    upgrade(id: string, newSkuId: string): Subscription {
      const { customerId, skuId, plan, seats } = ledger.get(id);
      const planName = plan.planName;
      const wanted = seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? seats.licensedNumberOfSeats;
      return order(customerId, { skuId: newSkuId, planName, seats: wanted }, skuId);
    },
    /** The term ends, and Google does what the renewal settings say. */
    renew: (id: string) => ledger.put(renewed(ledger.get(id))),
    /** The total of the plan, without Google's rules: as if its support had set it. */
    setSeats(id: string, seats: number): Subscription {
      const subscription = ledger.get(id);
      return ledger.put({
        ...subscription,
        seats: { ...subscription.seats, ...total(subscription.plan.planName, seats) },
      });
    },
    remove: (id: string) => ledger.remove(id),
    add({ customer, termEndsOn, ...request }: Addition): Subscription {
      const bought = order(customer, request);
      const { commitmentInterval } = bought.plan;
      if (!commitmentInterval || termEndsOn === undefined) return bought;
      const endTime = String(midnightInIndia(termEndsOn));
      return ledger.put({
        ...bought,
        plan: { ...bought.plan, commitmentInterval: { ...commitmentInterval, endTime } },
      });
    },
    /** Anything else: another domain, offline billing, a suspension. */
    change: (id: string, patch: Partial<Subscription>) => ledger.put({ ...ledger.get(id), ...patch }),
  };
}
