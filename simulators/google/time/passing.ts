import type { makeAccounts } from '../accounts.ts';
import type { makeLedger } from '../ledger.ts';
import { invalid } from '../refusal.ts';
import { nextDue, type Due } from '../rules/due.ts';
import { renewed, trialEnded, type Proposal } from '../rules/lifecycle.ts';
import type { Clock } from './clock.ts';

const DAY = 86_400_000;

interface Surroundings {
  clock: Clock;
  ledger: ReturnType<typeof makeLedger>;
  accounts: ReturnType<typeof makeAccounts>;
  proposalOf: (subscriptionId: string) => Proposal | undefined;
  /** The day from which the world is seen: what had been due before it happens only when the clock is turned. */
  since: number;
}

/** The one that is due first; of several at one instant the one that was found first. */
function earliest(due: ReadonlyMap<string, Due>): [customerId: string, due: Due] | undefined {
  let found: [string, Due] | undefined;
  for (const one of due) if (!found || one[1].at < found[1].at) found = one;
  return found;
}

/** Time goes on, and what falls due in it happens by itself, in the order of the instants. */
export function makePassing({ clock, ledger, accounts, proposalOf, since }: Surroundings) {
  let from = since;
  let settledUntil = clock.now();

  function happen(due: Due): void {
    switch (due.what) {
      case 'term-end':
        ledger.put(renewed(ledger.get(due.subscriptionId), proposalOf(due.subscriptionId)));
        break;
      case 'trial-end':
        ledger.put(trialEnded(ledger.get(due.subscriptionId)));
        break;
      case 'move-away':
        for (const { subscriptionId } of ledger.of(due.customerId)) ledger.remove(subscriptionId, 'TRANSFERRED_OUT');
        accounts.moveAway(due.customerId);
        break;
    }
  }

  function passUntil(instant: number): void {
    const due = new Map<string, Due>();
    const ids = ledger.idsByCustomer();
    const look = (customerId: string) => {
      const next = nextDue(ledger.held(ids.get(customerId) ?? []), from);
      if (next && next.at <= instant) due.set(customerId, next);
      else due.delete(customerId);
    };
    for (const customerId of ids.keys()) look(customerId);
    for (let next = earliest(due); next; next = earliest(due)) {
      const [customerId, first] = next;
      settledUntil = Math.max(settledUntil, first.at);
      clock.at(settledUntil, () => {
        happen(first);
      });
      look(customerId);
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
    from = -Infinity;
    clock.moveTo(instant);
    passUntil(instant);
  }

  return { settle, advanceTo, advanceDays: (days: number) => advanceTo(clock.now() + days * DAY) };
}
