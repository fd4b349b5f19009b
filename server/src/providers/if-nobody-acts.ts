import type { AtTermEnd, Facts, IfNobodyActs } from './port.ts';

const UNKNOWN: IfNobodyActs = { outcome: 'unknown', seats: null };

/** As many as are assigned, and one at least; it is the same number where no fewer are assigned than committed. */
function withAssigned({ committed, assigned }: Facts): IfNobodyActs {
  if (assigned === null) return UNKNOWN;
  const seats = Math.max(1, assigned);
  return { outcome: committed !== null && seats < committed ? 'shrinks' : 'renews', seats };
}

function after(end: AtTermEnd, facts: Facts): IfNobodyActs {
  if (end.then === 'end') return { outcome: 'ends', seats: 0 };
  if (end.then === 'flexible') return { outcome: 'flexible', seats: facts.assigned };
  switch (end.seats) {
    case 'committed':
      return { outcome: 'renews', seats: facts.committed };
    case 'assigned':
      return withAssigned(facts);
    case 'proposed':
      // The higher of those proposed, which nobody told, and those assigned.
      return { outcome: 'proposed', seats: facts.assigned };
  }
}

/** Plans that go on as they are: the number of today, with nothing that would change it. */
const goesOn = ({ isOffline, plan, committed, assigned }: Facts): IfNobodyActs | undefined => {
  if (isOffline) return { outcome: 'nothing', seats: committed ?? assigned };
  return plan === 'flexible' || plan === 'free' ? { outcome: 'nothing', seats: assigned } : undefined;
};

/**
 * What will be by itself when the term, or the trial, ends. Of an end that has passed and that the provider still tells as
 * the next one nobody knows what it came to.
 */
export function ifNobodyActs(facts: Facts | null, now: Date): IfNobodyActs {
  if (facts === null) return UNKNOWN;
  if (facts.isSuspended) return { outcome: 'suspended', seats: 0 };
  const same = goesOn(facts);
  if (same) return same;
  const { plan, atTermEnd } = facts;
  const endsAt = plan === 'trial' ? facts.trialEndsAt : facts.termEndsAt;
  if (plan === 'other' || atTermEnd === null || endsAt === null || endsAt <= now) return UNKNOWN;
  return after(atTermEnd, facts);
}
