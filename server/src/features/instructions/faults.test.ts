import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../../simulators/google/faults.ts';
import type { MethodName } from '../../../../simulators/google/routes.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import type { Provider } from '../../providers/port.ts';
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
];
const CALLS: MethodName[] = ['subscriptions.get', 'subscriptions.changeRenewalSettings', 'subscriptions.changePlan'];

test.each(KINDS)('a wish of two steps is placed once and finished, though Google fails with %s', async (kind) => {
  const desk = await openDesk();
  const changed: string[] = [];
  const { ledger } = google().state;
  const put = ledger.put;
  ledger.put = (subscription) => {
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

  ledger.put = put;
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled', seats: 80 });
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 80 } });
  expect(changed.filter((what) => what === 'SWITCH_TO_PAY_AS_YOU_GO')).toHaveLength(1);
  expect(changed.filter((what) => what === 'ANNUAL')).toHaveLength(1);
});

class Killed extends Error {}

/** A worker that dies at its nth question, before or after the provider has done it. */
function dying(at: number, when: 'before' | 'after') {
  const seen = { questions: 0, isDead: false };
  const asking = async <Reply>(ask: () => Promise<Reply>): Promise<Reply> => {
    if (seen.isDead) throw new Killed();
    seen.questions += 1;
    const isLast = seen.questions === at;
    if (isLast && when === 'before') seen.isDead = true;
    if (seen.isDead) throw new Killed();
    const reply = await ask();
    if (isLast) seen.isDead = true;
    if (seen.isDead) throw new Killed();
    return reply;
  };
  const twist = (provider: Provider): Partial<Provider> => ({
    read: (...asked) => asking(() => provider.read(...asked)),
    place: (...asked) => asking(() => provider.place(...asked)),
  });
  return { twist, seen };
}

describe('a worker that dies at any step', () => {
  const steps = [1, 2, 3].flatMap((at) => (['before', 'after'] as const).map((when) => [at, when] as const));
  test.each(steps)(
    '(question %i, %s it was answered) leaves it to the next, and nothing is placed twice',
    async (at, when) => {
      const desk = await openDesk();
      const { google: provider } = desk.services.clients.providers;
      if (!provider) return expect.unreachable('Google is there');
      const before = google().state.calls('subscriptions.changeRenewalSettings');
      const { twist, seen } = dying(at, when);
      desk.services.clients.providers = { google: { ...provider, ...twist(provider) } };
      await desk.places({ outcome: 'renew', seats: 80 });
      const { id } = await desk.newest();

      await workOnInstruction({ id }, desk.services, new AbortController().signal);

      expect(seen.isDead).toBe(true);
      desk.services.clients.providers = { google: provider };
      // It never came to writing down how its try ended: the lease runs out.
      await desk.db
        .update(t)
        .set({
          state: 'approved',
          failures: 0,
          nextTryAt: null,
          leasedUntil: new Date(desk.services.now().getTime() - 1),
        })
        .where(and(eq(t.id, id), isNull(t.finishedAt)));
      await desk.work();
      expect(await desk.newest()).toMatchObject({ state: 'verified' });
      expect(google().state.calls('subscriptions.changeRenewalSettings') - before).toBe(1);
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
