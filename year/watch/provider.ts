import type { State } from '../../simulators/google/state.ts';
import type { Subscription } from '../../simulators/google/wire.ts';
import { skuOf } from '../../simulators/world/skus.ts';
import type { KeyedRandom } from '../keyed-random.ts';
import type { AtProvider, Seen, TermId } from '../oracle/seen.ts';
import { intentionOf, type Intention } from '../world/intentions.ts';
import { atProvider, endOf, GONE } from './at-provider.ts';
import { otherDeadlines } from './other-deadlines.ts';

/** By whom something changes at the provider: its reseller's API, its clock, or somebody in its console. */
type Cause = 'api' | 'time' | 'console';

/** A committed term that runs, as the provider has it. */
export interface Running {
  readonly term: TermId;
  readonly subscriptionId: string;
  readonly domain: string;
  readonly sku: string;
  readonly endsAt: number;
  readonly intention: Intention;
}

type Note = (seen: Seen) => void;

const termIdOf = (domain: string, skuId: string, number: number): TermId => `${domain}/${skuId}/${number}`;

export type Watch = ReturnType<typeof watchProvider>;

/**
 * Notes what changes at the provider, and by whom. Whoever turns its clock or changes something in its console does it through
 * here; all else comes over its API.
 */
export function watchProvider(state: State, random: KeyedRandom, note: Note) {
  const running = new Map<string, Running>();
  const ended = new Map<TermId, Running>();
  const numbers = new Map<string, number>();
  let cause: Cause = 'api';
  let method = '';

  const as = <T>(who: Cause, act: () => T): T => {
    const before = cause;
    cause = who;
    try {
      return act();
    } finally {
      cause = before;
    }
  };

  function begin(sold: Subscription): void {
    const endsAt = endOf(sold);
    if (endsAt === undefined || sold.status !== 'ACTIVE') return;
    const place = `${sold.customerId}/${sold.skuId}`;
    const number = (numbers.get(place) ?? 0) + 1;
    numbers.set(place, number);
    const term = termIdOf(sold.customerDomain, sold.skuId, number);
    const now = atProvider(sold);
    const intention = intentionOf(random, term, now);
    const { subscriptionId, customerDomain: domain } = sold;
    const sku = skuOf(sold.skuId)?.name ?? sold.skuId;
    running.set(subscriptionId, { term, subscriptionId, domain, sku, endsAt, intention });
    note({
      ...{ kind: 'term', at: state.now(), term, domain, sku, endsAt, isOnline: true, now },
      price: skuOf(sold.skuId)?.listPrice ?? 0,
      ...{ wants: intention.wants, isReachable: intention.isReachable },
    });
  }

  function end(one: Running, before: AtProvider, after: Subscription): void {
    running.delete(one.subscriptionId);
    ended.set(one.term, one);
    note({ kind: 'ended', at: state.now(), term: one.term, before, after: atProvider(after) });
    if (one.intention.wants?.outcome === 'end') letGo.add(after.customerId);
    if (after.plan.planName !== 'FLEXIBLE' && after.status === 'ACTIVE') begin(after);
  }

  /** What has no running term: what follows one, and what begins. */
  function changedBesides(before: Subscription, after: Subscription): void {
    const past = [...ended.values()].findLast(({ subscriptionId }) => subscriptionId === after.subscriptionId)?.term;
    if (cause === 'api' && past !== undefined) {
      const states = { before: atProvider(before), after: atProvider(after) };
      note({ kind: 'provider write', at: state.now(), term: past, method, ...states });
    }
    if (endOf(after) !== undefined && endOf(before) !== endOf(after)) begin(after);
  }

  function changedWithin(one: Running, before: Subscription, after: Subscription): void {
    const states = { before: atProvider(before), after: atProvider(after) };
    const { term, domain } = one;
    if (domain !== after.customerDomain) running.set(after.subscriptionId, { ...one, domain: after.customerDomain });
    if (cause === 'api') note({ kind: 'provider write', at: state.now(), term, method, ...states });
    else note({ kind: 'console', at: state.now(), term, ...states });
  }

  function changed(before: Subscription | undefined, after: Subscription): void {
    const one = running.get(after.subscriptionId);
    if (before === undefined) begin(after);
    else if (one === undefined) changedBesides(before, after);
    else if (cause === 'time') end(one, atProvider(before), after);
    else changedWithin(one, before, after);
  }

  function gone({ subscriptionId }: Subscription, why: string): void {
    const one = running.get(subscriptionId);
    running.delete(subscriptionId);
    if (one) note({ kind: 'term moved', at: state.now(), term: one.term, endsAt: null, why });
  }

  const lookAtOthers = otherDeadlines(note);
  const letGo = new Set<string>();
  const lookAt = (customerId: string): void =>
    lookAtOthers(state.now(), customerId, state.store.of(customerId), letGo.has(customerId));

  const { put, remove, replace } = state.store;
  const all = new Map(state.subscriptions().map((one) => [one.subscriptionId, one]));
  state.store.put = (subscription) => {
    const before = all.get(subscription.subscriptionId);
    const made = put(subscription);
    all.set(made.subscriptionId, made);
    changed(before, made);
    lookAt(made.customerId);
    return made;
  };
  state.store.remove = (id, reason) => {
    const before = all.get(id);
    remove(id, reason);
    all.delete(id);
    if (before) gone(before, 'transferred to somebody else');
    if (before) lookAt(before.customerId);
  };
  state.store.replace = (old, bought) => {
    const made = replace(old, bought);
    all.delete(old.subscriptionId);
    all.set(made.subscriptionId, made);
    gone(old, 'upgraded to another product');
    begin(made);
    lookAt(made.customerId);
    return made;
  };
  const { countCall } = state;
  state.countCall = (name) => {
    method = name.replace(/^subscriptions\./, '');
    countCall(name);
  };
  for (const one of all.values()) begin(one);
  for (const { customerId } of state.accounts.all()) lookAt(customerId);

  return {
    /** Committed terms that run now. */
    running: (): readonly Running[] => [...running.values()],
    /** Terms that have ended, and after which no other runs: suspended, or without a commitment. */
    past: (): readonly Running[] =>
      [...ended.values()].flatMap((one) => {
        const sold = running.has(one.subscriptionId) ? undefined : all.get(one.subscriptionId);
        return sold ? [{ ...one, domain: sold.customerDomain }] : [];
      }),
    runningOf: (subscriptionId: string): Running | undefined => running.get(subscriptionId),
    subscription: (id: string): Subscription | undefined => all.get(id),
    /** What stands there of a term, whether it runs or has ended. */
    now(term: TermId, subscriptionId: string): AtProvider {
      const sold = all.get(subscriptionId);
      return sold ? atProvider(sold) : GONE;
    },
    advanceTo: (instant: number): void => as('time', () => state.advanceTo(Math.max(instant, state.now()))),
    inConsole: <T>(act: (google: State) => T): T => as('console', () => act(state)),
  };
}
