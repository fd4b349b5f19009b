import { makeCompanies } from './companies.ts';
import { makeDice } from './dice.ts';
import { makeSize, makeSubscriptions, type Surroundings } from './subscriptions.ts';
import { makeTermEnds } from './terms.ts';
import type { Segment, World } from './types.ts';

interface Wish {
  /** `YYYY-MM-DD`, the day from which the world is seen. */
  today: string;
  customers?: number;
  resellers?: number;
  seed?: number;
}

/**
 * An invented Indian reseller with its customers: the same wish gives the same world on every machine.
 * Google renews commitments that ended earlier in the month of `today` only when it is told to.
 */
export function makeWorld({ today, customers = 500, resellers = 30, seed = 1 }: Wish): World {
  const dice = makeDice(seed);
  const { companies, resellers: partners, foreignCustomers } = makeCompanies(customers, resellers, dice);
  const around: Surroundings = { today, dice, termEnd: makeTermEnds(today, dice), newId: makeSubscriptionIds(seed) };
  return {
    today,
    resellers: partners,
    foreignCustomers,
    customers: companies.map(({ segmentOfTrade, ...company }) => {
      const size = makeSize(dice);
      const segment = segmentOfTrade ?? segmentOfSize(size);
      return { ...company, segment, subscriptions: makeSubscriptions(size, around) };
    }),
  };
}

function segmentOfSize(size: number): Segment {
  if (size < 20) return 'Micro';
  if (size <= 300) return 'SMB';
  return size < 1_000 ? 'Corporate' : 'Enterprise';
}

/** Ten digits, each id a long step from the one before. */
function makeSubscriptionIds(seed: number): () => string {
  let position = seed;
  return () => {
    position = (position + 7_654_321) % 1_000_000_007;
    return String(1_000_000_000 + position);
  };
}
