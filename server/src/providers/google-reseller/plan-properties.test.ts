import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AtTermEnd, Facts, Planned, Step, Wish } from '../port.ts';
import { planWish } from './plan.ts';
import { AFTER, annual, applied, END, flexible, NEXT_END, NOW, termEnded } from './testing/renewal-model.ts';

const pay = fc.constantFrom('monthly' as const, 'yearly' as const);
const setting: fc.Arbitrary<AtTermEnd | null> = fc.oneof(
  fc.constantFrom<AtTermEnd | null>({ then: 'end' }, { then: 'flexible' }, null),
  fc.record({
    then: fc.constant('renew' as const),
    seats: fc.constantFrom('committed' as const, 'assigned' as const, 'proposed' as const),
    pay,
  }),
);
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    plan: fc.constantFrom(...(['committed', 'committed', 'committed', 'flexible', 'trial', 'free', 'other'] as const)),
    pay,
    isSuspended: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    isOffline: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    committed: fc.integer({ min: 1, max: 30 }),
    assigned: fc.option(fc.integer({ min: 0, max: 30 })),
    atTermEnd: setting,
  })
  .map(({ assigned, ...facts }) => {
    const isCommitted = facts.plan === 'committed';
    const used = assigned !== null && isCommitted ? Math.min(assigned, facts.committed) : assigned;
    if (isCommitted) return { ...annual, ...facts, assigned: used, termEndsAt: facts.isOffline ? null : END };
    return {
      ...flexible,
      plan: facts.plan,
      isSuspended: facts.isSuspended,
      isOffline: facts.isOffline,
      assigned: used,
    };
  });
const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      outcome: fc.constant('renew' as const),
      seats: fc.integer({ min: 0, max: 35 }),
      pay: fc.option(pay),
    }),
  },
  fc.constantFrom<Wish>({ outcome: 'flexible' }, { outcome: 'proposed' }, { outcome: 'end' }),
);

function isAsWished(wish: Wish, facts: Facts, before: Facts): boolean {
  switch (wish.outcome) {
    case 'renew': {
      const isPaid = facts.pay === (wish.pay ?? before.pay);
      return facts.plan === 'committed' && facts.committed === wish.seats && isPaid && !facts.isSuspended;
    }
    case 'flexible':
      return facts.plan === 'flexible';
    case 'proposed':
      return facts.plan === 'committed' && facts.termEndsAt === NEXT_END;
    case 'end':
      return facts.isSuspended;
  }
}

const stepsOf = (planned: Planned): readonly Step[] => ('steps' in planned ? planned.steps : expect.unreachable());
/** As the desk keeps it: the payment is written down, for a flexible plan does not tell it. */
const keptBy = (wish: Wish, { pay: paid }: Facts): Wish =>
  wish.outcome === 'renew' ? { ...wish, pay: wish.pay ?? paid } : wish;

describe('whatever the state and the wish', () => {
  const inAll = (check: (wish: Wish, facts: Facts) => void) =>
    fc.assert(
      fc.property(anyWish, anyFacts, (wish, facts) => check(keptBy(wish, facts), facts)),
      { numRuns: 3_000 },
    );

  test('it ends in the term that is wished, or it is blocked before', () => {
    inAll((wish, facts) => {
      const planned = planWish(wish, facts, NOW);
      if ('blocked' in planned) return;
      const set = planned.steps.filter(({ after }) => after === 'now').reduce(applied, facts);
      const ended = termEnded(set);
      const done = stepsOf(planWish(wish, ended, AFTER, facts.termEndsAt)).reduce(applied, ended);
      expect(isAsWished(wish, done, facts)).toBe(true);
      expect(planWish(wish, done, AFTER, facts.termEndsAt)).toEqual({ steps: [] });
    });
  });

  test('people who come and go meanwhile are followed by the next plan', () => {
    const changes = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyWish, anyFacts, changes, (asked, facts, assignments) => {
        const wish = keptBy(asked, facts);
        let last = facts;
        for (const many of assignments) {
          last = { ...last, assigned: Math.min(many, last.committed ?? many) };
          const planned = planWish(wish, last, NOW);
          if ('blocked' in planned) return;
          last = planned.steps.filter(({ after }) => after === 'now').reduce(applied, last);
        }
        const ended = termEnded(last);
        const done = stepsOf(planWish(wish, ended, AFTER, facts.termEndsAt)).reduce(applied, ended);
        expect(isAsWished(wish, done, facts)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a plan that is placed leaves nothing to be placed now', () => {
    inAll((wish, facts) => {
      const planned = planWish(wish, facts, NOW);
      if ('blocked' in planned) return;
      const set = planned.steps.filter(({ after }) => after === 'now').reduce(applied, facts);
      const later = planned.steps.filter(({ after }) => after === 'term-end');
      expect(planWish(wish, set, NOW)).toEqual({ steps: later });
    });
  });

  test('each step changes something', () => {
    inAll((wish, facts) => {
      const planned = planWish(wish, facts, NOW);
      if ('blocked' in planned) return;
      for (const step of planned.steps) {
        if (step.do === 'set-renewal') expect(applied(facts, step)).not.toEqual(facts);
        if (step.do === 'set-seats') expect(step.to).toBeGreaterThan(step.from);
        if (step.do === 'commit') expect(step.seats).not.toBe(facts.committed);
      }
    });
  });

  test('no plan takes a seat from somebody who uses it', () => {
    inAll((wish, facts) => {
      if (wish.outcome === 'renew' && facts.plan === 'committed' && wish.seats < (facts.assigned ?? 0))
        expect(planWish(wish, facts, NOW)).toHaveProperty('blocked');
    });
  });
});
