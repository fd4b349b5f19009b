import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Blocked, Facts, Wish } from '../providers/port.ts';
import { planWish } from '../providers/google-reseller/plan.ts';
import { annual, applied, END, NOW, termEnded, to } from '../providers/google-reseller/testing/renewal-model.ts';
import {
  isOverdue,
  nextLook,
  nextLookOfBlocked,
  nextOf,
  type Approved,
  type Next,
} from '../domain/instructions/advance.ts';
import { atProviderInWords, blockedSentence } from '../domain/instructions/sentences.ts';

const approved = (wish: Wish, own: Partial<Approved> = {}): Approved => ({
  ...{ wish, termEndsAt: END, verified: null, seatsWhenDecided: null, isAsked: false },
  ...own,
});
const asRead = ({ atTermEnd, committed }: Facts) => ({ atTermEnd, committed });
const renew = (seats: number): Wish => ({ outcome: 'renew', seats, pay: 'monthly' });
const after = new Date(END.getTime() + 3_600_000);

test('a number between those in use and those bought is placed in two steps, the second when the term is over', () => {
  const between = approved(renew(12));
  const first = nextOf(between, annual, NOW, planWish);
  expect(first).toEqual({ do: 'place', step: { do: 'set-renewal', to: { then: 'flexible' }, after: 'now' } });

  const set: Facts = { ...annual, atTermEnd: { then: 'flexible' } };
  const commit = { do: 'commit', seats: 12, pay: 'monthly' };
  expect(nextOf(between, set, NOW, planWish)).toEqual({ do: 'wait', rest: [{ ...commit, after: 'term-end' }] });

  const flexible = termEnded(set);
  expect(nextOf({ ...between, verified: asRead(set) }, flexible, after, planWish)).toEqual({
    do: 'place',
    step: { ...commit, after: 'now' },
  });
});

test('a setting that is right already is not placed, and one that is fulfilled asks for nothing', () => {
  const same: Facts = { ...annual, atTermEnd: to('committed') };
  expect(nextOf(approved(renew(15)), same, NOW, planWish)).toEqual({ do: 'wait', rest: [] });
  expect(nextOf(approved(renew(15)), termEnded(same), after, planWish)).toEqual({ do: 'fulfil' });
});

test('what somebody else changes after it was read back as wanted is asked, not overwritten', () => {
  const set: Facts = { ...annual, atTermEnd: to('committed') };
  const verified = approved(renew(15), { verified: asRead(set) });
  expect(nextOf(verified, { ...set, atTermEnd: { then: 'end' } }, NOW, planWish)).toMatchObject({ do: 'ask' });
  expect(nextOf(verified, { ...set, committed: 17 }, NOW, planWish)).toMatchObject({ do: 'ask' });
  expect(nextOf({ ...verified, verified: null }, annual, NOW, planWish)).toMatchObject({ do: 'place' });
});

test('users who come and go need nobody: what was wished is brought about another way', () => {
  const set: Facts = { ...annual, assigned: 12, atTermEnd: to('assigned') };
  const wish = approved(renew(12), { verified: asRead(set) });
  expect(nextOf(wish, set, NOW, planWish)).toEqual({ do: 'wait', rest: [] });
  expect(nextOf(wish, { ...set, assigned: 11 }, NOW, planWish)).toEqual({
    do: 'place',
    step: { do: 'set-renewal', to: { then: 'flexible' }, after: 'now' },
  });
});

test('a wish below the seats in use is blocked with how many to free, and goes on once they are', () => {
  const few = approved(renew(8));
  const flexibleNext: Facts = { ...annual, atTermEnd: { then: 'flexible' } };
  expect(atProviderInWords(flexibleNext)).toBe('Go on as a flexible plan when the term ends');
  expect(atProviderInWords({ ...annual, plan: 'flexible', atTermEnd: null })).toBe('Go on as a flexible plan');
  const next = nextOf(few, flexibleNext, NOW, planWish);
  const blocked = { because: 'below-assigned', assigned: 10, wanted: 8 } as const;
  expect(next).toEqual({ do: 'block', blocked, goesOn: true });
  expect(blockedSentence(blocked, false)).toBe('Free 2 seats first: 10 assigned, 8 wanted.');
  expect(blockedSentence(blocked, true)).toBe(
    'Free 2 seats first: 10 assigned, 8 wanted. Otherwise it goes on as a flexible plan after the term, until that is done.',
  );
  expect(nextOf(few, { ...flexibleNext, assigned: 8 }, NOW, planWish)).toMatchObject({
    ...{ do: 'place', step: { to: to('assigned') } },
  });
});

describe('what is blocked by seats', () => {
  const step = { do: 'set-renewal', to: { then: 'flexible' }, after: 'now' };

  test.each<[string, Facts['atTermEnd'], number | null]>([
    ['would renew the seats in use', to('assigned'), 10],
    ['would renew all', to('committed'), 10],
    ['would end', { then: 'end' }, 10],
    ['would renew all, and nobody told how many are in use', to('committed'), null],
  ])('is set to go on without a commitment where it %s', (_, atTermEnd, assigned) => {
    const facts: Facts = { ...annual, atTermEnd, assigned };
    expect(nextOf(approved(renew(8)), facts, NOW, planWish)).toMatchObject({ do: 'place', step });
    const set: Facts = { ...facts, atTermEnd: { then: 'flexible' } };
    expect(nextOf(approved(renew(8)), set, NOW, planWish)).toMatchObject({ do: 'block', goesOn: true });
  });

  test('is so though the seats in use were set, and grew in the last night', () => {
    const set: Facts = { ...annual, assigned: 8, atTermEnd: to('assigned') };
    const verified = approved(renew(8), { verified: asRead(set) });
    const grown: Facts = { ...set, assigned: 14 };
    expect(nextOf(verified, grown, new Date(END.getTime() - 3_600_000), planWish)).toMatchObject({
      do: 'place',
      step,
    });
  });

  test('is asked about where somebody has set it otherwise', () => {
    const set: Facts = { ...annual, assigned: 8, atTermEnd: to('assigned') };
    const verified = approved(renew(8), { verified: asRead(set) });
    const byHand: Facts = { ...set, assigned: 14, atTermEnd: to('committed') };
    expect(nextOf(verified, byHand, NOW, planWish)).toEqual({ do: 'ask', because: 'changed' });
  });

  test('is as it is once the clock has passed the end, whatever the provider tells for some hours', () => {
    expect(nextOf(approved(renew(8)), annual, after, planWish)).toMatchObject({ do: 'block', goesOn: false });
  });
});

const BECAUSE = ['suspended', 'offline', 'no-commitment', 'no-term', 'over', 'unknown-plan', 'assigned-unknown', 'not-offered'] as const; // prettier-ignore
test.each(BECAUSE)('why a wish is blocked is said in a sentence: %s', (because) => {
  expect(blockedSentence({ because } satisfies Blocked, false)).toMatch(/^[A-Z].{20,}\.$/);
});

/** What is blocked before the end is looked at again, for seats may be freed. */
const isLast = (next: Next, clock: Date): boolean =>
  next.do === 'fulfil' || next.do === 'ask' || (next.do === 'block' && clock > END);

/** Looks as a worker would, until there is nothing more to do. */
function run(wish: Wish, start: Facts): { last: Next; facts: Facts; placed: number } {
  let [facts, placed] = [start, 0];
  let verified: Approved['verified'] = null;
  let clock = NOW;
  for (let look = 0; look < 200; look += 1) {
    if (clock >= END && facts.termEndsAt?.getTime() === END.getTime()) facts = termEnded(facts);
    const next = nextOf(approved(wish, { verified }), facts, clock, planWish);
    if (isLast(next, clock)) return { last: next, facts, placed };
    if (next.do === 'place') [facts, placed] = [applied(facts, next.step), placed + 1];
    else {
      if (next.do === 'wait') verified = asRead(facts);
      clock = nextLook({ termEndsAt: END }, clock);
    }
  }
  throw new Error('It never came to an end.');
}

const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }).map(renew) },
  fc.constantFrom<Wish>({ outcome: 'flexible' }, { outcome: 'end' }, { outcome: 'proposed' }),
);
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    committed: fc.integer({ min: 1, max: 25 }),
    used: fc.integer({ min: 0, max: 25 }),
    atTermEnd: fc.constantFrom<Facts['atTermEnd']>(to('committed'), to('assigned'), to('proposed'), { then: 'flexible' }, { then: 'end' }, null), // prettier-ignore
  })
  .map(({ committed, used, atTermEnd }) => ({ ...annual, committed, assigned: Math.min(used, committed), atTermEnd }));

test('as long as somebody is asked nothing is placed: it stands as was wanted, or they are asked still', () => {
  fc.assert(
    fc.property(anyWish, anyFacts, fc.boolean(), (wish, facts, isOver) => {
      const asked = approved(wish, { isAsked: true });
      const next = isOver ? nextOf(asked, termEnded(facts), after, planWish) : nextOf(asked, facts, NOW, planWish);
      expect(['ask', 'wait']).toContain(next.do);
      if (next.do === 'wait') expect(nextOf(approved(wish), facts, NOW, planWish)).toEqual(next);
      if (isOver) expect(next.do).toBe('ask');
    }),
    { numRuns: 1_000, seed: 20_261_129 },
  );
});

test('1,000 wishes: each comes to the term that was wished, in two questions at most, or is blocked with a reason, without a commitment', () => {
  fc.assert(
    fc.property(anyWish, anyFacts, (wish, start) => {
      const { last, facts, placed } = run(wish, start);
      expect(placed).toBeLessThanOrEqual(2);
      if (last.do === 'block') {
        expect(wish.outcome).toBe('renew');
        expect(facts).toMatchObject({ plan: 'flexible', isSuspended: false });
        return;
      }
      expect(last.do).toBe('fulfil');
      if (wish.outcome === 'renew') expect([facts.plan, facts.committed]).toEqual(['committed', wish.seats]);
      if (wish.outcome === 'flexible') expect(facts.plan).toBe('flexible');
      if (wish.outcome === 'end') expect(facts.isSuspended).toBe(true);
    }),
    { numRuns: 1_000, seed: 20_261_123 },
  );
});

test('what a person has to put right is looked at daily after the end, and hourly what users can free', () => {
  const hoursUntil = (because: Blocked['because'], now: Date) =>
    (nextLookOfBlocked({ because } as Blocked, { termEndsAt: END }, now).getTime() - now.getTime()) / 3_600_000;
  const dayAfter = new Date(END.getTime() + 86_400_000);
  const causes = ['over', 'suspended', 'below-assigned'] as const;
  expect(causes.map((because) => hoursUntil(because, dayAfter))).toEqual([24, 24, 1]);
  // The provider may tell the term that is over for some hours.
  expect(hoursUntil('over', after)).toBe(1);
  const dayBefore = new Date(END.getTime() - 86_400_000);
  expect(hoursUntil('suspended', dayBefore)).toBe(23);
  expect(hoursUntil('suspended', new Date(END.getTime() - 3_600_000))).toBe(1);
});

test('it is looked at each day, three days, a day and an hour before the end, at the end, and hourly in the week after it', () => {
  const looks: string[] = [];
  for (let at = new Date('2026-12-27T06:30:00Z'); looks.length < 9;) {
    at = nextLook({ termEndsAt: END }, at);
    looks.push(at.toISOString().slice(5, 16));
  }
  expect(looks).toEqual([
    ...['12-28T06:30', '12-29T00:00', '12-30T00:00', '12-31T00:00', '12-31T23:00'],
    ...['01-01T00:00', '01-01T01:00', '01-01T02:00', '01-01T03:00'],
  ]);
  const weekLater = new Date(END.getTime() + 7 * 86_400_000);
  expect(nextLook({ termEndsAt: END }, new Date(weekLater.getTime() - 1)).getTime()).toBe(
    weekLater.getTime() + 3_599_999,
  );
  expect(nextLook({ termEndsAt: END }, weekLater).getTime()).toBe(weekLater.getTime() + 86_400_000);
  expect(isOverdue({ termEndsAt: END }, after)).toBe(false);
  expect(isOverdue({ termEndsAt: END }, new Date(END.getTime() + 86_400_000))).toBe(true);
  expect(isOverdue({ termEndsAt: null }, after)).toBe(false);
});
