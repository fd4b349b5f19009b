import { expect, test, vi } from 'vitest';
import {
  ago,
  crore,
  date,
  due,
  instant,
  longDate,
  money,
  month,
  number,
  payable,
  shown,
  stepMonth,
  shortDay,
  sums,
  typedAmount,
  weekday,
} from './format.ts';

test('money is written in rupees the Indian way, paise only where there are some', () => {
  expect(money('12345678')).toBe('₹1,23,45,678');
  expect(money('99.5')).toBe('₹99.5');
  expect(money('1440.00', 'USD')).toBe('$1,440');
  expect(money('120000', 'USD')).toBe('$120,000');
  expect(number(5000)).toBe('5,000');
  expect(crore(42_100_000)).toBe('4.21 Cr');
});

test('what is not there reads N/A, zero does not', () => {
  expect([money(null), number(undefined), date(''), shown(null), instant(null)]).toEqual(Array(5).fill('N/A'));
  expect([money(0), number(0), shown(0)]).toEqual(['₹0', '0', '0']);
});

test('a calendar day stays the same day in every time zone', () => {
  expect(date('2026-11-01')).toBe('01-11-2026');
  expect(longDate('2026-11-01')).toBe('1 Nov 2026');
  expect(month('2026-11')).toBe('Nov 2026');
});

test('an instant is told in Indian time', () => {
  expect(instant('2026-11-20T18:45:00Z')).toBe('21 Nov 2026, 00:15');
});

test('months step over the year in both directions', () => {
  expect([stepMonth('2026-12', 1), stepMonth('2026-01', -1), stepMonth('2026-11', -23)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ]);
});

test('how far a day is off is counted in calendar days from the business day', () => {
  const today = '2026-11-21';
  expect(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-12'].map((day) => due(day, today))).toEqual([
    'in 2 days',
    'in 1 day',
    'today',
    '9 days late',
  ]);
});

test('an amount is understood as Indians type it', () => {
  expect([typedAmount('1,50,000'), typedAmount('₹ 99.50'), typedAmount(' 7 ')]).toEqual(['150000', '99.50', '7']);
});

test('an amount to be paid has two decimals and its currency; without either it is not known', () => {
  expect([
    payable('119660.27', 'INR'),
    payable('11040', 'USD'),
    payable('110400', 'USD'),
    payable(null, 'INR'),
    payable('1', null),
  ]).toEqual(['₹1,19,660.27', '$11,040.00', '$110,400.00', 'N/A', 'N/A']);
});

test('how long ago an instant was is told in minutes, hours and days', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  expect(ago('2026-11-21T11:59:30Z', at)).toBe('just now');
  expect(ago('2026-11-21T12:00:05Z', at)).toBe('just now');
  expect(ago('2026-11-21T11:59:00Z', at)).toBe('1 minute ago');
  expect(ago('2026-11-21T08:59:00Z', at)).toBe('3 hours ago');
  expect(ago('2026-11-20T12:00:00Z', at)).toBe('1 day ago');
  expect(ago('2026-11-01T12:00:00Z', at)).toBe('20 days ago');
});

test('from one day on those of the calendar are counted, where the business is', () => {
  const at = Date.parse('2026-11-28T20:03:00Z');
  // 29 Nov, 01:33 there: 15 times 24 hours, and 16 days.
  expect(ago('2026-11-13T12:00:00Z', at)).toBe('16 days ago');
  expect(ago('2026-11-27T18:00:00Z', at)).toBe('2 days ago');
  expect(ago('2026-11-27T20:00:00Z', at)).toBe('1 day ago');
  expect(ago('2026-11-27T20:10:00Z', at)).toBe('23 hours ago');
});

test('what is still to come is told with its day, and a browser whose clock is a little slow is none', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  expect(ago('2026-11-21T12:00:50Z', at)).toBe('just now');
  expect(ago('2026-11-21T12:02:00Z', at)).toBe('21 Nov 2026, 17:32');
  expect(ago('2026-11-29T12:00:00Z', at)).toBe('29 Nov 2026, 17:30');
});

test('an instant has our own short months', () => {
  expect(instant('2026-09-05T08:35:00Z')).toBe('05 Sep 2026, 14:05');
});

test('amounts in different currencies are never one sum', () => {
  const of = (amount: string | null, currency: string) => ({ amount, currency });

  expect(sums([of('1200', 'USD'), of('150000.00', 'INR'), of('50000', 'INR'), of(null, 'EUR')])).toBe(
    '₹2,00,000 + $1,200',
  );
  expect(sums([of('1200', 'USD')])).toBe('$1,200');
  expect(sums([])).toBe('₹0');
});

test('a day of another year than this one has its year', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T18:00:00Z'), toFake: ['Date'] });
  expect([shortDay('2026-11-27'), shortDay('2027-01-01')]).toEqual(['27 Nov', '1 Jan 2027']);
  expect([weekday('2026-11-27'), weekday('2025-11-28')]).toEqual(['Fri 27 Nov', 'Fri 28 Nov 2025']);
  vi.setSystemTime(Date.parse('2026-12-31T19:00:00Z'));
  expect(shortDay('2027-01-01'), 'where the business is').toBe('1 Jan');
  vi.useRealTimers();
});
