import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deadlinesTable as t, holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { instructionsTable as i } from '../../platform/db/tables/instructions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { calendarOf } from '../calendar/calendar.ts';
import { reconcileDeadlines } from './reconcile.ts';

const READ = { planName: 'ANNUAL', status: 'ACTIVE', renewalType: null, numberOfSeats: 92, licensedSeats: 74 } as const;
const end = new Date('2026-12-01T00:00:00Z');
const before = new Date('2026-11-02T04:00:00Z');
const after = new Date('2026-12-01T04:00:00Z');

const reconcile = ({ db, services }: TestServer, now = before, subscriptionIds?: number[]) =>
  db.transaction(async (tx) =>
    reconcileDeadlines(tx, {
      now,
      calendar: await calendarOf(tx, services.config),
      ...(subscriptionIds && { subscriptionIds }),
    }),
  );
const rowsOf = ({ db }: TestServer) => db.select().from(t).orderBy(asc(t.id));
const termOf = (db: TestServer['db'], domain: string, termEndAt = end) =>
  makeRenewal(db, { domain, renewsOn: '2026-12-01', subscription: { termEndAt } });

test('each term that ends has one deadline, and a second look writes nothing', async () => {
  const desk = await testServer();
  const { subscriptionId } = await termOf(desk.db, 'acme.example');
  await termOf(desk.db, 'other.example', new Date('2026-11-30T18:30:00Z'));

  expect(await reconcile(desk)).toEqual({ opened: 2, changed: 0 });
  expect(await rowsOf(desk)).toMatchObject([
    {
      subscriptionId,
      kind: 'change',
      at: end,
      day: '2026-12-01',
      lastSafeDay: '2026-11-27',
      state: 'open',
      cause: null,
    },
    { day: '2026-11-30', lastSafeDay: '2026-11-26', state: 'open' },
  ]);
  expect(await reconcile(desk)).toEqual({ opened: 0, changed: 0 });
});

test('a holiday that is listed moves the last safe day of what is open', async () => {
  const desk = await testServer();
  await termOf(desk.db, 'acme.example');
  await reconcile(desk);
  await desk.db.insert(holidaysTable).values({ day: '2026-11-27', name: 'Founding day' });

  expect(await reconcile(desk)).toEqual({ opened: 0, changed: 1 });
  expect(await rowsOf(desk)).toMatchObject([{ lastSafeDay: '2026-11-26', state: 'open' }]);
});

test('a date that moves leaves the former deadline void, and one that comes back is open again', async () => {
  const desk = await testServer();
  const { subscriptionId } = await termOf(desk.db, 'acme.example');
  await reconcile(desk);
  const later = new Date('2027-03-01T00:00:00Z');
  const move = (termEndAt: Date) => desk.db.update(s).set({ termEndAt }).where(eq(s.id, subscriptionId));

  await move(later);
  await reconcile(desk);
  expect(await rowsOf(desk)).toMatchObject([
    { at: end, state: 'void', cause: 'The provider has another date by now.' },
    { at: later, state: 'open' },
  ]);

  await move(end);
  await reconcile(desk);
  expect(await rowsOf(desk)).toMatchObject([
    { at: end, state: 'open', cause: null },
    { at: later, state: 'void' },
  ]);
});

test.each([
  ['Confirmation Received', 'met', 'It was decided in time.'],
  ['In Discussion', 'missed', 'It passed before a decision was in place.'],
  [null, 'missed', 'It passed before a decision was in place.'],
] as const)('of a term that has ended under %j the deadline is %s', async (confirmationStatus, state, cause) => {
  const desk = await testServer();
  const { id } = await termOf(desk.db, 'acme.example');
  await desk.db.update(r).set({ confirmationStatus }).where(eq(r.id, id));
  await reconcile(desk);

  await reconcile(desk, after);

  expect(await rowsOf(desk)).toMatchObject([{ state, cause }]);
  expect(await reconcile(desk, after)).toEqual({ opened: 0, changed: 0 });
});

test('a trial that no plan follows has a deadline; one that goes on in a plan has none', async () => {
  const desk = await testServer();
  const trial = { planName: 'TRIAL', termEndAt: null, trialEndAt: end };
  await makeRenewal(desk.db, { domain: 'one.example', subscription: { ...trial, ifNobodyActs: 'suspended' } });
  await makeRenewal(desk.db, { domain: 'two.example', subscription: { ...trial, ifNobodyActs: 'renews' } });

  await reconcile(desk);

  expect(await rowsOf(desk)).toMatchObject([{ kind: 'trial_end', at: end, lastSafeDay: '2026-11-27' }]);
});

const suspendedSince = new Date('2026-10-20T06:30:00Z');
const suspended = { status: 'SUSPENDED', suspendedSince };

test('60 days after the later of suspension and end of term a customer is moved away, if all Workspace is suspended', async () => {
  const desk = await testServer();
  const one = await makeRenewal(desk.db, { subscription: { ...suspended, termEndAt: null } });
  await makeRenewal(desk.db, { domain: 'still.example', subscription: { termEndAt: end } });
  await reconcile(desk);
  const moves = async () => (await rowsOf(desk)).filter(({ kind }) => kind === 'suspension');
  expect(await moves()).toMatchObject([{ at: new Date('2026-12-19T06:30:00Z'), lastSafeDay: '2026-12-17' }]);

  // A second one of the same customer, whose term ends later; then one that is active.
  const { subscriptionId } = await makeRenewal(desk.db, {
    domain: 'two.example',
    subscription: { ...suspended, termEndAt: end },
  });
  await desk.db.update(s).set({ customerId: one.customerId }).where(eq(s.id, subscriptionId));
  await reconcile(desk);
  expect((await moves()).filter(({ state }) => state === 'open')).toMatchObject([
    { subscriptionId: one.subscriptionId, at: new Date('2027-01-30T00:00:00Z') },
    { subscriptionId, at: new Date('2027-01-30T00:00:00Z') },
  ]);
  await desk.db.update(s).set({ status: 'ACTIVE', suspendedSince: null }).where(eq(s.id, subscriptionId));
  await reconcile(desk);
  expect((await moves()).filter(({ state }) => state === 'open')).toEqual([]);
});

test.each([
  ['storage beside it that is suspended too keeps nobody', { ...suspended, skuId: '1010430001' }, null, 1],
  ['what costs nothing keeps nobody', { skuId: '1010010001', planName: 'FREE', status: 'ACTIVE' }, null, 1],
  ['Vault beside it keeps them, suspended or not', { ...suspended, skuId: 'Google-Vault' }, null, 0],
  ['something else that is active keeps them', { skuId: '1010430001', status: 'ACTIVE' }, null, 0],
  ['a contract by hand keeps them', { ...suspended, billingMethod: 'OFFLINE' }, null, 0],
  ['a suspension of the provider’s own keeps them', { ...suspended, suspensionReasons: 'RESELLER_INITIATED, OTHER' }, null, 0], // prettier-ignore
  ['terms of service that nobody accepted keep them', { ...suspended, suspensionReasons: 'PENDING_TOS_ACCEPTANCE' }, null, 0], // prettier-ignore
  ['a customer who was let go is missed by nobody', { ...suspended, skuId: '1010430001' }, 'Lost', 0],
] as const)('%s', async (_, other, confirmationStatus, open) => {
  const desk = await testServer();
  const { id, customerId } = await makeRenewal(desk.db, { subscription: { ...suspended, termEndAt: null } });
  await desk.db.update(r).set({ confirmationStatus }).where(eq(r.id, id));
  const beside = await makeRenewal(desk.db, { domain: 'two.example', subscription: other });
  await desk.db.update(s).set({ customerId }).where(eq(s.id, beside.subscriptionId));
  await reconcile(desk);
  expect((await rowsOf(desk)).filter(({ kind }) => kind === 'suspension')).toHaveLength(open);
});

test('who was let go and is to stay after all is missed again', async () => {
  const desk = await testServer();
  const { id } = await makeRenewal(desk.db, { subscription: { ...suspended, termEndAt: null } });
  await desk.db.update(r).set({ confirmationStatus: 'Lost' }).where(eq(r.id, id));
  await wish(desk, id, { termEndsAt: null });
  await reconcile(desk);
  expect((await rowsOf(desk)).filter(({ kind }) => kind === 'suspension')).toHaveLength(1);
});

test('one that was let go does not hide that another of the same customer goes with it', async () => {
  const desk = await testServer();
  const gone = await makeRenewal(desk.db, { subscription: { ...suspended, termEndAt: null } });
  await desk.db.update(r).set({ confirmationStatus: 'Lost' }).where(eq(r.id, gone.id));
  const beside = await makeRenewal(desk.db, { domain: 'two.example', subscription: { ...suspended, termEndAt: null } });
  await desk.db.update(s).set({ customerId: gone.customerId }).where(eq(s.id, beside.subscriptionId));
  await reconcile(desk);
  const moves = (await rowsOf(desk)).filter(({ kind }) => kind === 'suspension');
  expect(moves).toMatchObject([{ subscriptionId: beside.subscriptionId, at: new Date('2026-12-19T06:30:00Z') }]);
});

const flexible = { ...READ, committed: 25, atTermEnd: { then: 'flexible' } };
async function wish({ db, account }: TestServer, renewalId: number, own: Partial<typeof i.$inferInsert> = {}) {
  const { id: requestedById } = await account({ email: `wish${renewalId}@desk.example` });
  const standard = { outcome: 'renew', seats: 22, source: 'staff', state: 'verified' } as const;
  await db.insert(i).values({ ...standard, approvalReasons: [], renewalId, requestedById, termEndsAt: end, ...own });
}

test('a wish that takes two steps has its second one due at the end of the term, and met when it is done in time', async () => {
  const desk = await testServer();
  const { id } = await termOf(desk.db, 'acme.example');
  await wish(desk, id, { readBack: flexible });
  await reconcile(desk);
  const finish = async () => (await rowsOf(desk)).filter(({ kind }) => kind === 'finish');
  expect(await finish()).toMatchObject([{ at: end, lastSafeDay: '2026-12-01', state: 'open' }]);

  await reconcile(desk, new Date('2026-12-05T04:00:00Z'));
  expect(await finish()).toMatchObject([{ state: 'open' }]);

  await desk.db.update(i).set({ state: 'fulfilled', finishedAt: after });
  await reconcile(desk, after);
  expect(await finish()).toMatchObject([{ state: 'met', cause: 'The second step was done.' }]);
  expect(await reconcile(desk, after)).toEqual({ opened: 0, changed: 0 });
});

test('a wish of one step has none before the end, and one after it as long as it has not come true', async () => {
  const desk = await testServer({ now: () => after });
  const { id } = await termOf(desk.db, 'acme.example');
  await wish(desk, id, { readBack: { ...flexible, atTermEnd: { then: 'renew' } } });
  await reconcile(desk, after);
  expect(await rowsOf(desk)).toMatchObject([{ kind: 'finish', state: 'open' }]);
});

test.each([
  ['verified', null, 'met'],
  ['fulfilled', null, 'met'],
  ['draft', 'Confirmation Received', 'missed'],
  ['blocked', 'Confirmation Received', 'missed'],
  ['refused', 'Confirmation Received', 'met'],
  ['superseded', null, 'missed'],
] as const)(
  'where an instruction stands it decides: %s under the status %j is %s',
  async (state, confirmationStatus, expected) => {
    const desk = await testServer();
    const { id } = await termOf(desk.db, 'acme.example');
    await desk.db.update(r).set({ confirmationStatus }).where(eq(r.id, id));
    await wish(desk, id, { state, outcome: 'flexible', seats: null });
    await reconcile(desk);
    await reconcile(desk, after);
    expect(await rowsOf(desk)).toMatchObject([{ kind: 'change', state: expected }]);
  },
);

test('only the subscriptions that were named are looked at', async () => {
  const desk = await testServer();
  const { subscriptionId } = await termOf(desk.db, 'acme.example');
  await termOf(desk.db, 'other.example');

  expect(await reconcile(desk, before, [subscriptionId])).toEqual({ opened: 1, changed: 0 });
  expect(await rowsOf(desk)).toMatchObject([{ subscriptionId }]);
});
