import { expect, test } from 'vitest';
import { suspended } from '../rules/lifecycle.ts';
import { withPlan } from '../rules/plans.ts';
import { stillGoogle, termOf } from '../testing/still.ts';
import type { Subscription } from '../wire.ts';

const DAY = 86_400_000;

test('a trial without a plan is suspended after 30 days', () => {
  const { state, sold, read, news } = stillGoogle();
  const trial = sold({ planName: 'TRIAL', licensed: 2 });
  news();
  state.advanceTo(state.now() + 30 * DAY - 1);
  expect(read(trial)).toEqual(trial);
  state.advanceTo(state.now() + 1);
  expect(read(trial)).toMatchObject({
    status: 'SUSPENDED',
    suspensionReasons: ['TRIAL_ENDED'],
    plan: { planName: 'TRIAL' },
    trialSettings: { isInTrial: false, trialEndTime: trial.trialSettings.trialEndTime },
  });
  expect(news()).toEqual(['SUBSCRIPTION_TRIAL_ENDED', 'SUBSCRIPTION_SUSPENDED']);
});

test('a trial with a plan set up goes on as that plan, from the day on which it ended', () => {
  const { state, sold, read, news } = stillGoogle();
  const trial = sold({ planName: 'TRIAL', licensed: 2 });
  state.store.put(withPlan(trial, { planName: 'ANNUAL_YEARLY_PAY', seats: { numberOfSeats: 30 } }, state.now()));
  news();
  state.advanceDays(40);
  const begun = read(trial);
  expect(begun).toMatchObject({
    status: 'ACTIVE',
    plan: { planName: 'ANNUAL_YEARLY_PAY', isCommitmentPlan: true },
    seats: { numberOfSeats: 30 },
    renewalSettings: { renewalType: 'RENEW_CURRENT_USERS_YEARLY_PAY' },
    trialSettings: { isInTrial: false },
  });
  expect(termOf(begun)).toEqual(['2027-04-16T06:30:00.000Z', '2028-04-16T06:30:00.000Z']);
  expect(news()).toEqual(['SUBSCRIPTION_TRIAL_ENDED']);
});

test('a trial that is to be followed by a flexible plan goes on without a commitment', () => {
  const { state, sold, read } = stillGoogle();
  const trial = sold({ planName: 'TRIAL', licensed: 2 });
  state.store.put(withPlan(trial, { planName: 'FLEXIBLE', seats: { maximumNumberOfSeats: 20 } }, state.now()));
  state.advanceDays(30);
  expect(read(trial)).toMatchObject({ status: 'ACTIVE', seats: { maximumNumberOfSeats: 20 } });
  expect(read(trial).plan).toEqual({ planName: 'FLEXIBLE', isCommitmentPlan: false });
  expect(read(trial).trialSettings.isInTrial).toBe(false);
});

/** A customer whose subscriptions are suspended now. */
function paused(options: Parameters<ReturnType<typeof stillGoogle>['sold']>[0] = {}) {
  const google = stillGoogle();
  const subscription = google.sold({ planName: 'FLEXIBLE', ...options });
  google.state.store.put(suspended(subscription));
  google.news();
  const isOurs = () => google.state.accounts.all().some(({ customerId }) => customerId === subscription.customerId);
  return { ...google, subscription, isOurs };
}

test('a customer whose subscriptions are all suspended is moved away after more than 60 days', () => {
  const { state, subscription, isOurs, news } = paused();
  const { customerId, customerDomain, subscriptionId } = subscription;
  state.advanceDays(60);
  expect([isOurs(), news()]).toEqual([true, []]);
  state.advanceTo(state.now() + 1);
  expect(isOurs()).toBe(false);
  expect(() => state.accounts.managed(customerDomain)).toThrow('Not Authorized to access this customer');
  expect(() => state.subscription(subscriptionId)).toThrow('Subscription not found');
  expect(state.accounts.look(customerId)).toEqual({ customerId, customerDomain, customerType: 'domain' });
  expect(state.events().at(-1)?.data).toMatchObject({
    event_type: 'SUBSCRIPTION_CANCELLED',
    subscription_cancellation_reason: 'TRANSFERRED_OUT',
    ...{ customer_id: customerId, subscription_id: subscriptionId },
  });
  const token = state.accounts.transferTokenOf(customerId) ?? '';
  expect(state.accounts.takeOver(customerId, token).customerId).toBe(customerId);
});

test('of a commitment the days count from its end, where that is later', () => {
  const { state, isOurs, advanceTo } = paused({ planName: 'ANNUAL', termEndsAt: '2027-06-01T00:00:00Z' });
  advanceTo('2027-07-31T00:00:00Z');
  expect(isOurs()).toBe(true);
  state.advanceTo(state.now() + 1);
  expect(isOurs()).toBe(false);
});

test('what else is changed meanwhile does not begin the count anew', () => {
  const { state, subscription, isOurs } = paused();
  state.advanceDays(50);
  state.change(subscription.subscriptionId, { customerDomain: 'renamed.example' });
  state.advanceDays(11);
  expect(isOurs()).toBe(false);
});

test('the last suspension counts, and an activation begins the count anew', () => {
  const { state, sold, subscription, isOurs, read } = paused();
  const second = sold({ customer: subscription.customerDomain, sku: 'frontlineStarter', planName: 'FLEXIBLE' });
  state.advanceDays(50);
  state.store.put(suspended(second));
  state.advanceDays(50);
  expect(isOurs()).toBe(true);
  state.change(second.subscriptionId, { status: 'ACTIVE', suspensionReasons: undefined });
  state.store.put(suspended(read(second)));
  state.advanceDays(60);
  expect(isOurs()).toBe(true);
  state.advanceDays(1);
  expect(isOurs()).toBe(false);
});

type Paused = ReturnType<typeof paused>;
const besideIt = (more: Parameters<Paused['sold']>[0]) => (google: Paused) =>
  google.sold({ ...more, customer: google.subscription.customerDomain });
const changedTo = (patch: Partial<Subscription>) => (google: Paused) =>
  google.state.change(google.subscription.subscriptionId, patch);

test.each<[what: string, make: (google: Paused) => Subscription, isKept: boolean]>([
  ['an active one beside it', besideIt({ sku: 'frontlineStarter' }), true],
  [
    'a suspended Vault beside it',
    (google) => google.state.store.put(suspended(besideIt({ sku: 'vault', planName: 'FLEXIBLE' })(google))),
    true,
  ],
  ['a contract by hand', changedTo({ billingMethod: 'OFFLINE' }), true],
  ['terms of service that were not accepted', changedTo({ suspensionReasons: ['PENDING_TOS_ACCEPTANCE'] }), true],
  ["a suspension of Google's own", changedTo({ suspensionReasons: ['RESELLER_INITIATED', 'OTHER'] }), true],
  ['a free Cloud Identity beside it', besideIt({ sku: 'cloudIdentity', planName: 'FREE', licensed: 0 }), false],
])('a customer with %s: is it kept? %o', (_, make, isKept) => {
  const google = paused();
  make(google);
  google.state.advanceDays(100);
  expect(google.isOurs()).toBe(isKept);
});

test('a term that was to be cancelled ends in a suspension, and 60 days later without the customer', () => {
  const { sold, news, advanceTo } = stillGoogle();
  sold({ renewalType: 'CANCEL', termEndsAt: '2027-04-01T00:00:00Z' });
  news();
  advanceTo('2027-05-31T00:00:00Z');
  expect(news()).toEqual(['SUBSCRIPTION_SUSPENDED']);
  advanceTo('2027-06-01T00:00:00Z');
  expect(news()).toEqual(['SUBSCRIPTION_CANCELLED']);
});
