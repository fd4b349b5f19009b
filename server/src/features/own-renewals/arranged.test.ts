import { ownRenewals } from '@desk/contract/own-renewals';
import { ownDomains } from '@desk/contract/own-domains';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** A customer with 25 seats, 18 of them used, for whom one of the staff wanted 10 of the next term. */
async function staffWanted(more: Partial<typeof t.$inferInsert>) {
  const desk = await testServer({ now: () => new Date('2026-11-23T06:00:00Z') });
  const asha = await desk.as({ email: 'asha@desk.example', role: 'RMEMBER' });
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const { id, subscriptionId } = await makeRenewal(desk.db, { renewsOn: '2026-12-14' });
  const seats = { numberOfSeats: 25, licensedSeats: 18 };
  await desk.db.update(subscriptionsTable).set(seats).where(eq(subscriptionsTable.id, subscriptionId));
  await desk.db.update(domainsTable).set({ ownerId: ravi.id });
  const wish = { renewalId: id, termEndsAt: new Date('2026-12-13T18:30:00Z'), outcome: 'renew', seats: 10, pay: 'monthly' } as const; // prettier-ignore
  const word = { source: 'staff', requestedById: asha.id, reason: 'Not for customers' } as const;
  const approved =
    more.state === 'draft' ? {} : { approvedById: asha.id, approvedAt: new Date('2026-11-22T06:00:00Z') };
  await desk.db.insert(t).values({ ...wish, ...word, approvalReasons: [], ...approved, ...more });
  const shown = async () => (await ravi.calls(ownRenewals.list, {})).reply.renewals[0];
  return { ...desk, asha, ravi, renewalId: id, shown };
}

test('what staff have decided for a customer is told with what has to be done for it, and with nothing that staff say of it', async () => {
  const { ravi, shown } = await staffWanted({ state: 'blocked' });
  const arranged = { outcome: 'renew', seats: 10, pay: 'monthly', state: 'blocked', free: 8 };
  const renewal = await shown();
  expect(renewal).toMatchObject({ decision: null, wish: null, arranged });
  expect(Object.keys(renewal?.arranged ?? {}).toSorted()).toEqual(Object.keys(arranged).toSorted());
  const [card] = (await ravi.calls(ownDomains.list, {})).reply.domains;
  expect(card?.subscriptions[0]?.renewal).toMatchObject({ arranged });
});

test.each([
  ['verified', { state: 'set', free: null }],
  ['approved', { state: 'confirmed', free: null }],
] as const)('what is %s says so', async (state, standing) => {
  const { shown } = await staffWanted({ state });
  expect((await shown())?.arranged).toMatchObject(standing);
});

test.each(['draft', 'cancelled', 'superseded'] as const)('of what is %s a customer is told nothing', async (state) => {
  const finished = state === 'draft' ? {} : { finishedAt: new Date('2026-11-22T07:00:00Z') };
  const { shown } = await staffWanted({ state, ...finished });
  expect(await shown()).toMatchObject({ arranged: null });
});

test('what another customer had asked for is nobody’s but theirs', async () => {
  const { db, as, renewalId, shown } = await staffWanted({ state: 'verified' });
  const before = await as({ email: 'before@acme.example', kind: 'customer' });
  await db.update(t).set({ source: 'customer', requestedById: before.id }).where(eq(t.renewalId, renewalId));
  expect(await shown()).toMatchObject({ arranged: null });
});

test('who asked for the same is told once what becomes of it, and who asked for something else what was arranged since', async () => {
  const { db, asha, ravi, renewalId, shown } = await staffWanted({ state: 'draft' });
  const decide = (seats: number) =>
    ravi.calls(ownRenewals.decide, { renewal_id: renewalId, decision: 'change', seats });
  expect((await decide(20)).status).toBe(200);
  const live = and(eq(t.renewalId, renewalId), eq(t.state, 'draft'));
  expect(await shown()).toMatchObject({ wish: { state: 'waits' }, arranged: null });

  const finishedAt = new Date('2026-11-23T06:00:00Z');
  await db.update(t).set({ state: 'superseded', finishedAt }).where(live);
  const word = {
    approvedById: asha.id,
    approvedAt: finishedAt,
    state: 'verified',
    seats: 22,
    finishedAt: null,
  } as const;
  await db.update(t).set(word).where(eq(t.source, 'staff'));
  expect(await shown()).toMatchObject({ wish: { state: 'replaced' }, arranged: { seats: 22, state: 'set' } });
});
