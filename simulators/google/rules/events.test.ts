import { expect, test } from 'vitest';
import { stillGoogle } from '../testing/still.ts';
import { activated, suspended } from './lifecycle.ts';
import { renewalSettings, withPlan } from './plans.ts';
import type { EventType } from './events.ts';

type Google = ReturnType<typeof stillGoogle>;
type Sold = ReturnType<Google['sold']>;

/** What was sold is done something to, and this is told. */
const TABLE: readonly [
  what: string,
  sold: Parameters<Google['sold']>[0],
  (google: Google, sold: Sold) => unknown,
  EventType[],
][] = [
  [
    'a licence is given',
    {},
    ({ state }, { subscriptionId: id }) => state.setLicensed(id, 7),
    ['LICENSE_ASSIGNMENT_CHANGED'],
  ],
  ['as many hold one as before', {}, ({ state }, { subscriptionId: id }) => state.setLicensed(id, 6), []],
  ['seats are bought', {}, ({ state }, { subscriptionId: id }) => state.setSeats(id, 11), ['COMMITMENT_CHANGED']],
  [
    'the ceiling is raised',
    { planName: 'FLEXIBLE' },
    ({ state }, { subscriptionId: id }) => state.setSeats(id, 11),
    [],
  ],
  ['it is suspended', {}, ({ state }, sold) => state.store.put(suspended(sold)), ['SUBSCRIPTION_SUSPENDED']],
  [
    'and activated',
    {},
    ({ state }, sold) => state.store.put(activated(state.store.put(suspended(sold)), state.now())),
    ['SUBSCRIPTION_SUSPENDED', 'SUBSCRIPTION_SUSPENSION_REVOKED'],
  ],
  [
    'a flexible plan becomes annual',
    { planName: 'FLEXIBLE' },
    ({ state }, sold) =>
      state.store.put(withPlan(sold, { planName: 'ANNUAL_MONTHLY_PAY', seats: { numberOfSeats: 9 } }, state.now())),
    ['PRICE_PLAN_SWITCHED'],
  ],
  [
    'another renewal is set',
    {},
    ({ state }, { subscriptionId: id }) => state.change(id, { renewalSettings: renewalSettings('CANCEL') }),
    [],
  ],
  [
    'it renews',
    { renewalType: 'AUTO_RENEW_MONTHLY_PAY' },
    ({ state }) => {
      state.advanceDays(366);
    },
    ['SUBSCRIPTION_RENEWED'],
  ],
  [
    'it shrinks',
    {},
    ({ state }) => {
      state.advanceDays(366);
    },
    ['SUBSCRIPTION_RENEWED', 'COMMITMENT_CHANGED'],
  ],
  [
    'it becomes flexible',
    { renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' },
    ({ state }) => {
      state.advanceDays(366);
    },
    [],
  ],
  [
    'it ends',
    { renewalType: 'CANCEL' },
    ({ state }) => {
      state.advanceDays(366);
    },
    ['SUBSCRIPTION_SUSPENDED'],
  ],
  [
    'it is billed by hand',
    {},
    ({ state }, { subscriptionId: id }) => state.change(id, { billingMethod: 'OFFLINE' }),
    ['SUBSCRIPTION_CONVERTED'],
  ],
  [
    'the domain is renamed',
    {},
    ({ state }, { subscriptionId: id }) => state.change(id, { customerDomain: 'new.example' }),
    [],
  ],
  [
    'a larger SKU',
    {},
    ({ state }, { subscriptionId: id }) => state.upgrade(id, '1010020020'),
    ['SUBSCRIPTION_UPGRADE'],
  ],
  [
    'a smaller SKU',
    { sku: 'enterprisePlus' },
    ({ state }, { subscriptionId: id }) => state.upgrade(id, '1010020027'),
    ['SUBSCRIPTION_DOWNGRADE'],
  ],
  [
    'it is gone',
    {},
    ({ state }, { subscriptionId: id }) => {
      state.remove(id);
    },
    ['SUBSCRIPTION_CANCELLED'],
  ],
];

test.each(TABLE)('%s', (_, options, happen, types) => {
  const google = stillGoogle();
  const sold = google.sold(options);
  google.news();
  happen(google, sold);
  expect(google.news()).toEqual(types);
});

test('what is sold is told too, and of an upgrade the new id', () => {
  const { state, sold, news } = stillGoogle();
  const { subscriptionId } = sold({ licensed: 0 });
  expect(news()).toEqual(['NEW_SUBSCRIPTION_CREATED']);
  const upgraded = state.upgrade(subscriptionId, '1010020020');
  expect(state.events().at(-1)?.data).toMatchObject({ subscription_id: upgraded.subscriptionId, sku_id: '1010020020' });
});
