import { freshPlan } from '../../simulators/google/rules/plans.ts';
import type { Subscription } from '../../simulators/google/wire.ts';
import type { Wish } from '../oracle/seen.ts';

/** What ended with its term can be had again by a new order, which staff place in the provider's console. */
export function soldAnew(
  { seats: { licensedNumberOfSeats: licensed, numberOfSeats: before = 0 } }: Subscription,
  wish: Exclude<Wish, { outcome: 'end' }>,
  now: number,
): Partial<Subscription> {
  const active = { status: 'ACTIVE', suspensionReasons: undefined } as const;
  if (wish.outcome === 'flexible')
    return {
      ...active,
      ...freshPlan('FLEXIBLE', now),
      renewalSettings: undefined,
      seats: { kind: 'subscriptions#seats', maximumNumberOfSeats: before, licensedNumberOfSeats: licensed },
    };
  // Whoever is one too many has lost the access anyway, and is given none.
  const used = Math.min(licensed, wish.seats);
  const seats = { kind: 'subscriptions#seats', numberOfSeats: wish.seats, licensedNumberOfSeats: used } as const;
  return { ...active, ...freshPlan('ANNUAL', now), seats };
}
