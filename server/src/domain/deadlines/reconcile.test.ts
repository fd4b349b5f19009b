import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deadlinesTable as t, holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { calendarOf, reconcileDeadlines } from './reconcile.ts';

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
  ['In Discussion', 'missed', 'Nobody decided before it passed.'],
  [null, 'missed', 'Nobody decided before it passed.'],
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

test('only the subscriptions that were named are looked at', async () => {
  const desk = await testServer();
  const { subscriptionId } = await termOf(desk.db, 'acme.example');
  await termOf(desk.db, 'other.example');

  expect(await reconcile(desk, before, [subscriptionId])).toEqual({ opened: 1, changed: 0 });
  expect(await rowsOf(desk)).toMatchObject([{ subscriptionId }]);
});
