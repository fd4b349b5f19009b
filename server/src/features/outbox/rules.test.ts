import { expect, test } from 'vitest';
import { retryDelay } from '../../platform/queue/leased-queue.ts';
import { PAUSES } from './rules.ts';

test('a message is tried five times, each try later than the last', () => {
  expect([1, 2, 3, 4, 5].map((attempts) => retryDelay(PAUSES, attempts, 0))).toEqual([
    5_000,
    15_000,
    60_000,
    300_000,
    undefined,
  ]);
  expect(retryDelay(PAUSES, 1, 1)).toBe(6_000);
});
