import { expect, test } from 'vitest';
import { makeIdempotencyKeys } from './idempotency-keys.ts';

test('what is sent again after a lost answer carries its key, and after an answer another one', () => {
  const keys = makeIdempotencyKeys();
  const first = keys.take('renew 5');
  keys.end('renew 5', first);
  expect(keys.take('renew 5')).toBe(first);
  keys.end('renew 5');
  expect(keys.take('renew 5')).not.toBe(first);
});

test('a row that is answered does not take the key of another one that is under way', () => {
  const keys = makeIdempotencyKeys();
  keys.take('row 1');
  const second = keys.take('row 2');
  keys.end('row 1');
  keys.end('row 2', second);
  expect(keys.take('row 2')).toBe(second);
});

test('a row that is answered does not take the key of another one whose answer was lost before', () => {
  const keys = makeIdempotencyKeys();
  keys.take('row 1');
  const second = keys.take('row 2');
  keys.end('row 2', second);
  keys.end('row 1');
  expect(keys.take('row 2')).toBe(second);
});

test('what is wanted again after something else is done anew', () => {
  const keys = makeIdempotencyKeys();
  const suspended = keys.take('suspend');
  keys.end('suspend', suspended);
  keys.take('restore');
  keys.end('restore');
  expect(keys.take('suspend')).not.toBe(suspended);
});

test('the same write twice at once is one', () => {
  const keys = makeIdempotencyKeys();
  expect(keys.take('order')).toBe(keys.take('order'));
});
