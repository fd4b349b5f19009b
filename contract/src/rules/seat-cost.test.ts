import { describe, expect, test } from 'vitest';
import { costOf } from './seat-cost.ts';

describe('what more seats cost', () => {
  test.each([
    [1, '1632.00', 365, '1632.00'],
    [5, '1632.00', 365, '8160.00'],
    [10, '1632', 73, '3264.00'],
    [1, '100.5', 365, '100.50'],
    [3, '99.99', 1, '0.82'],
    [1, '1.00', 1, '0.00'],
    [1, '1.83', 1, '0.01'],
    [50_000, '999999.99', 365, '49999999500.00'],
    [12, '1632.00', 365 / 12, '1632.00'],
    [1, '1632.00', 365 / 12, '136.00'],
  ])('%d seats at %s a year for %d days: %s', (count, price, left, cost) => {
    expect(costOf(count, { yearly: price, days: left })).toBe(cost);
  });
});
