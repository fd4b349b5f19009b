import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { reconcileRenewals } from './reconcile.ts';

const today = '2026-11-21';
const keep = ({ db }: TestServer, over: { today?: string; subscriptionIds?: number[] } = {}) =>
  db.transaction((tx) => reconcileRenewals(tx, { today, author: {}, ...over }));
const renewalsOf = ({ db }: TestServer) => db.select().from(r).orderBy(r.termEnd);
const revisionOf = async ({ pool }: TestServer) =>
  (await pool.query<{ sum: string }>('select coalesce(sum(revision), 0)::text as sum from month_revisions')).rows[0]
    ?.sum;

test('a renewed commitment closes its renewal and opens the next with the people who look after it', async () => {
  const desk = await testServer();
  const asha = await desk.account();
  const { subscriptionId, id } = await makeRenewal(desk.db, {
    renewsOn: '2026-11-10',
    renewal: { zone: 'North', segment: 'SMB', assignedToId: asha.id, followupComment: 'will renew' },
  });
  await desk.db
    .update(s)
    .set({
      termStart: '2026-11-10',
      termEnd: '2027-11-10',
      numberOfSeats: 40,
      price: '120.50',
      ownRenewalDate: '2024-11-30',
    })
    .where(eq(s.id, subscriptionId));

  expect(await keep(desk)).toEqual({ opened: 1, closed: 1, moved: 0, changedMonths: ['2026-11', '2027-11'] });

  const [old, next] = await renewalsOf(desk);
  expect(old).toMatchObject({
    id,
    state: 'closed',
    closedBecause: 'renewed',
    numberOfSeats: 25,
    followupComment: 'will renew',
  });
  expect(next).toMatchObject({
    ...{ state: 'open', termStart: '2026-11-10', termEnd: '2027-11-10', numberOfSeats: 40, price: '120.50' },
    ...{ zone: 'North', segment: 'SMB', assignedToId: asha.id, followupComment: null },
    ...{ providerRenewalDate: '2027-11-30', googleRenewalDate: '2027-11-10' },
  });
  const entries = await desk.db.select({ action: auditLogTable.action }).from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries.map((entry) => entry.action)).toEqual(['term_closed', 'term_opened']);
});

test('a renewal has its price in the currency of its day: the open one follows the subscription, a closed one stays', async () => {
  const desk = await testServer();
  const { subscriptionId } = await makeRenewal(desk.db, { renewsOn: '2026-11-10' });
  const dollars = { termStart: '2026-11-10', termEnd: '2027-11-10', price: '120.50', currency: 'USD' };
  await desk.db.update(s).set(dollars).where(eq(s.id, subscriptionId));

  await keep(desk);

  expect((await renewalsOf(desk)).map(({ state, currency }) => [state, currency])).toEqual([
    ['closed', 'INR'],
    ['open', 'USD'],
  ]);
});

test('a second run writes nothing: no audit entry, no revision, no version', async () => {
  const desk = await testServer();
  await makeRenewal(desk.db, {
    renewsOn: '2026-12-10',
    subscription: { margin: '7.5', price: '10', ownRenewalDate: '2025-12-01' },
  });
  expect((await keep(desk)).changedMonths).toEqual(['2026-12']);
  const before = [await renewalsOf(desk), await revisionOf(desk), await desk.db.$count(auditLogTable)];

  expect(await keep(desk)).toEqual({ opened: 0, closed: 0, moved: 0, changedMonths: [] });

  expect([await renewalsOf(desk), await revisionOf(desk), await desk.db.$count(auditLogTable)]).toEqual(before);
});

test('an open renewal shows the seats of today; who edits it meanwhile is not refused for that', async () => {
  const desk = await testServer();
  const { subscriptionId } = await makeRenewal(desk.db, {
    renewsOn: '2026-12-10',
    renewal: { googleRenewalDate: '2026-12-10' },
  });
  await desk.db.update(s).set({ numberOfSeats: 30 }).where(eq(s.id, subscriptionId));

  await keep(desk, { subscriptionIds: [subscriptionId] });

  expect(await renewalsOf(desk)).toMatchObject([{ numberOfSeats: 30, version: 1 }]);
  expect(await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).toMatchObject([
    {
      action: 'provider_changed',
      changes: [
        { field: 'number_of_seats', old: '25', new: '30' },
        { field: 'if_nobody_acts', old: null, new: 'unknown' },
      ],
    },
  ]);
});

test('other subscriptions than those named are left alone', async () => {
  const desk = await testServer();
  const { subscriptionId } = await makeRenewal(desk.db, { domain: 'one.example', renewsOn: '2026-12-10' });
  await makeRenewal(desk.db, { domain: 'two.example', renewsOn: '2026-12-11' });
  await desk.db.update(s).set({ termEnd: '2027-01-15' });

  expect(await keep(desk, { subscriptionIds: [subscriptionId] })).toMatchObject({ moved: 1 });

  expect(await renewalsOf(desk)).toMatchObject([{ termEnd: '2026-12-11' }, { termEnd: '2027-01-15' }]);
  expect(await keep(desk, { subscriptionIds: [] })).toMatchObject({ moved: 0 });
});

test('parallel runs and an edit by staff come out as one run and one edit', async () => {
  const desk = await testServer();
  const { subscriptionId, id } = await makeRenewal(desk.db, { renewsOn: '2026-11-10' });
  await desk.db.update(s).set({ termStart: '2026-11-10', termEnd: '2027-11-10' }).where(eq(s.id, subscriptionId));

  const edit = desk.db
    .update(r)
    .set({ zone: 'West', version: sql`version + 1` })
    .where(eq(r.id, id));
  const kept = await Promise.all([keep(desk), keep(desk), keep(desk), edit.then(() => ({ opened: 0 }))]);

  expect(kept.map((one) => one.opened).sort()).toEqual([0, 0, 0, 1]);
  const rows = await renewalsOf(desk);
  expect(rows.map(({ state, zone }) => [state, zone])[0]).toEqual(['closed', 'West']);
  expect(rows).toHaveLength(2);
});

test('a renewal has its domain in lower case, however the domain was told', async () => {
  const desk = await testServer();
  await makeRenewal(desk.db, { domain: 'acme.example', renewsOn: '2026-11-10' });
  await desk.db.update(domainsTable).set({ name: 'ACME.example' });
  await desk.db.update(s).set({ termStart: '2026-11-10', termEnd: '2027-11-10' });

  await keep(desk);

  expect((await renewalsOf(desk)).map(({ domainName }) => domainName)).toEqual(['acme.example', 'acme.example']);
});
