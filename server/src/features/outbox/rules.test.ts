import { expect, test } from 'vitest';
import { retryDelay } from '../../platform/queue/leased-queue.ts';
import { messageIdOf, PAUSES } from './rules.ts';

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

test.each([
  ['Reseller Desk <desk@reseller.example>', '<desk-outbox-7@rs.reseller.example>'],
  ['desk@reseller.example', '<desk-outbox-7@rs.reseller.example>'],
  ['Reseller Desk', '<desk-outbox-7@rs.localhost>'],
])('a mail from %s carries its own id', (from, id) => {
  expect(messageIdOf({ id: 7, createdAt: new Date(1_000) }, from)).toBe(id);
});
