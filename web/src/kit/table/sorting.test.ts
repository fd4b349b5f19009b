import { expect, test } from 'vitest';
import type { SortValue } from './types.ts';
import { compare, nextSort, readSort, writeSort } from './sorting.ts';

const sort = (values: readonly SortValue[], direction: 'asc' | 'desc') =>
  [...values].sort((a, b) => compare(a, b, direction));

test('numbers sort by value, text by its numbers, and empty ones stand last both ways', () => {
  expect(sort([10, null, 9], 'asc')).toEqual([9, 10, null]);
  expect(sort([10, null, 9], 'desc')).toEqual([10, 9, null]);
  expect(sort(['tara-10', '', 'tara-9'], 'desc')).toEqual(['tara-10', 'tara-9', '']);
});

test('amounts of one currency stand together, each currency by value', () => {
  const [dear, cheap, dollars] = [
    ['INR', 150_000],
    ['INR', 900],
    ['USD', 1_200],
  ] as const;
  expect(sort([dear, null, dollars, cheap], 'asc')).toEqual([cheap, dear, dollars, null]);
  expect(sort([dear, null, dollars, cheap], 'desc')).toEqual([dollars, dear, cheap, null]);
});

test('a header goes from unsorted to ascending to descending and back', () => {
  const first = nextSort(undefined, 'price');
  const second = nextSort(first, 'price');
  expect([first?.direction, second?.direction, nextSort(second, 'price')]).toEqual(['asc', 'desc', undefined]);
  expect(nextSort(second, 'zone')).toEqual({ column: 'zone', direction: 'asc' });
});

test('a sort survives the way through an address', () => {
  const descending = { column: 'renewal_date', direction: 'desc' } as const;
  expect(readSort(writeSort(descending))).toEqual(descending);
  expect(readSort(writeSort(undefined))).toBeUndefined();
});
