import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startGoogle } from '../../../../simulators/google/start.ts';
import { makeWorld } from '../../../../simulators/world/world.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { makeGoogleReseller, type GoogleReseller, type GoogleResellerOptions } from './client.ts';
import type { GoogleSubscription } from './subscription.ts';

const world = makeWorld({ today: '2026-11-21' });
const google = await startGoogle({ world });
beforeEach(() => google.faults.clear());
afterAll(() => google.stop());

const makeClient = (changed: Partial<GoogleResellerOptions> = {}) =>
  makeGoogleReseller({
    baseUrl: google.env.GOOGLE_RESELLER_URL,
    tokenUrl: google.env.GOOGLE_TOKEN_URL,
    serviceAccountJson: google.env.GOOGLE_SERVICE_ACCOUNT_JSON,
    subject: google.env.GOOGLE_ADMIN_SUBJECT,
    timeZone: STANDARD_BUSINESS.timeZone,
    sleep: () => Promise.resolve(),
    ...changed,
  });

async function everything(client: GoogleReseller): Promise<GoogleSubscription[]> {
  const all: GoogleSubscription[] = [];
  let pageToken: string | undefined;
  do {
    const page = await client.listSubscriptions({ pageToken });
    all.push(...page.subscriptions);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return all;
}

const sold = world.customers.flatMap(({ subscriptions }) => subscriptions);
const idsOf = (list: readonly { subscriptionId: string }[]) => list.map(({ subscriptionId }) => subscriptionId).sort();

describe('all subscriptions of the reseller', () => {
  test('are read once each, page by page, with the day on which their term ends', async () => {
    const all = await everything(makeClient());
    expect(all.length).toBeGreaterThan(500);
    expect(idsOf(all)).toEqual(idsOf(sold));
    const online = all.filter(({ termEndsOn }) => termEndsOn !== null);
    expect(online.length).toBeGreaterThan(100);
    const endOf = new Map(sold.map(({ subscriptionId, term }) => [subscriptionId, term?.endsOn]));
    expect(online.filter(({ subscriptionId, termEndsOn }) => endOf.get(subscriptionId) !== termEndsOn)).toEqual([]);
    const offline = all.filter(({ billingMethod }) => billingMethod === 'OFFLINE');
    expect(offline.length).toBeGreaterThan(0);
    expect(offline.filter(({ termEndsOn }) => termEndsOn !== null)).toEqual([]);
  });

  test.each([
    'quotaExceeded',
    'quotaExceeded-503',
    'dailyLimitExceeded',
    'unavailable',
    'internalError',
    'unauthorized',
    'html',
    'html-200',
    'timeout',
    'reset',
    'applied-but-answer-lost',
  ] as const)('are complete although the third page meets %s', async (kind) => {
    google.faults.add({ kind, method: 'subscriptions.list', after: 2 });
    expect(idsOf(await everything(makeClient(timeoutsWith(kind))))).toEqual(idsOf(sold));
    expect(google.faults.waiting()).toEqual([]);
  });

  test('are read on when the token ends on the way', async () => {
    const client = makeClient();
    await client.listSubscriptions();
    google.tokens.expireAll();
    expect(await everything(client)).toHaveLength(sold.length);
  });

  test('are not shown to a service account that acts for a stranger', async () => {
    await expect(makeClient({ subject: 'stranger@reseller.example' }).listSubscriptions()).rejects.toMatchObject({
      kind: 'auth',
      reason: 'unauthorized_client',
    });
  });
});

test('a customer is ours, somebody else’s, or unknown', async () => {
  const [ours] = world.customers;
  const [theirs] = world.foreignCustomers;
  if (!ours || !theirs) throw new Error('the world has both');
  const client = makeClient();
  expect(await client.getCustomer(ours.domain)).toMatchObject({ relation: 'managed', customerId: ours.customerId });
  expect(await client.getCustomer(theirs.domain)).toMatchObject({ relation: 'elsewhere' });
  expect(await client.getCustomer('nobody.example')).toEqual({ relation: 'unknown' });
});

describe('seats', () => {
  const anActive = (planName: string) => {
    const found = google.state.subscriptions().find(({ status, plan, seats }) => {
      const total = seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0;
      return status === 'ACTIVE' && plan.planName === planName && total < 1000;
    });
    if (!found) throw new Error(`no active ${planName} in the world`);
    return found;
  };

  test('of an annual plan cannot shrink', async () => {
    const { customerId, subscriptionId, seats } = anActive('ANNUAL');
    const fewer = (seats.numberOfSeats ?? 0) - 1;
    const totals = { from: fewer + 1, to: fewer };
    await expect(makeClient().changeSeats(customerId, subscriptionId, totals)).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      reason: 'invalid',
      message: expect.stringMatching(/^Google refused this\. Google says: ".+"$/) as string,
    });
    expect(google.state.subscription(subscriptionId).seats.numberOfSeats).toBe(fewer + 1);
  });

  test.each([
    'quotaExceeded',
    'quotaExceeded-503',
    'dailyLimitExceeded',
    'unavailable',
    'unauthorized',
    'html',
    'html-200',
    'timeout',
    'reset',
    'applied-but-answer-lost',
  ] as const)('are in the end as wished, with %s on the way, once and again', async (kind) => {
    const client = makeClient(timeoutsWith(kind));
    for (const planName of ['ANNUAL', 'FLEXIBLE']) {
      const { customerId, subscriptionId, seats } = anActive(planName);
      const from = seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0;
      const wished = from + 3;
      // A second 401 would be the set-up's fault.
      const times = kind === 'unauthorized' ? 1 : 2;
      google.faults.add({ kind, method: 'subscriptions.changeSeats', times });
      const changed = await client.changeSeats(customerId, subscriptionId, { from, to: wished });
      expect(changed.numberOfSeats ?? changed.maximumNumberOfSeats).toBe(wished);
      expect(google.state.subscription(subscriptionId).seats).toMatchObject(
        planName === 'ANNUAL' ? { numberOfSeats: wished } : { maximumNumberOfSeats: wished },
      );
      google.faults.clear();
    }
  });

  test('are not asked for again when they were changed and only the answer was lost', async () => {
    const { customerId, subscriptionId, seats } = anActive('ANNUAL');
    const asked = google.state.calls('subscriptions.changeSeats');
    google.faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    const from = seats.numberOfSeats ?? 0;
    await makeClient().changeSeats(customerId, subscriptionId, { from, to: from + 5 });
    expect(google.state.calls('subscriptions.changeSeats') - asked).toBe(1);
  });
});
