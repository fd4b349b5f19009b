import { describe, expect, test } from 'vitest';
import type { AtTermEnd, Facts, ProviderSubscription } from '../port.ts';
import { NotOffered, StalePageToken } from '../problems.ts';
import { annual, ASSIGNED, caseOf, COMMITTED, readOf, type Sold, type Suite } from './simulated-provider.ts';

async function everything({ at }: Suite): Promise<{ all: ProviderSubscription[]; pages: number }> {
  const all: ProviderSubscription[] = [];
  let pageToken: string | undefined;
  let pages = 0;
  do {
    const page = await at().provider.page({ pageToken });
    all.push(...page.subscriptions);
    pageToken = page.nextPageToken;
    pages += 1;
  } while (pageToken !== undefined);
  return { all, pages };
}
const sortedIds = (all: readonly ProviderSubscription[]) => all.map(({ subscriptionId }) => subscriptionId).sort();

function paging(suite: Suite): void {
  const { at } = suite;

  test('tells each subscription once, on more than one page', async () => {
    const { all, pages } = await everything(suite);
    expect(sortedIds(all)).toEqual([...at().sold()].sort());
    expect(pages).toBeGreaterThan(1);
  });

  test('tells of each what reading it tells', async () => {
    const { ref, one } = await readOf(suite, annual());
    const { all } = await everything(suite);
    expect(all.find(({ subscriptionId }) => subscriptionId === ref.subscriptionId)).toEqual(one);
  });

  test('refuses a token that it did not give, in the word for it', async () => {
    await expect(at().provider.page({ pageToken: 'of nobody' })).rejects.toBeInstanceOf(StalePageToken);
  });

  test.each(['outage', 'quota', 'quota-as-503', 'answer-lost'] as const)('goes on after %s', async (fault) => {
    at().fail(fault, 'list', 2, 1);
    expect(sortedIds((await everything(suite)).all)).toEqual([...at().sold()].sort());
  });

  test.each([
    ['outage', 'unavailable'],
    ['quota', 'quota'],
    ['quota-as-503', 'quota'],
  ] as const)('tells that %s stays, which a later run may not meet', async (fault, kind) => {
    at().fail(fault, 'list', 20);
    await expect(at().provider.page()).rejects.toMatchObject({ kind, retriable: true });
  });
}

function single(suite: Suite): void {
  const { at } = suite;

  test('tells the provider’s own words beside the facts', async () => {
    const { ref, one } = await readOf(suite, annual());
    expect(one).toMatchObject(ref);
    expect(one.skuId).not.toBe('');
    expect(one.numberOfSeats).toBe(COMMITTED);
    expect(one.licensedNumberOfSeats).toBe(ASSIGNED);
    expect(one.termEndsOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test.each([
    ['a subscription that is not there', { subscriptionId: 'nobody' }],
    ['a customer that is not there', { customerId: 'nobody' }],
  ])('does not know %s', async (_, changed) => {
    const { ref } = await readOf(suite, annual());
    await expect(at().provider.read({ ...ref, ...changed })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('does not ask for an empty id', async () => {
    const { ref } = await readOf(suite, annual());
    await expect(at().provider.read({ ...ref, subscriptionId: '' })).rejects.toMatchObject({ kind: 'refused' });
  });

  test('does not know what was cancelled', async () => {
    const { ref } = await readOf(suite, annual());
    at().cancel(ref);
    await expect(at().provider.read(ref)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('reads again after an outage', async () => {
    const { ref, one } = await readOf(suite, annual());
    at().fail('outage', 'read', 2);
    expect(await at().provider.read(ref)).toEqual(one);
  });

  test('stops when nobody waits any longer', async () => {
    const { ref } = await readOf(suite, annual());
    const signal = AbortSignal.abort(new Error('Nobody waits.'));
    await expect(at().provider.read(ref, { signal })).rejects.toThrow('Nobody waits.');
  });
}

const FACTS: readonly (readonly [string, Sold, Partial<Facts>])[] = [
  ['a commitment', annual(), { plan: 'committed', committed: COMMITTED, assigned: ASSIGNED, ceiling: null }],
  ['a flexible plan', { plan: 'flexible', seats: 50, assigned: 4 }, { plan: 'flexible', committed: null, ceiling: 50 }],
  ['a trial', { plan: 'trial', seats: 8 }, { plan: 'trial', committed: null, atTermEnd: { then: 'end' } }],
  ['a free plan', { plan: 'free', seats: 8 }, { plan: 'free', committed: null, termEndsAt: null, atTermEnd: null }],
  ['a suspension', annual({ isSuspended: true }), { isSuspended: true, committed: COMMITTED }],
];

const SETTINGS: readonly AtTermEnd[] = [
  { then: 'renew', seats: 'committed', pay: 'monthly' },
  { then: 'renew', seats: 'committed', pay: 'yearly' },
  { then: 'renew', seats: 'assigned', pay: 'monthly' },
  { then: 'renew', seats: 'assigned', pay: 'yearly' },
  { then: 'flexible' },
  { then: 'end' },
];

function facts(suite: Suite): void {
  const { at } = suite;

  test.each(FACTS)('of %s', async (_, sold, wanted) => {
    expect((await readOf(suite, sold)).one.facts).toMatchObject(wanted);
  });

  test('of a running term tell an instant that is to come; of a trial too', async () => {
    const { facts: annualOne } = (await readOf(suite, annual())).one;
    const { facts: trial } = (await readOf(suite, { plan: 'trial', seats: 5 })).one;
    expect(annualOne.termEndsAt?.getTime()).toBeGreaterThan(at().now().getTime());
    expect(trial.trialEndsAt?.getTime()).toBeGreaterThan(at().now().getTime());
    expect([annualOne.trialEndsAt, trial.termEndsAt]).toEqual([null, null]);
  });

  test('of what is billed by hand tell so', async () => {
    expect((await readOf(suite, annual({ isOffline: true }))).one.facts).toMatchObject({ isOffline: true });
  });

  test.each(SETTINGS)('tell what follows the term: $then $seats $pay', async (atTermEnd) => {
    expect((await readOf(suite, annual({ atTermEnd }))).one.facts.atTermEnd).toEqual(atTermEnd);
  });
}

function customers({ at }: Suite): void {
  const lookup = () => at().provider.customers ?? expect.unreachable('whoever has no lookup has no such cases');

  test('knows one of ours by id and by domain', async () => {
    const { customerId, domain } = at().ours;
    const wanted = { relation: 'managed', customerId };
    expect(await lookup().customer(customerId)).toMatchObject(wanted);
    expect(await lookup().customer(domain)).toMatchObject(wanted);
  });

  test('tells somebody else’s from nobody', async () => {
    expect(await lookup().customer(at().elsewhere)).toMatchObject({ relation: 'elsewhere' });
    expect(await lookup().customer('nobody.example')).toEqual({ relation: 'unknown' });
  });
}

function events(suite: Suite): void {
  const { at } = suite;
  const isRefused = () => {
    expect(() => at().provider.events([])).toThrow(NotOffered);
    return Promise.resolve();
  };
  const on = (name: string, check: () => void) =>
    caseOf(suite, ['events'], name, { works: () => Promise.resolve().then(check), isRefused });

  on('a message is a hint at its subscription', () => {
    const ref = at().sell(annual());
    const [event] = at().provider.events([at().message(ref, 'renewal', '1')]);
    expect(event).toMatchObject({ kind: 'renewed', ref });
  });
  on('a message that comes twice has the same id', () => {
    const message = at().message(at().sell(annual()), 'renewal', '1');
    const [first] = at().provider.events([message]);
    expect(
      new Set(
        at()
          .provider.events([message, message])
          .map(({ id }) => id),
      ),
    ).toEqual(new Set([first?.id]));
  });
  on('two messages are two', () => {
    const ref = at().sell(annual());
    const messages = ['2', '1'].map((id) => at().message(ref, 'renewal', id));
    expect(at().provider.events(messages)).toHaveLength(2);
  });
  on('a type that nobody knows is kept', () => {
    const ref = at().sell(annual());
    expect(at().provider.events([at().message(ref, 'something-new', '1')])).toMatchObject([{ kind: 'other', ref }]);
  });
  on('what is no message is left out', () => {
    const message = at().message(at().sell(annual()), 'renewal', '1');
    expect(at().provider.events([null, 'text', {}, { message: {} }, message])).toHaveLength(1);
  });
}

/** What a provider tells, without changing anything. */
export function readingCases(suite: Suite): void {
  describe('its list', () => paging(suite));
  describe('one subscription', () => single(suite));
  describe('the facts', () => facts(suite));
  describe('its customers', () => customers(suite));
  describe('its events', () => events(suite));
}
