import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('a whole year where nothing is said, and what is said otherwise', () => {
  expect(readOptions([])).toMatchObject({ seed: 7, domains: 5_000, days: 365, workers: 2, nodes: 2, isAsleep: false });
  expect(readOptions(['--domains', '100', '--days', '90', '--seed', '11', '--asleep'])).toMatchObject({
    ...{ seed: 11, domains: 100, days: 90, isAsleep: true, isPlanted: false, why: undefined },
  });
});

test.each([
  [['--days', '0'], '--days is a whole number from 1 to 1000.'],
  [['--domains', 'many'], '--domains is a whole number from 1 to 50000.'],
  [['--seed', '-1'], '--seed'],
  [['--nodes', '9'], '--nodes is a whole number from 1 to 4.'],
  [['--workers', '2.5'], '--workers is a whole number from 1 to 8.'],
  [['--month', '3'], '--month'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});
