import { makeState } from '../simulators/google/state.ts';
import { keyedRandom } from './keyed-random.ts';
import { dayAt, instantOf } from './clock.ts';
import { daysOf } from './days.ts';
import type { Run, Seen, TermId } from './oracle/seen.ts';
import { watchProvider } from './watch/provider.ts';
import { customerEvents } from './world/customer-events.ts';
import { FIRST_DAY, makeWorld } from './world/make-world.ts';

/** The same world of the same seed, in which nobody decides and nobody acts: what the provider does by itself. */
export function nobodyActs(run: Omit<Run, 'seen'>, all: number): Run {
  const random = keyedRandom(run.seed);
  const seen: Seen[] = [];
  const note = (one: Seen): void => void seen.push(one);
  const state = makeState(makeWorld(random, run.domains), { today: FIRST_DAY, realTime: undefined });
  const watch = watchProvider(state, random, note);
  const playCustomerEvents = customerEvents({ random, watch, note, domains: run.domains });
  const days = daysOf(run);
  const subscriptionOf = new Map<TermId, string>();
  let waiting: { term: TermId; lookOn: string }[] = [];
  let read = 0;
  for (let count = 1; count <= all; count += 1) {
    const today = dayAt(count);
    for (const { term, subscriptionId } of watch.running()) subscriptionOf.set(term, subscriptionId);
    watch.advanceTo(instantOf(today, '01:00'));
    playCustomerEvents(state, count);
    watch.advanceTo(instantOf(today, '19:30'));
    for (; read < seen.length; read += 1) {
      const one = seen[read];
      if (one?.kind === 'ended') waiting.push({ term: one.term, lookOn: days.businessAfter(days.today(one.at), 1) });
    }
    for (const { term } of waiting.filter(({ lookOn }) => lookOn <= today))
      note({
        kind: 'settled',
        at: state.now(),
        term,
        now: watch.now(term, subscriptionOf.get(term) ?? ''),
        isFinal: false,
      });
    waiting = waiting.filter(({ lookOn }) => lookOn > today);
  }
  return { ...run, seen };
}
