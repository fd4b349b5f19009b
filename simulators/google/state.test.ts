import { expect, test } from 'vitest';
import { dayInIndia } from '../world/calendar.ts';
import { SKUS } from '../world/skus.ts';
import type { RenewalType } from '../world/types.ts';
import { renewalSettings } from './rules/plans.ts';
import { refused, runningGoogle } from './testing/running.ts';
import type { Subscription } from './wire.ts';

const { running, subscriptionOn } = runningGoogle();
const read = async (path: string) => (await running().call('GET', path)).body as Subscription;
const endOf = ({ plan }: Subscription) => dayInIndia(Number(plan.commitmentInterval?.endTime));

test('an upgrade behind the back of the reseller changes the id and keeps the term', async () => {
  const { state } = running().google;
  const { domain, path, subscription } = subscriptionOn('ANNUAL', 10, 6);
  const upgraded = state.upgrade(subscription.subscriptionId, SKUS.enterprisePlus.skuId);
  expect(upgraded.subscriptionId).not.toBe(subscription.subscriptionId);
  expect(await running().call('GET', path)).toEqual(refused(404, 'notFound'));
  const { plan, seats, skuName } = await read(`customers/${domain}/subscriptions/${upgraded.subscriptionId}`);
  expect({ plan, seats }).toEqual({ plan: subscription.plan, seats: subscription.seats });
  expect(skuName).toBe('Google Workspace Enterprise Plus');
});

test.each([
  ['AUTO_RENEW_MONTHLY_PAY', { planName: 'ANNUAL', seats: 10 }],
  ['AUTO_RENEW_YEARLY_PAY', { planName: 'ANNUAL_YEARLY_PAY', seats: 10 }],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', { planName: 'ANNUAL', seats: 6 }],
  ['RENEW_ON_PROPOSED_OFFER', { planName: 'ANNUAL', seats: 10 }],
] as const)('a term with %s is followed by the next one', async (renewalType, { planName, seats }) => {
  const { path, subscription } = subscriptionOn('ANNUAL', 10, 6);
  renewWith(subscription, renewalType);
  const renewed = await read(path);
  expect(renewed).toMatchObject({ status: 'ACTIVE', plan: { planName }, seats: { numberOfSeats: seats } });
  expect(renewed.plan.commitmentInterval?.startTime).toBe(subscription.plan.commitmentInterval?.endTime);
  expect(endOf(renewed)).toBe('2029-03-17');
});

test('a term to be cancelled ends in a suspension, one to be paid as it goes in a flexible plan', async () => {
  const cancelled = subscriptionOn('ANNUAL', 10, 6);
  renewWith(cancelled.subscription, 'CANCEL');
  expect(await read(cancelled.path)).toMatchObject({
    status: 'SUSPENDED',
    suspensionReasons: ['RENEWAL_WITH_TYPE_CANCEL'],
    plan: cancelled.subscription.plan,
  });

  const flexible = subscriptionOn('ANNUAL', 10, 6);
  renewWith(flexible.subscription, 'SWITCH_TO_PAY_AS_YOU_GO');
  const { plan, seats, renewalSettings: settings } = await read(flexible.path);
  expect(plan).toEqual({ planName: 'FLEXIBLE', isCommitmentPlan: false });
  expect(seats).toEqual({ kind: 'subscriptions#seats', maximumNumberOfSeats: 10, licensedNumberOfSeats: 6 });
  expect(settings).toBeUndefined();
});

function renewWith({ subscriptionId }: Subscription, renewalType: RenewalType) {
  const { state } = running().google;
  state.change(subscriptionId, { renewalSettings: renewalSettings(renewalType) });
  state.renew(subscriptionId);
}

test('what is suspended or has no term does not renew', () => {
  const { state } = running().google;
  const paused = state.change(subscriptionOn('ANNUAL').subscription.subscriptionId, { status: 'SUSPENDED' });
  const flexible = subscriptionOn('FLEXIBLE').subscription;
  for (const subscription of [paused, flexible]) {
    expect(state.renew(subscription.subscriptionId)).toEqual(subscription);
  }
});

test('seats are set without the rules, in the field of the plan', async () => {
  const { state } = running().google;
  const annual = subscriptionOn('ANNUAL', 10);
  const flexible = subscriptionOn('FLEXIBLE', 10);
  state.setSeats(annual.subscription.subscriptionId, 4);
  state.setSeats(flexible.subscription.subscriptionId, 5);
  expect((await read(annual.path)).seats).toEqual({
    kind: 'subscriptions#seats',
    numberOfSeats: 4,
    licensedNumberOfSeats: 0,
  });
  expect((await read(flexible.path)).seats.maximumNumberOfSeats).toBe(5);
});

test('a new day begins new terms on that day', async () => {
  const { state } = running().google;
  const { domain } = subscriptionOn('FREE', 50);
  state.advanceTo(Date.parse('2028-02-29T06:30:00Z'));
  const order = { skuId: SKUS.vault.skuId, plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 4 } };
  const { body } = await running().call('POST', `customers/${domain}/subscriptions`, order);
  expect(endOf(body as Subscription)).toBe('2029-02-28');
});

test('calls are counted by method, refused ones too', async () => {
  const { google, call } = running();
  const before = google.state.calls('customers.get');
  await call('GET', 'customers/nobody.example');
  await call('GET', 'customers/elsewhere-1.example');
  expect(google.state.calls('customers.get')).toBe(before + 2);
});
