import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meant } from './rules.ts';

test.each([
  ['+91 98765-43210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['98765', '98765'],
  ['(020) 1234 567', '201234567'],
  ['9876', null],
  ['acme 98765', null],
])('the digits of %s are %s', (text, digits) => {
  expect(meant(text).digits).toBe(digits);
});

test.each([
  ['27abcde1234f1z5', '27ABCDE1234F1Z5'],
  ['27ABC', '27ABC'],
  ['acme', null],
  ['27', null],
])('%s may begin a GSTIN: %s', (text, gstin) => {
  expect(meant(text).gstin).toBe(gstin);
});

test.each([
  ['#48219', '48219'],
  ['INV-000123', 'inv-000123'],
  ['48219 mail', null],
  ['acme', null],
])('%s may be the number %s', (text, number) => {
  expect(meant(text).number).toBe(number);
});

test.each([
  ['domian-4571', true],
  ['नमस्ते', true],
  ['-4571', false],
  ['42', false],
  ['a1 b2', false],
])('%s may be a name that is spelt otherwise: %s', (text, isName) => {
  expect(meant(text).isName).toBe(isName);
});

test('the address of a site is looked for as its domain', () => {
  expect(meant('https://www.Acme.example/contact').domain).toBe('acme.example');
});

test('whatever is typed, some meaning comes of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100, unit: 'binary' }), (text) => typeof meant(text).domain === 'string'),
  );
});
