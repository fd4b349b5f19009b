import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('the store grows to ten million renewals where no other number is named, and does not grow by itself', () => {
  expect(readOptions([]).scaleUpTo).toBeUndefined();
  expect(readOptions(['--scale-up']).scaleUpTo).toBe(10_000_000);
  expect(readOptions(['--scale-up', '--rows', '500000', '--scale', '0.1'])).toMatchObject({
    ...{ scaleUpTo: 500_000, scale: 0.1 },
  });
});

test.each([
  ['--rows', '500000'],
  ['--scale-up', '--rows', 'many'],
  ['--scale-up', '--rows', '0'],
  ['--scale-up', '--browser'],
  ['--scale-up', '--only', 'W8'],
])('what does not go together, or is no number, is refused: %s %s %s', (...args) => {
  expect(() => readOptions(args)).toThrow('npm run bench -- --scale-up [--rows 10000000]');
});
