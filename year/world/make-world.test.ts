import { expect, test } from 'vitest';
import { keyedRandom } from '../keyed-random.ts';
import { FIRST_DAY, makeWorld } from './make-world.ts';

const world = makeWorld(keyedRandom(7), 5_000);
const sold = world.customers.flatMap(({ subscriptions }) => subscriptions);
const share = (count: number): number => Math.round((100 * count) / sold.length);
const within = (found: number, wanted: number): void => expect(Math.abs(found - wanted)).toBeLessThanOrEqual(2);

test('the same seed is the same world, another seed another one', () => {
  expect(makeWorld(keyedRandom(7), 50)).toEqual({ ...world, customers: world.customers.slice(0, 50) });
  expect(makeWorld(keyedRandom(8), 50)).not.toEqual(makeWorld(keyedRandom(7), 50));
});

test('it has the shares of the design: 5,000 domains, 6,500 subscriptions, plans and settings', () => {
  expect(Math.abs(sold.length - 6_500)).toBeLessThan(100);
  for (const [plan, wanted] of [
    ['ANNUAL', 70],
    ['ANNUAL_YEARLY_PAY', 15],
    ['FLEXIBLE', 12],
    ['TRIAL', 3],
  ] as const)
    // prettier-ignore
    within(share(sold.filter(({ planName }) => planName === plan).length), wanted);
  const annual = sold.filter(({ term }) => term !== null);
  const settings = (start: string) =>
    Math.round((100 * annual.filter(({ renewalType }) => renewalType?.startsWith(start)).length) / annual.length);
  within(settings('RENEW_CURRENT_USERS'), 55);
  within(settings('AUTO_RENEW'), 25);
  within(settings('SWITCH'), 12);
  within(settings('CANCEL'), 5);
  within(settings('RENEW_ON_PROPOSED'), 3);
});

test('a quarter of the terms ends in one month, some on 29 February, in three zones, after one, two or three years', () => {
  const terms = sold.flatMap(({ term }) => term ?? []);
  const months = new Map<string, number>();
  for (const { endsOn } of terms) months.set(endsOn.slice(0, 7), (months.get(endsOn.slice(0, 7)) ?? 0) + 1);
  expect(Math.max(...months.values()) / terms.length).toBeGreaterThan(0.25);
  expect(terms.filter(({ endsOn }) => endsOn === '2028-02-29').length).toBeGreaterThan(20);
  expect(new Set(terms.map(({ zone }) => zone)).size).toBe(3);
  expect(new Set(terms.map(({ startsOn, endsOn }) => Number(endsOn.slice(0, 4)) - Number(startsOn.slice(0, 4))))).toEqual(new Set([1, 2, 3])); // prettier-ignore
  expect(terms.every(({ endsOn }) => endsOn > FIRST_DAY)).toBe(true);
});

test('nobody has more people than seats, and no customer two of one product', () => {
  for (const { seats } of sold)
    expect(seats.licensedNumberOfSeats).toBeLessThanOrEqual(seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0);
  for (const { subscriptions } of world.customers)
    expect(new Set(subscriptions.map(({ skuId }) => skuId)).size).toBe(subscriptions.length);
});
