import { describe, expect, test } from 'vitest';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import type { FaultKind } from '../../../../simulators/google/faults.ts';
import type { MethodName } from '../../../../simulators/google/routes.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import type { Provider, ProviderSubscription } from '../../providers/port.ts';
import { workOnInstruction } from './jobs.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const KINDS: FaultKind[] = [
  'quotaExceeded',
  'quotaExceeded-503',
  'unavailable',
  'internalError',
  'unauthorized',
  'html',
  'html-200',
  'reset',
  'applied-but-answer-lost',
  'answered-but-not-applied',
];
const DAY = 86_400_000;
/** Longer than a worker's lease. */
const LEASE = 60_000;
const CALLS: MethodName[] = ['subscriptions.get', 'subscriptions.changeRenewalSettings', 'subscriptions.changePlan'];

test.each(KINDS)('a wish of two steps is placed once and finished, though Google fails with %s', async (kind) => {
  const desk = await openDesk();
  const changed: string[] = [];
  const { store } = google().state;
  const put = store.put;
  store.put = (subscription) => {
    const before = subscription.subscriptionId === desk.externalId ? desk.atGoogle() : undefined;
    const made = put(subscription);
    if (before && before.renewalSettings?.renewalType !== made.renewalSettings?.renewalType)
      changed.push(made.renewalSettings?.renewalType ?? 'none');
    if (before && before.plan.planName !== made.plan.planName) changed.push(made.plan.planName);
    return made;
  };
  for (const method of CALLS) google().faults.add({ kind, method, times: 7, after: 0 });

  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.pass(22, { syncs: false });

  store.put = put;
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled', seats: 80 });
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 80 } });
  expect(changed.filter((what) => what === 'SWITCH_TO_PAY_AS_YOU_GO')).toHaveLength(1);
  expect(changed.filter((what) => what === 'ANNUAL')).toHaveLength(1);
});

/** A worker that dies at its nth question, before or after the provider has done it: from then on it never goes on. */
function dying(at: number, when: 'before' | 'after') {
  const seen = { questions: 0, isDead: false };
  const graves: (() => void)[] = [];
  const dies = () =>
    new Promise<never>((_resolve, reject) => {
      seen.isDead = true;
      graves.push(() => {
        reject(new Error('It comes back from the dead.'));
      });
    });
  const asking = async <Reply>(ask: () => Promise<Reply>): Promise<Reply> => {
    if (seen.isDead) return dies();
    seen.questions += 1;
    const isLast = seen.questions === at;
    if (isLast && when === 'before') return dies();
    const reply = await ask();
    return isLast ? dies() : reply;
  };
  const twist = (provider: Provider): Partial<Provider> => ({
    read: (...asked) => asking(() => provider.read(...asked)),
    place: (now, step, options = {}) => {
      // That it is going to be asked is written down first: a question of its own, of our database.
      const beforePost = (read: ProviderSubscription) => asking(async () => options.beforePost?.(read));
      return asking(() => provider.place(now, step, { ...options, beforePost }));
    },
  });
  const rises = () => {
    for (const grave of graves) grave();
  };
  return { twist, seen, rises };
}

const CHANGES: MethodName[] = [
  'subscriptions.changeRenewalSettings',
  'subscriptions.changePlan',
  'subscriptions.changeSeats',
];
const WISHES = {
  'a setting': { seats: 80, atTermEnd: false, changes: [1, 0, 0] },
  'a new commitment, after the term': { seats: 80, atTermEnd: true, changes: [0, 1, 0] },
  'more seats, after the term': { seats: 100, atTermEnd: true, changes: [0, 0, 1] },
} as const;

describe('a worker that dies at any step', () => {
  const steps = (Object.keys(WISHES) as (keyof typeof WISHES)[]).flatMap((what) =>
    [1, 2, 3, 4].flatMap((at) => (['before', 'after'] as const).map((when) => [what, at, when] as const)),
  );
  test.each(steps)(
    'while it places %s (question %i, %s it was answered) leaves it to the next, and nothing is placed twice',
    async (what, at, when) => {
      const desk = await openDesk();
      const { google: provider } = desk.services.clients.providers;
      if (!provider) return expect.unreachable('Google is there');
      const { seats, atTermEnd, changes } = WISHES[what];
      await desk.places({ outcome: 'renew', seats });
      if (atTermEnd) {
        await desk.work();
        google().state.advanceTo(google().state.now() + 20 * DAY);
      }
      const { id } = await desk.newest();
      const count = () => CHANGES.map((method) => google().state.calls(method));
      const before = count();
      const { twist, seen, rises } = dying(at, when);
      desk.services.clients.providers = { google: { ...provider, ...twist(provider) } };

      const dead = workOnInstruction({ id }, desk.services, new AbortController().signal);
      await expect.poll(() => seen.isDead).toBe(true);

      desk.services.clients.providers = { google: provider };
      const mid = await desk.newest();
      await desk.work();
      expect(await desk.newest(), 'its lease still runs').toEqual(mid);
      google().state.advanceTo(google().state.now() + LEASE);
      await desk.work();
      const done = atTermEnd ? 'fulfilled' : 'verified';
      expect(await desk.newest()).toMatchObject({ state: done, failures: 0, reason: null, attempts: mid.attempts + 1 });
      expect(count().map((calls, nth) => calls - (before[nth] ?? 0))).toEqual(changes);

      rises();
      await dead;
      expect(await desk.newest(), 'who comes back writes nothing').toMatchObject({ state: done, failures: 0 });
    },
  );
});

test('a provider that says it is done and has not done it is found out: what is verified was read', async () => {
  const desk = await openDesk();
  const { google: provider } = desk.services.clients.providers;
  if (!provider) return expect.unreachable('Google is there');
  const place: Provider['place'] = async (ref) => ({ state: 'done', subscription: await provider.read(ref) });
  desk.services.clients.providers = { google: { ...provider, place } };

  await desk.places({ outcome: 'flexible' });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'placed' });

  desk.services.clients.providers = { google: provider };
  await desk.pass(1);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
});

const containing = (text: string): unknown => expect.stringContaining(text);

class Unknown extends ServiceProblem {}

test('subscriptions that Google does not know are no outage: nobody else’s work rests', async () => {
  let unknown = 8;
  const desk = await openDesk({
    twist: (provider) => ({
      read: (...asked) => {
        unknown -= 1;
        return unknown < 0
          ? provider.read(...asked)
          : Promise.reject(new Unknown('not-found', 'Google does not know it.'));
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  const look = async () => {
    await desk.db.update(t).set({ nextTryAt: null });
    await desk.work();
  };
  for (let times = 0; times < 8; times += 1) await look();
  expect(await desk.newest()).toMatchObject({ state: 'approved', failures: 8 });
  await look();
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
});

test('what no sync finds for a day is blocked, until the provider knows it again; the sync asks nobody sooner', async () => {
  let isGone = true;
  const desk = await openDesk({
    twist: (provider) => ({
      read: (...asked) => (isGone ? Promise.reject(new Unknown('not-found', 'Who?')) : provider.read(...asked)),
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.pass(0.75);
  const { state, attempts } = await desk.newest();
  expect(state).toBe('approved');
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'approved', attempts, reason: containing('next sync') });

  await desk.pass(0.75);
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason: containing('for a day') });
  await desk.pass(2);
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason: containing('for a day') });
  isGone = false;
  await desk.pass(0.5);
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
});

test('a look that failed after it had read concludes nothing: what was changed by hand is asked about by the next', async () => {
  let isBroken = false;
  const desk = await openDesk({
    twist: (provider) => ({
      plan: (...asked) => {
        if (isBroken) throw new Error('canary');
        return provider.plan(...asked);
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  const { renewalSettings } = desk.atGoogle();
  google().state.change(desk.externalId, { renewalSettings: { ...renewalSettings, renewalType: 'CANCEL' } as never });
  const look = async () => {
    await desk.db.update(t).set({ nextTryAt: null });
    await desk.work();
  };

  isBroken = true;
  await look();
  expect(await desk.newest()).toMatchObject({ state: 'verified', failures: 1 });
  isBroken = false;
  await look();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('CANCEL');
});
