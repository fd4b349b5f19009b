import { sync } from '@desk/contract/sync';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { and, asc, isNull, lte, or } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { startGoogle } from '../../../../simulators/google/start.ts';
import { makeWorld } from '../../../../simulators/world/world.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { drawn } from '../../testing/depth.ts';
import { googleProvider } from '../../testing/google.ts';
import { testServer } from '../../testing/server.ts';
import { workOnInstruction } from './jobs.ts';

const DAY = 86_400_000;
const MANY = drawn(120, 1_000);
/** Workers of a node. */
const AT_ONCE = 4;
const SETTINGS = [
  'AUTO_RENEW_MONTHLY_PAY',
  'AUTO_RENEW_YEARLY_PAY',
  'RENEW_CURRENT_USERS_MONTHLY_PAY',
  'RENEW_CURRENT_USERS_YEARLY_PAY',
  'SWITCH_TO_PAY_AS_YOU_GO',
  'CANCEL',
] as const;

/** The same numbers each time (mulberry32). */
function drawing(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What somebody wants of the next term of a subscription, whatever it is. */
const wishFrom = (draw: (below: number) => number, seats: number) => {
  const outcome = (['renew', 'renew', 'renew', 'renew', 'flexible', 'end'] as const)[draw(6)] ?? 'renew';
  if (outcome !== 'renew') return { outcome };
  return { outcome, seats: 1 + draw(seats + 5), pay: ([null, 'monthly', 'yearly'] as const)[draw(3)] ?? null };
};

type Wish = ReturnType<typeof wishFrom>;
type Sold = ReturnType<Awaited<ReturnType<typeof startGoogle>>['state']['subscription']>;

/** What is wrong with a term that was to follow a wish; nothing where it is as wished. */
function wrongWith(wish: Wish, { plan, seats, status }: Sold): string | undefined {
  const wanted = [
    [wish.outcome === 'renew' && seats.numberOfSeats !== wish.seats, 'other seats'],
    [wish.outcome === 'renew' && wish.pay === 'yearly' && plan.planName !== 'ANNUAL_YEARLY_PAY', 'other payment'],
    [wish.outcome === 'flexible' && plan.planName !== 'FLEXIBLE', 'not flexible'],
    [wish.outcome === 'end' && status !== 'SUSPENDED', 'not ended'],
  ] as const;
  return wanted.find(([isWrong]) => isWrong)?.[1];
}

const google = await startGoogle({ world: makeWorld({ today: '2026-11-23', customers: 1 }) });
afterAll(() => google.stop());
const { state } = google;
const now = () => new Date(state.now());

/** So many customers of Google's, each with a term that ends within two days of each other, and what is wanted of it. */
function sellMany() {
  const draw = drawing(20_261_123);
  const [pattern] = state.accounts.all();
  if (!pattern) return expect.unreachable('the world has a customer');
  return Array.from({ length: MANY }, (_, n) => {
    const customer = `many-${n}.example`;
    state.accounts.put({ ...pattern, customerId: `C0many${n}`, customerDomain: customer });
    const seats = 1 + draw(40);
    const termEndsAt = state.now() + 20 * DAY + draw(48) * 3_600_000;
    const planName = draw(2) === 0 ? 'ANNUAL' : 'ANNUAL_YEARLY_PAY';
    const { subscriptionId } = state.add({ customer, skuId: '1010020027', planName, seats, termEndsAt });
    state.setLicensed(subscriptionId, draw(seats + 1));
    const renewalType = SETTINGS[draw(SETTINGS.length)] ?? 'CANCEL';
    state.change(subscriptionId, { renewalSettings: { kind: 'subscriptions#renewalSettings', renewalType } as never });
    return { subscriptionId, wish: wishFrom(draw, seats) };
  });
}

async function openDesk() {
  const desk = await testServer({ clients: { providers: { google: googleProvider(google.env) } }, now });
  const [asha, vikram] = [await desk.as(), await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' })];
  await asha.calls(sync.start, {});
  await desk.work();
  const renewals = new Map((await desk.db.select().from(r)).map((row) => [row.externalId, row.id]));
  return {
    ...desk,
    /** Asked for by one, and approved by another where that is needed. */
    wants: async (subscriptionId: string, wish: Wish) => {
      const renewal_id = renewals.get(subscriptionId) ?? expect.unreachable('each term has a renewal');
      const { instruction } = (await asha.calls(instructions.place, { renewal_id, ...wish })).reply;
      const { instruction_id } = instruction;
      if (instruction.state === 'draft') await vikram.calls(instructions.approve, { instruction_id });
      return instruction_id;
    },
    work: async () => {
      const isDue = and(isNull(t.finishedAt), or(isNull(t.nextTryAt), lte(t.nextTryAt, now())));
      const due = await desk.db.select({ id: t.id }).from(t).where(isDue).orderBy(asc(t.id));
      const worker = async (): Promise<void> => {
        for (let next = due.shift(); next !== undefined; next = due.shift())
          await workOnInstruction({ id: next.id }, desk.services, new AbortController().signal);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    all: async () => new Map((await desk.db.select().from(t)).map((row) => [row.id, row])),
  };
}

test(`${MANY} wishes come to the terms that were wished, or are blocked with a reason before the end; nothing is asked twice`, async () => {
  const terms = sellMany();
  const desk = await openDesk();
  const ids: number[] = [];
  for (const { subscriptionId, wish } of terms) ids.push(await desk.wants(subscriptionId, wish));
  await desk.work();
  const before = await desk.all();
  const asked = state.calls('subscriptions.changeRenewalSettings');
  const blocked = new Set([...before.values()].filter((row) => row.state === 'blocked').map(({ id }) => id));
  for (const id of blocked)
    expect(before.get(id)?.reason).toMatch(
      /^Free \d+ seats? first: \d+ assigned, \d+ wanted\. Otherwise it goes on as a flexible plan/,
    );
  expect(asked).toBeLessThanOrEqual(MANY);
  expect(blocked.size).toBeLessThan(MANY / 2);

  state.advanceTo(state.now() + 23 * DAY);
  await desk.work();

  const after = await desk.all();
  const wrong = terms.flatMap(({ subscriptionId, wish }, n) => {
    const row = after.get(ids[n] ?? 0);
    const isBlocked = blocked.has(ids[n] ?? 0);
    const fault = isBlocked ? undefined : wrongWith(wish, state.subscription(subscriptionId));
    const isIn = row?.state === (isBlocked ? 'blocked' : 'fulfilled');
    return fault === undefined && isIn ? [] : [{ wish, fault, state: row?.state, reason: row?.reason }];
  });
  expect(wrong).toEqual([]);
  // What is blocked goes on without a commitment.
  for (const { subscriptionId } of terms.filter((_, n) => blocked.has(ids[n] ?? 0)))
    expect(state.subscription(subscriptionId).plan.planName).toBe('FLEXIBLE');
  expect(state.calls('subscriptions.changeRenewalSettings')).toBe(asked);
}, 600_000);
