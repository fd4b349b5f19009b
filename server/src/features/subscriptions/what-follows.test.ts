import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalSettings } from '../../../../simulators/google/rules/plans.ts';
import { googleSubscriptionsTable as g, subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { googleDesk } from './testing/google-desk.ts';

const { google, openDesk } = googleDesk(1);
type Desk = Awaited<ReturnType<typeof openDesk>>;

/** An annual subscription of Google's, with ten people of fifteen seats. */
function sold() {
  const { state } = google();
  const [customer] = state.accounts.all();
  if (!customer) return expect.unreachable('the world has a customer');
  const made = state.add({
    customer: customer.customerDomain,
    skuId: '1010020027',
    planName: 'ANNUAL',
    seats: 15,
    termEndsOn: '2027-04-01',
  });
  return state.change(made.subscriptionId, {
    seats: { ...made.seats, licensedNumberOfSeats: 10 },
    renewalSettings: renewalSettings('AUTO_RENEW_MONTHLY_PAY'),
  });
}

async function kept({ db }: Desk, externalId: string) {
  const columns = {
    termEndAt: s.termEndAt,
    trialEndAt: s.trialEndAt,
    ifNobodyActs: s.ifNobodyActs,
    seatsIfNobodyActs: s.seatsIfNobodyActs,
  };
  const [row] = await db.select(columns).from(s).where(eq(s.externalId, externalId));
  return row;
}

test('the instant of the end, and what will be if nobody acts, are kept with each sync', async () => {
  const desk = await openDesk();
  const { subscriptionId } = sold();

  await desk.synced();
  const termEndAt = new Date('2027-03-31T18:30:00Z');
  const renews = { termEndAt, trialEndAt: null, ifNobodyActs: 'renews', seatsIfNobodyActs: 15 };
  expect(await kept(desk, subscriptionId)).toEqual(renews);

  google().state.change(subscriptionId, { renewalSettings: renewalSettings('RENEW_CURRENT_USERS_MONTHLY_PAY') });
  await desk.synced();
  expect(await kept(desk, subscriptionId)).toEqual({ ...renews, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 10 });
  const [mirrored] = await desk.db.select().from(g).where(eq(g.externalId, subscriptionId));
  expect(mirrored).toMatchObject({ termEndAt, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 10 });
});

test('a trial tells when it ends', async () => {
  const desk = await openDesk();
  const { subscriptionId } = sold();
  google().state.change(subscriptionId, {
    plan: { planName: 'TRIAL', isCommitmentPlan: false },
    trialSettings: { isInTrial: true, trialEndTime: String(Date.UTC(2026, 11, 1)) },
  });

  await desk.synced();

  const trialEndAt = new Date('2026-12-01T00:00:00Z');
  expect(await kept(desk, subscriptionId)).toEqual({
    ...{ termEndAt: null, trialEndAt },
    ...{ ifNobodyActs: 'ends', seatsIfNobodyActs: 0 },
  });
});

test('a second sync of the same list changes nothing', async () => {
  const desk = await openDesk();
  await desk.synced();
  expect(await desk.synced()).toMatchObject({ changed: 0 });
});

test('of what no provider lists nothing is known', async () => {
  const desk = await openDesk();
  await makeRenewal(desk.db, { domain: 'file.example', company: 'Acme Pvt Ltd' });
  const [row] = await desk.db.select().from(s);
  expect(row).toMatchObject({ termEndAt: null, trialEndAt: null, ifNobodyActs: 'unknown', seatsIfNobodyActs: null });
});

test('since when it is suspended is kept from the sync that saw it first until it is active again', async () => {
  let time = new Date('2026-11-21T06:30:00Z');
  const desk = await openDesk(() => time);
  const { subscriptionId } = sold();
  const since = async () => {
    const [row] = await desk.db.select({ since: s.suspendedSince }).from(s).where(eq(s.externalId, subscriptionId));
    return row?.since;
  };
  const syncedAt = async (at: string, status: 'ACTIVE' | 'SUSPENDED') => {
    time = new Date(`2026-11-21T${at}:00Z`);
    google().state.change(subscriptionId, {
      status,
      ...(status === 'SUSPENDED' && { suspensionReasons: ['RESELLER_INITIATED'] }),
    });
    await desk.synced();
    return since();
  };

  expect(await syncedAt('06:30', 'ACTIVE')).toBeNull();
  expect(await syncedAt('06:35', 'SUSPENDED')).toEqual(new Date('2026-11-21T06:35:00Z'));
  expect(await syncedAt('06:40', 'SUSPENDED')).toEqual(new Date('2026-11-21T06:35:00Z'));
  expect(await syncedAt('06:45', 'ACTIVE')).toBeNull();
});
