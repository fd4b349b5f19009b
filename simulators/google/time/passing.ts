import type { makeAccounts } from '../accounts.ts';
import type { makeSubscriptionStore } from '../subscription-store.ts';
import { invalid } from '../refusal.ts';
import { nextDue, type Due } from '../rules/due.ts';
import { renewed, trialEnded, type Proposal } from '../rules/lifecycle.ts';
import type { Clock } from './clock.ts';

const DAY = 86_400_000;

interface Dependencies {
  clock: Clock;
  store: ReturnType<typeof makeSubscriptionStore>;
  accounts: ReturnType<typeof makeAccounts>;
  proposalOf: (subscriptionId: string) => Proposal | undefined;
  /** The day from which the world is seen: what had been due before it happens only when the clock is turned. */
  since: number;
}

/** Time goes on, and what falls due in it happens by itself, in the order of the instants. */
export function makePassing({ clock, store, accounts, proposalOf, since }: Dependencies) {
  let from = since;
  let settledUntil = clock.now();
  /** What happens next to each customer; those whose subscriptions changed since the last look are looked at again. */
  const next = new Map<string, Due>();
  const changed = new Set(store.customerIds());

  function happen(due: Due): void {
    switch (due.what) {
      case 'term-end':
        store.put(renewed(store.get(due.subscriptionId), proposalOf(due.subscriptionId)));
        break;
      case 'trial-end':
        store.put(trialEnded(store.get(due.subscriptionId)));
        break;
      case 'move-away':
        for (const { subscriptionId } of store.of(due.customerId)) store.remove(subscriptionId, 'TRANSFERRED_OUT');
        accounts.moveAway(due.customerId);
        break;
    }
  }

  function look(): void {
    for (const customerId of changed) {
      const due = nextDue(store.held(customerId), from);
      if (due) next.set(customerId, due);
      else next.delete(customerId);
    }
    changed.clear();
  }

  /** What is due first, until that instant; of several at one instant that of the customer whose id comes first. */
  function earliest(instant: number): Due | undefined {
    look();
    let found: [customerId: string, due: Due] | undefined;
    for (const one of next) {
      const [customerId, { at }] = one;
      if (at > instant || (found && at > found[1].at)) continue;
      if (!found || at < found[1].at || customerId < found[0]) found = one;
    }
    return found?.[1];
  }

  function passUntil(instant: number): void {
    for (let due = earliest(instant); due; due = earliest(instant)) {
      const first = due;
      settledUntil = Math.max(settledUntil, first.at);
      clock.at(settledUntil, () => {
        happen(first);
      });
    }
    settledUntil = instant;
  }

  /** Of a clock that runs: what has become due since the last look happens. */
  function settle(): void {
    if (clock.runs) passUntil(clock.now());
  }

  function advanceTo(instant: number): void {
    settle();
    if (!(instant >= clock.now())) {
      const [asked, now] = [instant, clock.now()].map((ms) => new Date(ms).toISOString());
      throw invalid(`The clock is at ${now} and cannot be turned back to ${asked}`);
    }
    if (from > -Infinity) for (const customerId of store.customerIds()) changed.add(customerId);
    from = -Infinity;
    clock.moveTo(instant);
    passUntil(instant);
  }

  return {
    /** The customer has something that it had not, or lacks something, or has it otherwise. */
    noteChange: (customerId: string) => void changed.add(customerId),
    settle,
    advanceTo,
    advanceDays: (days: number) => advanceTo(clock.now() + days * DAY),
  };
}
