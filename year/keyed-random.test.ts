import { expect, test } from 'vitest';
import { keyedRandom } from './keyed-random.ts';

const DRAWS = 20_000;
const drawn = (seed: number, about: string) =>
  Array.from({ length: DRAWS }, (_, n) => keyedRandom(seed).fraction(about, n));

test('the same seed and subject draw the same, in whatever order; others draw otherwise', () => {
  const random = keyedRandom(7);
  const [first, second] = [random.fraction('a', 1), random.fraction('b', 1)];
  expect([random.fraction('b', 1), random.fraction('a', 1)]).toEqual([second, first]);
  expect(keyedRandom(8).fraction('a', 1)).not.toBe(first);
  expect(random.fraction('a', '1')).toBe(first);
  expect(random.fraction('a1')).not.toBe(first);
});

test('numbers lie evenly between 0 and 1', () => {
  const numbers = drawn(7, 'even');
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / DRAWS;
    expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
  }
});

test('weights are shares, both ends of a range are drawn, and of nothing nothing is chosen', () => {
  const random = keyedRandom(3);
  const choices = [
    [3, 'often'],
    [1, 'seldom'],
  ] as const;
  const often = Array.from({ length: DRAWS }, (_, n) => random.weighted(choices, n)).filter((one) => one === 'often');
  expect(Math.abs(often.length / DRAWS - 0.75)).toBeLessThan(0.02);
  const range = new Set(Array.from({ length: 200 }, (_, n) => random.between(2, 4, n)));
  expect([...range].sort()).toEqual([2, 3, 4]);
  expect(() => random.weighted([], 'nothing')).toThrow(RangeError);
});
