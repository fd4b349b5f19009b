import { describe, expect, test } from 'vitest';
import type { Capabilities, Facts, Planned, Step, SubscriptionRef, Wish } from '../port.ts';
import {
  annual,
  ASSIGNED,
  asksNothing,
  caseOf,
  COMMITTED,
  ended,
  readOf,
  type Sold,
  type Suite,
} from './simulated-provider.ts';

const renew = (seats: number): Wish => ({ outcome: 'renew', seats, pay: null });
const FEWER = ASSIGNED - 3;
const BETWEEN = ASSIGNED + 2;
const MORE = COMMITTED + 5;

const WISHES: Readonly<Record<string, Wish>> = {
  'as many seats as now': renew(COMMITTED),
  'as many as are assigned': renew(ASSIGNED),
  'a number between': renew(BETWEEN),
  'more seats': renew(MORE),
  'no commitment': { outcome: 'flexible' },
  'the proposal': { outcome: 'proposed' },
  'an end': { outcome: 'end' },
};

/** One of these is needed to bring the wish about. */
const NEEDED: Readonly<Record<string, readonly (keyof Capabilities)[]>> = {
  'as many as are assigned': ['resizesToAssigned', 'renewsWithSeats'],
  'a number between': ['renewsWithSeats', 'flexible'],
  'more seats': ['addsSeats', 'renewsWithSeats'],
  'no commitment': ['flexible'],
  'the proposal': ['proposedOffers'],
};

const stepsOf = (planned: Planned): readonly Step[] =>
  'steps' in planned ? planned.steps : expect.unreachable(`blocked: ${planned.blocked.because}`);

function isWished(wish: Wish, facts: Facts): void {
  if (wish.outcome === 'end') expect(facts.isSuspended).toBe(true);
  else expect(facts.plan).toBe(wish.outcome === 'flexible' ? 'flexible' : 'committed');
  if (wish.outcome === 'renew') expect(facts).toMatchObject({ committed: wish.seats, pay: 'monthly' });
}

/** The life of a wish: planned, placed, over, finished, and nothing left to be done at any time. */
async function lives({ at }: Suite, wish: Wish, sold: Sold): Promise<void> {
  const { provider } = at();
  const ref = at().sell(sold);
  const { facts } = await provider.read(ref);
  const { termEndsAt } = facts;
  const planned = async (last: SubscriptionRef) =>
    stepsOf(provider.plan(wish, (await provider.read(last)).facts, at().now(), termEndsAt));
  const place = async (last: SubscriptionRef, step: Step): Promise<SubscriptionRef> => {
    const operation = await provider.place(last, step);
    if (operation.state === 'done') return operation.subscription;
    await ended(provider, operation.name);
    return last;
  };
  let last: SubscriptionRef = ref;
  for (const step of await planned(ref)) if (step.after === 'now') last = await place(last, step);
  expect((await planned(last)).filter(({ after }) => after === 'now')).toEqual([]);

  at().endTerm(ref);
  for (const step of await planned(last)) last = await place(last, step);

  isWished(wish, (await provider.read(last)).facts);
  expect(await planned(last)).toEqual([]);
}

const BLOCKED: readonly (readonly [string, Sold, string])[] = [
  ['is suspended', annual({ isSuspended: true }), 'suspended'],
  ['is billed by hand', annual({ isOffline: true }), 'offline'],
  ['is a trial', { plan: 'trial', seats: 5 }, 'no-commitment'],
  ['is free', { plan: 'free', seats: 5 }, 'no-commitment'],
];

/** How a wish is brought about. */
export function planningCases(suite: Suite): void {
  const { at } = suite;
  const because = async (wish: Wish, sold: Sold) => {
    const { one } = await readOf(suite, sold);
    const planned = at().provider.plan(wish, one.facts, at().now());
    return 'blocked' in planned ? planned.blocked : expect.unreachable('it is not blocked');
  };

  describe.each(Object.keys(WISHES))('a wish for %s', (name) => {
    const wish = WISHES[name] ?? expect.unreachable('each name has a wish');
    const isRefused = async () => expect(await because(wish, annual())).toEqual({ because: 'not-offered' });
    const on = (title: string, works: () => Promise<void>) =>
      caseOf(suite, NEEDED[name] ?? [], title, { works, isRefused });

    on('is what the next term comes to', () => lives(suite, wish, annual()));
    on('is so although an end was set before', () => lives(suite, wish, annual({ atTermEnd: { then: 'end' } })));
    on('is so although the people were to be counted, and paid yearly', () =>
      lives(suite, wish, annual({ atTermEnd: { then: 'renew', seats: 'assigned', pay: 'yearly' } })),
    );
    on('asks nobody when it is planned', () =>
      asksNothing(suite, async () => {
        const { one } = await readOf(suite, annual());
        at().provider.plan(wish, one.facts, at().now());
      }),
    );
  });

  test('a number between is one step only for who renews with any number', async () => {
    const { one } = await readOf(suite, annual());
    const planned = at().provider.plan(renew(BETWEEN), one.facts, at().now());
    expect('steps' in planned && planned.steps.length === 1).toBe(suite.capabilities.renewsWithSeats);
  });

  test('fewer seats than are assigned are blocked, and it says how many are to be freed', async () => {
    expect(await because(renew(FEWER), annual())).toEqual({
      because: 'below-assigned',
      assigned: ASSIGNED,
      wanted: FEWER,
    });
  });

  test('who assigned more meanwhile is followed', async () => {
    const ref = at().sell(annual());
    at().setAssigned(ref, BETWEEN + 1);
    const { facts } = await at().provider.read(ref);
    const blocked = { because: 'below-assigned', assigned: BETWEEN + 1, wanted: BETWEEN };
    expect(at().provider.plan(renew(BETWEEN), facts, at().now())).toMatchObject({ blocked });
  });

  const fallbackOf = async (ref: SubscriptionRef): Promise<readonly Step[] | undefined> => {
    const planned = at().provider.plan(renew(FEWER), (await at().provider.read(ref)).facts, at().now());
    return 'blocked' in planned ? planned.fallback : expect.unreachable('it is blocked');
  };
  caseOf(suite, ['flexible'], 'what is blocked by seats has a way on which it neither ends nor is committed', {
    works: async () => {
      const ref = at().sell(annual({ atTermEnd: { then: 'end' } }));
      for (const step of (await fallbackOf(ref)) ?? []) await at().provider.place(ref, step);
      at().endTerm(ref);
      expect((await at().provider.read(ref)).facts).toMatchObject({ plan: 'flexible', isSuspended: false });
    },
    isRefused: async () => expect(await fallbackOf(at().sell(annual()))).toBeUndefined(),
  });

  test.each(BLOCKED)('one that %s is blocked, whatever is wished', async (_, sold, reason) => {
    for (const wish of [renew(COMMITTED), WISHES['an end'] ?? renew(MORE)])
      expect(await because(wish, sold)).toEqual({ because: reason });
  });

  test('a flexible one takes no number of seats, and is as wanted where it shall be flexible', async () => {
    const flexible: Sold = { plan: 'flexible', seats: 50, assigned: 4 };
    expect(await because(renew(COMMITTED), flexible)).toEqual({ because: 'no-commitment' });
    const { one } = await readOf(suite, flexible);
    expect(at().provider.plan({ outcome: 'flexible' }, one.facts, at().now())).toEqual({ steps: [] });
  });
}
