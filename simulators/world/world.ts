import { makeCompanies } from './companies.ts';
import { seededRandom } from './seeded-random.ts';
import { makeSize, makeSubscriptions, type Dependencies } from './subscriptions.ts';
import { makeTermEnds } from './terms.ts';
import type { Segment, World, WorldSubscription } from './types.ts';

/** Some companies have their head office abroad, and are billed in dollars. */
const EVERY_NTH = 20;
const NTH = 7;
export const RUPEES_PER_DOLLAR = 84;

interface Options {
  /** `YYYY-MM-DD`, the day from which the world is seen. */
  today: string;
  customers?: number;
  resellers?: number;
  seed?: number;
}

/**
 * An invented Indian reseller with its customers: the same wish gives the same world on every machine.
 * Commitments that ended earlier in the month of `today` are not renewed yet: its simulator does that when its clock is first turned.
 */
export function makeWorld({ today, customers = 500, resellers = 30, seed = 1 }: Options): World {
  const random = seededRandom(seed);
  const { companies, resellers: partners, foreignCustomers } = makeCompanies(customers, resellers, random);
  const context: Dependencies = {
    today,
    random,
    termEnd: makeTermEnds(today, random),
    newId: makeSubscriptionIds(seed),
  };
  return {
    today,
    resellers: partners,
    foreignCustomers,
    customers: companies.map(({ segmentOfTrade, ...company }, n) => {
      const size = makeSize(random);
      const segment = segmentOfTrade ?? segmentOfSize(size);
      const subscriptions = makeSubscriptions(size, context);
      // A reseller's customer is billed by that reseller, in rupees.
      if (n % EVERY_NTH !== NTH || company.resellerId !== null)
        return { ...company, segment, currency: 'INR', subscriptions };
      return { ...company, segment, currency: 'USD', subscriptions: subscriptions.map(inDollars) };
    }),
  };
}

const inDollars = (sold: WorldSubscription): WorldSubscription => ({
  ...sold,
  pricePerSeatPerYear: Math.round(sold.pricePerSeatPerYear / RUPEES_PER_DOLLAR),
});

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
