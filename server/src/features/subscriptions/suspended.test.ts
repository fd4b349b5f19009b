import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { sync } from '@desk/contract/sync';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PlanName, SuspensionReason } from '../../../../simulators/world/types.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { addDays } from '../../platform/time/days.ts';
import { googleDesk } from './testing/google-desk.ts';

const TODAY = '2026-11-21';
const NOON = 'T06:30:00.000Z';
const DOMAIN = 'idle.example';
const { google, openDesk } = googleDesk(1, TODAY);

/** Days from today on, at the hour of the syncs. */
const at = (days: number): Date => new Date(`${addDays(TODAY, days)}${NOON}`);

interface Sold {
  readonly planName?: PlanName;
  readonly termEndsOn?: string;
  readonly suspensionReasons?: readonly SuspensionReason[];
}

/** The only subscription of a customer. */
function sold({ planName = 'ANNUAL', termEndsOn, suspensionReasons }: Sold) {
  const { state } = google();
  const [pattern] = state.accounts.all();
  if (!pattern) return expect.unreachable('the world has a customer');
  state.accounts.put({ ...pattern, customerId: 'C0idle', customerDomain: DOMAIN });
  const end = termEndsOn === undefined ? {} : { termEndsOn };
  const { subscriptionId } = state.add({ customer: DOMAIN, skuId: '1010020027', planName, seats: 15, ...end });
  if (suspensionReasons) suspend(subscriptionId, suspensionReasons);
  return subscriptionId;
}

const suspend = (id: string, suspensionReasons: readonly SuspensionReason[] = ['RESELLER_INITIATED']) =>
  google().state.change(id, { status: 'SUSPENDED', suspensionReasons: [...suspensionReasons] });

/** A desk whose clock is set, and what its list of deadlines says of the customer. */
async function deskAt(first: Date) {
  const time = { now: first };
  const desk = await openDesk(() => time.now);
  const syncedAt = async (now: Date) => {
    time.now = now;
    const somebody = await desk.as({ email: `deploys-${now.getTime()}@desk.example`, role: 'ADMIN' });
    expect((await somebody.calls(sync.start, {})).status).toBe(200);
    await desk.work();
    return async (show: 'today' | 'week' | 'month') =>
      (await somebody.calls(deadlines.list, { of: 'team', show })).reply.deadlines
        .filter(({ domain_name }) => domain_name === DOMAIN)
        .map(({ kind, day }) => ({ kind, day }));
  };
  const since = async (id: string) => {
    const [row] = await desk.db.select({ since: s.suspendedSince }).from(s).where(eq(s.externalId, id));
    return row?.since;
  };
  return { ...desk, syncedAt, since };
}

test('what ended with its term before the first sync is moved away 60 days after that end', async () => {
  const desk = await deskAt(at(0));
  const termEndsOn = addDays(TODAY, -50);
  const id = sold({ termEndsOn, suspensionReasons: ['RENEWAL_WITH_TYPE_CANCEL'] });

  const listed = await desk.syncedAt(at(0));

  expect(await desk.since(id)).toEqual(new Date(`${termEndsOn}T00:00:00+05:30`));
  expect(await listed('month')).toEqual([{ kind: 'suspension', day: addDays(TODAY, 9) }]);
});

test.each<[string, Sold]>([
  ['without a term', { planName: 'FLEXIBLE', suspensionReasons: ['RESELLER_INITIATED'] }],
  [
    'whose term ended 80 days ago',
    { termEndsOn: addDays(TODAY, -80), suspensionReasons: ['RENEWAL_WITH_TYPE_CANCEL'] },
  ],
])('one %s, of which nobody knows since when, may be moved away any day: it is due at once', async (_, facts) => {
  const desk = await deskAt(at(0));
  const id = sold(facts);

  const listed = await desk.syncedAt(at(0));

  expect(await listed('today')).toMatchObject([{ kind: 'suspension' }]);
  const since = await desk.since(id);
  expect(since).toBeInstanceOf(Date);
  await desk.syncedAt(at(1));
  expect(await desk.since(id)).toEqual(since);
});

test('after days without a sync it counts from the last list that told it as active', async () => {
  const desk = await deskAt(at(0));
  const id = sold({ planName: 'FLEXIBLE' });
  await desk.syncedAt(at(0));
  await desk.syncedAt(at(1));
  suspend(id);

  await desk.syncedAt(at(21));

  expect(await desk.since(id)).toEqual(at(1));
});

test('of one that was not listed for days it counts from the last list that told it', async () => {
  const desk = await deskAt(at(0));
  const id = sold({ planName: 'FLEXIBLE' });
  await desk.syncedAt(at(0));
  const subscription = google().state.subscription(id);
  google().state.remove(id);
  await desk.syncedAt(at(1));
  await desk.syncedAt(at(20));
  google().state.store.put(subscription);
  suspend(id);

  await desk.syncedAt(at(21));

  expect(await desk.since(id)).toEqual(at(0));
});

test('what came active and is suspended by the next list counts from that one', async () => {
  const desk = await deskAt(at(0));
  const id = sold({ termEndsOn: addDays(TODAY, 90) });
  await desk.syncedAt(at(0));
  suspend(id);
  const later = new Date(at(1).getTime() - 60_000);

  await desk.syncedAt(later);

  expect(await desk.since(id)).toEqual(later);
});
