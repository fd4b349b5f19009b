import { expect, test } from 'vitest';
import { SKUS } from '../../world/skus.ts';
import { makeWorld } from '../../world/world.ts';
import { activated, suspended } from '../rules/lifecycle.ts';
import { isAnnual } from '../rules/seats.ts';
import { makeState } from '../state.ts';
import { stillGoogle, termOf, today } from '../testing/still.ts';

const DAY = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString();

test('the clock stands at noon of its day in India until it is turned', () => {
  const { state } = stillGoogle();
  expect(iso(state.now())).toBe('2027-03-17T06:30:00.000Z');
  state.advanceDays(2);
  expect(iso(state.now())).toBe('2027-03-19T06:30:00.000Z');
  state.advanceTo(state.now());
  expect(iso(state.now())).toBe('2027-03-19T06:30:00.000Z');
});

test('it is not turned back, and no time is not a time', () => {
  const { state, sold, read } = stillGoogle();
  const before = sold({ termEndsAt: '2027-03-20T00:00:00Z' });
  expect(() => {
    state.advanceTo(Date.parse('2027-03-17T06:29:59Z'));
  }).toThrow('The clock is at 2027-03-17T06:30:00.000Z and cannot be turned back to 2027-03-17T06:29:59.000Z');
  expect(() => {
    state.advanceDays(-1);
  }).toThrow('cannot be turned back');
  expect(() => {
    state.advanceTo(Number.NaN);
  }).toThrow();
  expect(read(before)).toEqual(before);
});

test('three years are three terms, told one by one at the instants at which they began', () => {
  const { state, sold, read, news, advanceTo } = stillGoogle();
  const before = sold({ renewalType: 'AUTO_RENEW_MONTHLY_PAY', termEndsAt: '2027-06-30T18:30:00Z' });
  news();
  advanceTo('2030-01-01T00:00:00Z');
  expect(termOf(read(before))).toEqual(['2029-06-30T18:30:00.000Z', '2030-06-30T18:30:00.000Z']);
  const events = state.events().slice(-3);
  expect(events.map(({ publishTime }) => publishTime)).toEqual([
    '2027-06-30T18:30:00.000Z',
    '2028-06-30T18:30:00.000Z',
    '2029-06-30T18:30:00.000Z',
  ]);
  expect(news()).toEqual(Array(3).fill('SUBSCRIPTION_RENEWED'));
});

test('what falls due at several customers happens in the order of the instants', () => {
  const { state, sold, advanceTo } = stillGoogle();
  const renewalType = 'CANCEL';
  const ends = ['2027-05-02T00:00:00Z', '2027-05-01T18:30:00Z', '2027-05-02T07:00:00Z', '2027-04-30T18:30:00Z'];
  const ids = ends.map((termEndsAt) => sold({ renewalType, termEndsAt }).subscriptionId);
  advanceTo('2027-06-01T00:00:00Z');
  const suspensions = state.events().filter(({ data }) => data.event_type === 'SUBSCRIPTION_SUSPENDED');
  expect(suspensions.map(({ data }) => data.subscription_id)).toEqual([ids[3], ids[1], ids[0], ids[2]]);
});

test('what was added when its time had passed already happens with the next turn, and is not told as if it had been before', () => {
  const { state, sold, read, advanceTo } = stillGoogle();
  advanceTo('2027-06-01T00:00:00Z');
  const late = sold({ renewalType: 'AUTO_RENEW_MONTHLY_PAY', termEndsAt: '2027-05-01T00:00:00Z' });
  expect(read(late)).toEqual(late);
  advanceTo('2027-06-02T00:00:00Z');
  expect(termOf(read(late))[0]).toBe('2027-05-01T00:00:00.000Z');
  expect(state.events().at(-1)).toMatchObject({
    publishTime: '2027-06-01T00:00:00.000Z',
    data: { event_type: 'SUBSCRIPTION_RENEWED' },
  });
});

test('at one instant the customer whose id comes first comes first, whichever was there before', () => {
  const { state, sold, newCustomer, advanceTo } = stillGoogle();
  const [first, second] = [newCustomer(), newCustomer()];
  for (const customer of [second, first]) sold({ customer, renewalType: 'CANCEL', termEndsAt: '2027-05-01T00:00:00Z' });
  advanceTo('2027-05-02T00:00:00Z');
  expect(
    state
      .events()
      .slice(-2)
      .map(({ data }) => data.customer_domain_name),
  ).toEqual([first, second]);
});

test.each([
  ['midnight of the Pacific coast, in summer and in winter', '2026-03-10T07:00:00Z', '2027-03-10T08:00:00.000Z'],
  ['29 February in India', '2028-02-28T18:30:00Z', '2029-02-27T18:30:00.000Z'],
  ['29 February in UTC', '2028-02-29T00:00:00Z', '2029-02-28T00:00:00.000Z'],
  ['29 February of the Pacific coast', '2028-02-29T08:00:00Z', '2029-02-28T08:00:00.000Z'],
  ['an instant of its own', '2027-09-09T09:09:09.009Z', '2028-09-09T09:09:09.009Z'],
])('a next term ends at the same wall time of the same zone a year later: %s', (_, termEndsAt, next) => {
  const { state, sold, read } = stillGoogle();
  const before = sold({ termEndsAt });
  state.renew(before.subscriptionId);
  expect(termOf(read(before))).toEqual([iso(Date.parse(termEndsAt)), next]);
});

test('a term ends where and when it is asked for: an Indian day, the day of another zone, an instant; 24 months too', () => {
  const { state, newCustomer } = stillGoogle();
  const add = (end: object) =>
    state.add({ customer: newCustomer(), skuId: SKUS.vault.skuId, planName: 'ANNUAL', seats: 3, ...end });
  expect(termOf(add({ termEndsOn: '2027-08-01' }))[1]).toBe('2027-07-31T18:30:00.000Z');
  expect(termOf(add({ termEndsOn: '2027-08-01', termZone: 'UTC' }))[1]).toBe('2027-08-01T00:00:00.000Z');
  expect(termOf(add({ termEndsOn: '2027-08-01', termZone: 'America/Los_Angeles' }))[1]).toBe(
    '2027-08-01T07:00:00.000Z',
  );
  const long = add({ termEndsAt: Date.parse('2027-08-01T12:00:00Z'), termYears: 2 });
  expect(termOf(long)).toEqual(['2025-08-01T12:00:00.000Z', '2027-08-01T12:00:00.000Z']);
  expect(termOf(add({}))).toEqual(['2027-03-17T06:30:00.000Z', '2028-03-17T06:30:00.000Z']);
});

test('what is suspended does not renew; a year begins with its activation', () => {
  const { state, sold, read, advanceTo } = stillGoogle();
  const before = sold({ renewalType: 'AUTO_RENEW_MONTHLY_PAY', termEndsAt: '2027-04-01T00:00:00Z' });
  sold({ customer: before.customerDomain, sku: 'frontlineStarter', planName: 'FLEXIBLE' });
  state.store.put(suspended(before));
  advanceTo('2027-09-01T10:00:00Z');
  expect(termOf(read(before))).toEqual(termOf(before));
  state.store.put(activated(read(before), state.now()));
  expect(termOf(read(before))).toEqual(['2027-09-01T10:00:00.000Z', '2028-09-01T10:00:00.000Z']);
  advanceTo('2028-09-01T10:00:00Z');
  expect(termOf(read(before))[0]).toBe('2028-09-01T10:00:00.000Z');
});

test('what is billed offline is renewed by hand alone', () => {
  const { state, sold, read, advanceTo } = stillGoogle();
  const { subscriptionId } = sold({ termEndsAt: '2027-04-01T00:00:00Z' });
  const before = state.change(subscriptionId, { billingMethod: 'OFFLINE' });
  advanceTo('2027-09-01T00:00:00Z');
  expect(read(before)).toEqual(before);
  expect(termOf(state.renew(subscriptionId))[0]).toBe('2027-04-01T00:00:00.000Z');
});

test('a clock that runs goes on from now with the real time, never back, and is turned on top of it', () => {
  let real = Date.parse('2027-03-17T03:00:00Z');
  const { state, sold, read } = stillGoogle(() => real);
  const before = sold({ termEndsAt: '2027-03-17T03:00:05Z' });
  expect(iso(state.now())).toBe('2027-03-17T03:00:00.000Z');
  real += 4_999;
  state.settle();
  expect(read(before)).toEqual(before);
  real += 1;
  state.settle();
  expect(termOf(read(before))[0]).toBe('2027-03-17T03:00:05.000Z');
  real -= 60_000;
  expect(iso(state.now())).toBe('2027-03-17T03:00:05.000Z');
  real += 60_000;
  state.advanceDays(1);
  real += 1_000;
  expect(iso(state.now())).toBe('2027-03-18T03:00:06.000Z');
});

test('a world is seen from its day: what had been due before it happens when the clock is first turned, not when it runs', () => {
  const world = makeWorld({ today, customers: 200, resellers: 0 });
  let real = Date.parse(`${today}T05:00:00Z`);
  const state = makeState(world, { today, realTime: () => real });
  const overdue = () =>
    state
      .subscriptions()
      .filter(
        ({ status, billingMethod, plan }) =>
          isAnnual(plan.planName) &&
          status === 'ACTIVE' &&
          billingMethod === 'ONLINE' &&
          Number(plan.commitmentInterval?.endTime) <= state.now(),
      )
      .map(({ subscriptionId }) => subscriptionId);
  const before = overdue();
  expect(before.length).toBeGreaterThan(3);
  real += 20 * DAY;
  state.settle();
  const left = overdue();
  expect(left.length).toBeGreaterThan(3);
  expect(before).toEqual(expect.arrayContaining(left));
  state.advanceDays(0);
  expect(overdue()).toEqual([]);
});

test('a year in small steps ends as a year at once, and the same is told of it in the same order', () => {
  const world = makeWorld({ today, customers: 120, resellers: 0 });
  const after = (steps: number) => {
    const state = makeState(world, { today, realTime: undefined });
    state.notifications.register(new URLSearchParams(), { serviceAccountEmailAddress: 'watch@invented.example' });
    state.advanceDays(0);
    for (let step = 0; step < steps; step += 1) state.advanceTo(state.now() + (400 * DAY) / steps);
    return { subscriptions: state.subscriptions(), events: state.events(), customers: state.accounts.all() };
  };
  const [slowly, atOnce] = [after(400 * 4), after(1)];
  expect(slowly.events.length).toBeGreaterThan(100);
  expect(slowly).toEqual(atOnce);
});
