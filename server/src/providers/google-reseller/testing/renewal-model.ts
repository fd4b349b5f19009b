import type { AtTermEnd, Facts, Step } from '../../port.ts';

export const NOW = new Date('2026-11-21T06:30:00Z');
export const END = new Date('2027-01-01T00:00:00Z');
export const AFTER = new Date('2027-01-01T09:00:00Z');
export const NEXT_END = new Date('2028-01-01T00:00:00Z');

export const to = (seats: 'committed' | 'assigned' | 'proposed', pay: 'monthly' | 'yearly' = 'monthly'): AtTermEnd => ({
  then: 'renew',
  seats,
  pay,
});
export const annual: Facts = {
  plan: 'committed',
  pay: 'monthly',
  isSuspended: false,
  committed: 15,
  ceiling: null,
  assigned: 10,
  termEndsAt: END,
  atTermEnd: to('assigned'),
  trialEndsAt: null,
  isOffline: false,
};
export const flexible: Facts = {
  ...annual,
  plan: 'flexible',
  pay: null,
  committed: null,
  termEndsAt: null,
  atTermEnd: null,
};

function isTaken({ plan, isSuspended, committed, assigned }: Facts, step: Step): boolean {
  switch (step.do) {
    case 'set-renewal':
      return plan === 'committed' && !isSuspended;
    case 'set-seats':
      return committed === step.from && step.to > step.from;
    case 'commit':
      return plan === 'flexible' && step.seats >= (assigned ?? 0);
  }
}

/** What a step does at Google, by what it documents. */
export function applied(facts: Facts, step: Step): Facts {
  if (!isTaken(facts, step)) throw new Error(`Google refuses ${JSON.stringify(step)}`);
  switch (step.do) {
    case 'set-renewal':
      return { ...facts, atTermEnd: step.to };
    case 'set-seats':
      return { ...facts, committed: step.to };
    case 'commit':
      return { ...annual, assigned: facts.assigned, pay: step.pay, committed: step.seats, termEndsAt: NEXT_END };
  }
}

/** What Google documents of the end of a term. */
export function termEnded(facts: Facts): Facts {
  const { atTermEnd, committed, assigned } = facts;
  if (facts.plan !== 'committed' || facts.isSuspended || !atTermEnd) return facts;
  if (atTermEnd.then === 'end') return { ...facts, isSuspended: true };
  if (atTermEnd.then === 'flexible') return { ...flexible, assigned, ceiling: committed };
  const used = Math.max(1, assigned ?? 1);
  const seats = { committed, assigned: used, proposed: Math.max(committed ?? 1, used) };
  return { ...facts, pay: atTermEnd.pay, committed: seats[atTermEnd.seats], termEndsAt: NEXT_END };
}
