import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A desk whose wish is in place, and how often Google was asked for a single subscription since then. */
async function placed() {
  let reads = 0;
  const desk = await openDesk({
    twist: (provider) => ({
      read: async (...asked) => {
        reads += 1;
        return provider.read(...asked);
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  const { state, termEndsAt } = await desk.newest();
  expect(state).toBe('verified');
  reads = 0;
  const until = (before: number) => google().state.advanceTo((termEndsAt?.getTime() ?? 0) - before);
  return { desk, until, reads: () => reads };
}

test('what the list of the night tells as it was read back is not asked for by itself, and counts as read', async () => {
  const { desk, reads } = await placed();
  await desk.pass(10, { syncs: true });
  expect(reads()).toBe(0);
  const { state, readBackAt } = await desk.newest();
  expect([state, google().state.now() - (readBackAt?.getTime() ?? 0) <= DAY]).toEqual(['verified', true]);
});

test('where no list comes it is asked for, and three days and one day before the end in any case', async () => {
  const { desk, until, reads } = await placed();
  await desk.pass(4);
  expect(reads()).toBe(4);
  await desk.syncNow();
  until(3 * DAY + HOUR);
  await desk.syncNow();
  await desk.work();
  const before = reads();
  until(3 * DAY - HOUR);
  await desk.work();
  expect(reads()).toBe(before + 1);
  await desk.syncNow();
  until(DAY - HOUR);
  await desk.work();
  expect(reads()).toBe(before + 2);
});

test('what the list tells otherwise is looked at at once, however lately it was listed', async () => {
  const { desk, reads } = await placed();
  google().state.advanceTo(google().state.now() + HOUR);
  await desk.syncNow();
  const renewalSettings = { kind: 'subscriptions#renewalSettings', renewalType: 'CANCEL' } as const;
  google().state.change(desk.externalId, { renewalSettings });
  await desk.syncNow();
  await desk.work();
  expect(reads()).toBeGreaterThan(0);
  expect((await desk.newest()).state).toBe('drifted');
});
