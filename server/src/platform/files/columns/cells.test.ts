import { expect, test } from 'vitest';
import { amount, count, currency, day, domain, email, percentage, phone, renewalDay, startDay, word } from './cells.ts';
import { problemOf } from '../testing/problem-of.ts';

const TODAY = '2026-06-15';

test.each([
  ['01-04-2026', '2026-04-01'],
  ['1/4/2026', '2026-04-01'],
  ['2026-04-01', '2026-04-01'],
  ['29-02-2028', '2028-02-29'],
])('the date %s is %s', (cell, read) => {
  expect(day(cell, TODAY)).toBe(read);
});

test.each([
  ['29-02-2027', 'There is no such day'],
  ['31/04/2026', 'There is no such day'],
  ['00-01-2026', 'There is no such day'],
  ['04-2026', 'Enter a date as DD-MM-YYYY'],
  ['1-4/2026', 'Enter a date as DD-MM-YYYY'],
  ['soon', 'Enter a date as DD-MM-YYYY'],
])('%s is no date', async (cell, reason) => {
  expect(await problemOf(() => day(cell, TODAY))).toEqual({ reason });
});

test('a renewal date lies at most a year back and ten years ahead', async () => {
  expect(renewalDay('15-06-2025', TODAY)).toBe('2025-06-15');
  expect(renewalDay('15-06-2036', TODAY)).toBe('2036-06-15');
  expect(await problemOf(() => renewalDay('14-06-2025', TODAY))).toEqual({
    reason: 'The date lies more than a year back',
  });
  expect(await problemOf(() => renewalDay('01-04-2206', TODAY))).toEqual({
    reason: 'The date lies more than ten years ahead',
  });
});

test('a term began at most twenty years ago', async () => {
  expect(startDay('15-06-2006', TODAY)).toBe('2006-06-15');
  expect(await problemOf(() => startDay('14-06-2006', TODAY))).toEqual({
    reason: 'The date lies more than twenty years back',
  });
  expect(await problemOf(() => startDay('16-06-2036', TODAY))).toEqual({
    reason: 'The date lies more than ten years ahead',
  });
});

test.each([
  ['1,50,000', '150000.00'],
  ['₹ 1,50,000.5', '150000.50'],
  ['₹12,34,56,789.01', '123456789.01'],
  ['Rs. 150,000', '150000.00'],
  ['1500', '1500.00'],
  ['0', '0.00'],
  ['007', '7.00'],
])('the amount %s is %s', (cell, read) => {
  expect(amount(cell, TODAY)).toBe(read);
});

test.each(['-5', '1.500,00', '1,5', '12,34', '12345678901', '1e5', 'free', '1.', '₹'])(
  '%s is no amount',
  async (cell) => {
    expect(await problemOf(() => amount(cell, TODAY))).toEqual({ reason: 'Enter an amount such as 1,50,000.00' });
  },
);

test.each([
  ['INR', 'INR'],
  ['usd', 'USD'],
])('the currency %s is %s', (cell, read) => {
  expect(currency(cell, TODAY)).toBe(read);
});

test.each(['Rs', '$', 'US', 'DOLLAR', 'ZZZ', '356'])('%s is no currency', async (cell) => {
  expect(await problemOf(() => currency(cell, TODAY))).toEqual({ reason: 'Enter a currency such as INR or USD' });
});

test('an amount has two decimals at most', async () => {
  expect(await problemOf(() => amount('10.005', TODAY))).toEqual({ reason: 'Enter at most two decimals' });
});

test('a margin is a percentage up to 100', async () => {
  expect(percentage('12.5 %', TODAY)).toBe('12.50');
  expect(percentage('100', TODAY)).toBe('100.00');
  expect(await problemOf(() => percentage('100.01', TODAY))).toEqual({ reason: 'Enter a percentage from 0 to 100' });
});

test.each(['-1', '2.5', '1,000,001', 'ten', '1 0'])('%s is no number of seats', async (cell) => {
  expect(await problemOf(() => count(cell, TODAY))).toEqual({ reason: 'Enter a whole number from 0 to 1,000,000' });
});

test('seats are whole numbers, grouped or not', () => {
  expect(['0', '25', '1,000', '1000000'].map((cell) => count(cell, TODAY))).toEqual([0, 25, 1000, 1_000_000]);
});

test.each([
  ['Acme.Example', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['भारत.example', 'xn--h2brj9c.example'],
  ['acme.example.', 'acme.example'],
  ['https://www.Acme.example/mail', 'acme.example'],
  ['acme.example:443', 'acme.example'],
])('the domain %s is %s', (cell, read) => {
  expect(domain(cell, TODAY)).toBe(read);
});

test.each([
  'acme',
  'asha@acme.example',
  '-acme.example',
  'a_b.example',
  'a b.example',
  '127.0.0.1',
  '[::1]',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(200)}example`,
])('%s is no domain', async (cell) => {
  expect((await problemOf(() => domain(cell, TODAY))).reason).toMatch(/^Enter a domain/);
});

test('a phone number has at least 10 digits, an e-mail address one @ and a domain', async () => {
  expect(phone('+91 98765-43210', TODAY)).toBe('+919876543210');
  expect(await problemOf(() => phone('98765 4321', TODAY))).toEqual({
    reason: 'Enter a phone number of at least 10 digits',
  });
  expect(email(' Asha@Acme.Example', TODAY)).toBe('asha@acme.example');
  expect(await problemOf(() => email('asha', TODAY))).toEqual({ reason: 'Enter a valid e-mail address' });
});

test('a word of a list is known in any spelling', async () => {
  const plan = word(['ANNUAL', 'ANNUAL_YEARLY_PAY'], { ANNUAL_MONTHLY_PAY: 'ANNUAL' });
  expect(['annual', 'Annual yearly-pay', 'ANNUAL_MONTHLY_PAY'].map((cell) => plan(cell, TODAY))).toEqual([
    'ANNUAL',
    'ANNUAL_YEARLY_PAY',
    'ANNUAL',
  ]);
  expect(await problemOf(() => plan('__proto__', TODAY))).toEqual({
    reason: 'Enter one of: ANNUAL, ANNUAL_YEARLY_PAY',
  });
});
