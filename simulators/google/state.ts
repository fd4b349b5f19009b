import { midnightInIndia } from '../world/calendar.ts';
import type { PlanName, World } from '../world/types.ts';
import { midnightIn, yearsOn, type TermZone } from '../world/zones.ts';
import { makeAccounts } from './accounts.ts';
import { makePublications } from './events/publications.ts';
import { makeSubscriptionStore } from './subscription-store.ts';
import { makeNotifications } from './notifications.ts';
import { invalid } from './refusal.ts';
import type { MethodName } from './routes.ts';
import { renewed, type Proposal } from './rules/lifecycle.ts';
import { ordered } from './rules/orders.ts';
import { isAnnual } from './rules/seats.ts';
import { makeClock } from './time/clock.ts';
import { makePassing } from './time/passing.ts';
import type { Subscription } from './wire.ts';

export type State = ReturnType<typeof makeState>;

const NOON = 12 * 3_600_000;

interface Addition {
  /** Id or domain of a customer of ours. */
  customer: string;
  skuId: string;
  planName: PlanName;
  seats: number;
  /** `YYYY-MM-DD`, whose midnight ends the term; a year from now where neither this nor `termEndsAt` is given. */
  termEndsOn?: string;
  /** Whose midnight: India's where it is left out. */
  termZone?: TermZone;
  /** The very instant. */
  termEndsAt?: number;
  /** How long the term is that ends then; the next one is a year all the same. */
  termYears?: 1 | 2 | 3;
}

interface Time {
  /** `YYYY-MM-DD` in India: the day from which the world is seen. */
  today: string;
  /** With it the clock runs, beginning now or on that day, whichever is later; without it the clock stands at noon of that day. */
  realTime: (() => number) | undefined;
}

/** Google's data, and changes that a test may make behind the reseller's back. All ids are subscription ids. */
export function makeState(world: World, { today, realTime }: Time) {
  const since = midnightInIndia(today);
  const clock = makeClock(realTime ? Math.max(since, realTime()) : since + NOON, realTime);
  const { now } = clock;
  const accounts = makeAccounts(world);
  const notifications = makeNotifications();
  const publications = makePublications({ now, isHeard: notifications.hasSubscribers });
  const store = makeSubscriptionStore(world, {
    now,
    changed: (events, subscription) => {
      passing.noteChange(subscription.customerId);
      publications.publish(events, subscription);
    },
  });
  const proposals = new Map<string, Proposal>();
  const passing = makePassing({ clock, store, accounts, proposalOf: (id) => proposals.get(id), since });
  const calls = new Map<MethodName, number>();

  const total = (planName: PlanName, seats: number) =>
    isAnnual(planName) ? { numberOfSeats: seats } : { maximumNumberOfSeats: seats };
  const withSeats = (subscription: Subscription, seats: Partial<Subscription['seats']>) =>
    store.put({ ...subscription, seats: { ...subscription.seats, ...seats } });

  function order(
    customerKey: string,
    { skuId, planName, seats }: { skuId: string; planName: PlanName; seats: number },
    sourceSkuId?: string,
  ) {
    const customer = accounts.managed(customerKey);
    return ordered({
      customer,
      present: store.of(customer.customerId),
      body: { skuId, plan: { planName }, seats: total(planName, seats) },
      action: sourceSkuId === undefined ? 'buy' : 'switch',
      sourceSkuId,
      subscriptionId: store.newId(),
      now: now(),
    });
  }

  return {
    accounts,
    store,
    notifications,
    publications,
    now,
    clockRuns: clock.runs,
    ...passing,
    countCall: (method: MethodName) => void calls.set(method, (calls.get(method) ?? 0) + 1),
    /** How often a method was called, refused and failed calls included. */
    calls: (method: MethodName) => calls.get(method) ?? 0,
    allCalls: () => Object.fromEntries(calls),
    /** What was published while a service account was registered, in the order in which it happened. */
    events: publications.all,

    subscriptions: () => store.all(),
    subscription: (id: string) => store.get(id),
    /** The customer moves to another SKU: the plan and its term live on, the id is a new one. */
    upgrade(id: string, newSkuId: string): Subscription {
      const old = store.get(id);
      const { numberOfSeats, maximumNumberOfSeats, licensedNumberOfSeats } = old.seats;
      const seats = numberOfSeats ?? maximumNumberOfSeats ?? licensedNumberOfSeats;
      return store.replace(
        old,
        order(old.customerId, { skuId: newSkuId, planName: old.plan.planName, seats }, old.skuId).bought,
      );
    },
    /** The term ends at once, whatever the clock says, and Google does what the renewal settings say. */
    renew: (id: string) => store.put(renewed(store.get(id), proposals.get(id))),
    /** What RENEW_ON_PROPOSED_OFFER renews on. */
    propose(id: string, proposal: Proposal): void {
      proposals.set(store.get(id).subscriptionId, proposal);
    },
    /** The total of the plan, without Google's rules: as if its support had set it. */
    setSeats(id: string, seats: number): Subscription {
      const subscription = store.get(id);
      return withSeats(subscription, total(subscription.plan.planName, seats));
    },
    /** So many people hold a licence now. Nobody can be given one that was not bought. */
    setLicensed(id: string, licensed: number): Subscription {
      const subscription = store.get(id);
      const most = subscription.seats.numberOfSeats ?? subscription.seats.maximumNumberOfSeats ?? 0;
      if (!(licensed >= 0 && licensed <= most)) throw invalid(`From 0 to ${most} licences can be assigned`);
      return withSeats(subscription, { licensedNumberOfSeats: licensed });
    },
    remove: (id: string) => {
      store.remove(id);
    },
    add({ customer, termEndsOn, termZone = 'Asia/Kolkata', termEndsAt, termYears = 1, ...request }: Addition) {
      const { bought } = order(customer, request);
      const end = termEndsAt ?? (termEndsOn === undefined ? undefined : midnightIn(termZone, termEndsOn));
      if (!bought.plan.commitmentInterval || end === undefined) return store.put(bought);
      const commitmentInterval = { startTime: String(yearsOn(end, -termYears)), endTime: String(end) };
      return store.put({ ...bought, plan: { ...bought.plan, commitmentInterval } });
    },
    /** Anything else: another domain, offline billing, a suspension. */
    change: (id: string, patch: Partial<Subscription>) => store.put({ ...store.get(id), ...patch }),
  };
}
