import { describe, expect, test } from 'vitest';
import type { AtTermEnd, Capabilities, ProviderSubscription, Step, SubscriptionRef } from '../port.ts';
import { NotOffered, SeatsChangedMeanwhile } from '../problems.ts';
import {
  annual,
  ASSIGNED,
  asksNothing,
  caseOf,
  COMMITTED,
  ended,
  type Sold,
  type Suite,
} from './simulated-provider.ts';

const MORE = COMMITTED + 5;
const FLEXIBLE: Sold = { plan: 'flexible', seats: 50, assigned: ASSIGNED };
const ENDS: Step = { do: 'set-renewal', to: { then: 'end' }, after: 'now' };
const ADDS: Step = { do: 'set-seats', from: COMMITTED, to: MORE, after: 'now' };
const COMMITS: Step = { do: 'commit', seats: 12, pay: 'yearly', after: 'now' };

interface Placing {
  readonly needed: readonly (keyof Capabilities)[];
  readonly step: Step;
  readonly sold: Sold;
  readonly isThere: (one: ProviderSubscription) => void;
}

const PLACED: readonly (readonly [string, Placing])[] = [
  [
    'a setting of the renewal',
    {
      needed: [],
      step: ENDS,
      sold: annual(),
      isThere: ({ facts }) => expect(facts.atTermEnd).toEqual({ then: 'end' }),
    },
  ],
  [
    'more seats',
    { needed: ['addsSeats'], step: ADDS, sold: annual(), isThere: ({ facts }) => expect(facts.committed).toBe(MORE) },
  ],
  [
    'a commitment',
    {
      needed: ['flexible'],
      step: COMMITS,
      sold: FLEXIBLE,
      isThere: ({ facts }) => expect(facts).toMatchObject({ plan: 'committed', committed: 12, pay: 'yearly' }),
    },
  ],
];

const SETTINGS: readonly (readonly [readonly (keyof Capabilities)[], AtTermEnd])[] = [
  [[], { then: 'renew', seats: 'committed', pay: 'yearly' }],
  [['resizesToAssigned'], { then: 'renew', seats: 'assigned', pay: 'monthly' }],
  [['proposedOffers'], { then: 'renew', seats: 'proposed', pay: 'monthly' }],
  [['flexible'], { then: 'flexible' }],
];

async function placed({ at }: Suite, ref: SubscriptionRef, step: Step): Promise<ProviderSubscription> {
  const operation = await at().provider.place(ref, step);
  if (operation.state === 'done') return operation.subscription;
  await ended(at().provider, operation.name);
  return at().provider.read(ref);
}

function each(suite: Suite, { step, sold, isThere }: Placing): void {
  const { at } = suite;
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = at().changes();
    await work();
    return at().changes() - before;
  };

  test('is there when it is placed, by one question', async () => {
    const ref = at().sell(sold);
    expect(await counted(async () => isThere(await placed(suite, ref, step)))).toBe(1);
    isThere(await at().provider.read(ref));
  });

  test('is not asked for a second time', async () => {
    const ref = at().sell(sold);
    const last = await placed(suite, ref, step);
    await asksNothing(suite, async () => isThere(await placed(suite, last, step)));
  });

  test('is asked for once where it was done and the answer was lost', async () => {
    const ref = at().sell(sold);
    at().fail('answer-lost', 'change');
    expect(await counted(async () => isThere(await placed(suite, ref, step)))).toBe(1);
  });

  test('is open where nobody answers after that, and found to be done later', async () => {
    const ref = at().sell(sold);
    at().fail('answer-lost', 'change');
    at().fail('outage', 'read', 20, 1);
    const problem = { kind: 'unavailable', reason: 'outcomeUnknown', retriable: true };
    await expect(at().provider.place(ref, step)).rejects.toMatchObject(problem);
    at().recover();
    await asksNothing(suite, async () => isThere(await placed(suite, ref, step)));
  });

  test.each(['outage', 'quota', 'quota-as-503'] as const)('is there although %s was met twice', async (fault) => {
    const ref = at().sell(sold);
    at().fail(fault, 'change', 2);
    isThere(await placed(suite, ref, step));
  });

  test.each([
    ['outage', 'unavailable'],
    ['quota', 'quota'],
    ['quota-as-503', 'quota'],
  ] as const)('is surely not done where %s stays, and may be later', async (fault, kind) => {
    const ref = at().sell(sold);
    const before = await at().provider.read(ref);
    at().fail(fault, 'change', 20);
    const problem: unknown = await at()
      .provider.place(ref, step)
      .catch((error: unknown) => error);
    expect(problem).toMatchObject({ kind, retriable: true });
    expect(problem).not.toMatchObject({ reason: 'outcomeUnknown' });
    at().recover();
    expect(await at().provider.read(ref)).toEqual(before);
  });

  test('is announced before each question, and what is thrown then stops it', async () => {
    const ref = at().sell(sold);
    const seen: string[] = [];
    const beforePost = ({ subscriptionId }: ProviderSubscription) => {
      seen.push(subscriptionId);
      return seen.length === 2 ? Promise.reject(new Error('It is no longer mine.')) : Promise.resolve();
    };
    at().fail('outage', 'change', 1);
    const asked = await counted(() =>
      expect(at().provider.place(ref, step, { beforePost })).rejects.toThrow('It is no longer mine.'),
    );
    expect([seen, asked]).toEqual([[ref.subscriptionId, ref.subscriptionId], 1]);
  });

  test('is refused where it is suspended, and where it is there no longer', async () => {
    const [suspended, gone] = [at().sell(sold), at().sell(sold)];
    at().suspend(suspended);
    at().cancel(gone);
    await expect(at().provider.place(suspended, step)).rejects.toMatchObject({ kind: 'refused', retriable: false });
    await expect(at().provider.place(gone, step)).rejects.toMatchObject({ kind: 'not-found', retriable: false });
  });
}

function seats(suite: Suite): void {
  const { at } = suite;

  test('that somebody else changed meanwhile are not asked for, and it is told how many there are', async () => {
    const ref = at().sell(annual());
    at().setSeats(ref, 40);
    await asksNothing(suite, async () => {
      const problem: unknown = await at()
        .provider.place(ref, ADDS)
        .catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(SeatsChangedMeanwhile);
      expect(problem).toMatchObject({ kind: 'refused', retriable: false, now: { facts: { committed: 40 } } });
    });
  });

  test('of a commitment are not taken away, in the provider’s own words', async () => {
    const ref = at().sell(annual());
    const fewer: Step = { do: 'set-seats', from: COMMITTED, to: COMMITTED - 1, after: 'now' };
    await expect(at().provider.place(ref, fewer)).rejects.toMatchObject({ kind: 'refused', retriable: false });
  });

  test.each([0, 1.5, -3])('are not %d', async (to) => {
    const ref = at().sell(annual());
    await asksNothing(suite, () =>
      expect(at().provider.place(ref, { ...ADDS, to } as Step)).rejects.toMatchObject({ kind: 'refused' }),
    );
  });
}

/** What is asked of a provider is done once. */
export function placingCases(suite: Suite): void {
  const { at } = suite;
  const canDo = (needed: Placing['needed']) => needed.every((capability) => suite.capabilities[capability]);
  const isRefused = (step: Step, sold: Sold) => () =>
    asksNothing(suite, () => expect(at().provider.place(at().sell(sold), step)).rejects.toBeInstanceOf(NotOffered));

  for (const [name, placing] of PLACED) {
    const { needed, step, sold } = placing;
    if (canDo(needed)) describe(name, () => each(suite, placing));
    else test(`${name}: declared as not offered (${needed.join(', ')})`, isRefused(step, sold));
  }
  if (canDo(['addsSeats'])) describe('seats', () => seats(suite));

  for (const [needed, to] of SETTINGS) {
    const step: Step = { do: 'set-renewal', to, after: 'now' };
    const works = async () => {
      const { facts } = await placed(suite, at().sell(annual()), step);
      expect(facts.atTermEnd).toEqual(to);
    };
    caseOf(suite, needed, `the term may be set to ${Object.values(to).join(' ')}`, {
      works,
      isRefused: isRefused(step, annual()),
    });
  }

  test('a commitment that runs is not replaced by another', async () => {
    const ref = at().sell(annual());
    await asksNothing(suite, () =>
      expect(at().provider.place(ref, COMMITS)).rejects.toMatchObject({ kind: 'refused', retriable: false }),
    );
  });

  caseOf(suite, ['answersLater'], 'what runs is told to be done in the end', {
    works: async () => {
      const operation = await at().provider.place(at().sell(annual()), ENDS);
      await ended(at().provider, operation.state === 'running' ? operation.name : expect.unreachable('it is done'));
    },
    isRefused: async () => {
      const operation = await at().provider.place(at().sell(annual()), ENDS);
      expect(operation.state).toBe('done');
      await expect(at().provider.operation('of nobody')).rejects.toBeInstanceOf(NotOffered);
    },
  });
}
