import { expect, test } from 'vitest';
import { dayInIndia } from '../world/calendar.ts';
import { refused, runningGoogle } from './testing/running.ts';
import type { Subscription } from './wire.ts';

const { world, running, subscriptionOn } = runningGoogle();

interface List {
  kind: string;
  subscriptions: Subscription[];
  nextPageToken?: string;
}

async function page(query: Record<string, string>): Promise<List> {
  const { status, body } = await running().call('GET', `subscriptions?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body as List;
}

async function everyPage(query: Record<string, string>, meanwhile?: (first: List) => void): Promise<Subscription[]> {
  const first = await page(query);
  meanwhile?.(first);
  const rows = [...first.subscriptions];
  for (let token = first.nextPageToken; token;) {
    const next = await page({ ...query, pageToken: token });
    rows.push(...next.subscriptions);
    token = next.nextPageToken;
  }
  return rows;
}

test('the pages together hold every subscription of the world once', async () => {
  const rows = await everyPage({ maxResults: '7' });
  const expected = world.customers.flatMap((customer) => customer.subscriptions.map((s) => s.subscriptionId));
  expect(rows.map((row) => row.subscriptionId)).toEqual(expected);
});

test('a page has 20 rows where nothing else is asked for, and a token only where more follow', async () => {
  const first = await page({});
  expect([first.kind, first.subscriptions.length, typeof first.nextPageToken]).toEqual([
    'reseller#subscriptions',
    20,
    'string',
  ]);
  expect(await page({ maxResults: '100' })).not.toHaveProperty('nextPageToken');
});

test('page sizes outside 1 to 100 and tokens of nobody or of another list are refused', async () => {
  const { call } = running();
  for (const size of ['0', '101', '-1', 'many', '2.5']) {
    expect(await call('GET', `subscriptions?maxResults=${size}`)).toEqual(refused(400, 'invalid'));
  }
  const { nextPageToken = '' } = await page({ maxResults: '2' });
  expect(await call('GET', 'subscriptions?pageToken=made-up')).toEqual(refused(400, 'invalid'));
  expect(await call('GET', `subscriptions?pageToken=${nextPageToken}&customerNamePrefix=a`)).toEqual(
    refused(400, 'invalid'),
  );
});

test('a subscription that ends between two pages hides no other one', async () => {
  const { state } = running().google;
  const extra = subscriptionOn('ANNUAL').subscription;
  const before = state.subscriptions().map((row) => row.subscriptionId);
  const rows = await everyPage({ maxResults: '5' }, () => {
    state.remove(extra.subscriptionId);
  });
  expect(rows.map((row) => row.subscriptionId)).toEqual(before.filter((id) => id !== extra.subscriptionId));
});

test('the list is narrowed to a customer, by id or domain, or to the beginning of a domain', async () => {
  const customer = world.customers.find(({ subscriptions }) => subscriptions.length > 1);
  const ids = customer?.subscriptions.map((row) => row.subscriptionId);
  for (const customerId of [customer?.customerId, customer?.domain]) {
    const rows = (await page({ customerId: customerId ?? '' })).subscriptions;
    expect(rows.map((row) => row.subscriptionId)).toEqual(ids);
  }
  const prefix = customer?.domain.slice(0, 4) ?? '';
  const begun = await everyPage({ customerNamePrefix: prefix });
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.every((row) => row.customerDomain.startsWith(prefix))).toBe(true);
  expect(await running().call('GET', 'subscriptions?customerId=elsewhere-1.example')).toEqual(
    refused(403, 'forbidden'),
  );
});

test('rows carry what the world says, instants as text, and no term where billing is offline', async () => {
  const rows = new Map((await everyPage({ maxResults: '100' })).map((row) => [row.subscriptionId, row]));
  for (const { domain, subscriptions } of world.customers) {
    for (const own of subscriptions) {
      const row = rows.get(own.subscriptionId);
      expect(row).toMatchObject({ customerDomain: domain, skuId: own.skuId, seats: own.seats, status: own.status });
      expect(row?.creationTime).toMatch(/^\d{12,13}$/);
      const endTime = row?.plan.commitmentInterval?.endTime;
      expect(endTime === undefined ? null : dayInIndia(Number(endTime))).toBe(
        own.billingMethod === 'ONLINE' ? (own.term?.endsOn ?? null) : null,
      );
    }
  }
  expect([...rows.values()].some((row) => row.billingMethod === 'OFFLINE' && row.plan.isCommitmentPlan)).toBe(true);
});
