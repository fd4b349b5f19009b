import { expect, test } from 'vitest';
import { addressesOf, hostsOf, isDatabaseAddress, withDatabase } from './database-address.ts';

const TWO = 'postgres://desk:se%2Ccret@one.example:5432,two.example:5433/desk?sslmode=require';

test('an address of several hosts is one address for each, in their order', () => {
  expect(addressesOf(TWO)).toEqual([
    'postgres://desk:se%2Ccret@one.example:5432/desk?sslmode=require',
    'postgres://desk:se%2Ccret@two.example:5433/desk?sslmode=require',
  ]);
  expect(hostsOf(TWO)).toBe('one.example:5432,two.example:5433');
});

test('an address of one host stays as it is', () => {
  for (const url of [
    'postgres://desk@one.example/desk',
    'postgresql://u:p@[::1]:5432/d',
    'postgres:///d?host=/run/x',
  ]) {
    expect(addressesOf(url)).toEqual([url]);
    expect(isDatabaseAddress(url)).toBe(true);
  }
});

test('another database lies on the same hosts', () => {
  expect(withDatabase(TWO, 'other')).toBe(
    'postgres://desk:se%2Ccret@one.example:5432,two.example:5433/other?sslmode=require',
  );
  expect(withDatabase('postgres://desk@one.example/desk', 'other')).toBe('postgres://desk@one.example/other');
});

test.each(['mysql://one/desk', 'one.example', 'postgres://u@one:port/d', 'postgres://u@one:5432,two:x/d'])(
  '%s cannot be read',
  (url) => {
    expect(isDatabaseAddress(url)).toBe(false);
  },
);
