import { expect, test } from 'vitest';
import type { Line } from './report.ts';
import { beside } from './scale-up.ts';

test('the limit of what is asked again is the product itself, and nothing is demanded of tails and of memory', () => {
  const line = (work: string, product: number, unit: Line['unit'] = 'ms'): Line => ({ work, unit, limit: 1, product });
  const before = [line('W2 a page, p50', 10), line('W2 a page, p95', 20), line('W1 memory', 300, 'MB')];
  const after = [line('W2 a page, p50', 12), line('W2 a page, p95', 30), line('W1 memory', 310, 'MB')];

  expect(beside(before, after, 'with many')).toEqual([
    { work: 'W2 a page, p50; with many', unit: 'ms', limit: 10, product: 12, times: 1.3 },
    { work: 'W2 a page, p95; with many', unit: 'ms', limit: 20, product: 30 },
    { work: 'W1 memory; with many', unit: 'MB', limit: 300, product: 310 },
  ]);
  expect(() => beside(before, [line('W1 a month, 6,000 rows, p50', 12)], 'with many')).toThrow('not measured before');
});
