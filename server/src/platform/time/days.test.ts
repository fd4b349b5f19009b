import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, dayIn, daysBetween, minutesIn, monthRange } from './days.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-11-21', 12, '2027-11-21'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(from, months)).toBe(to);
});

test('whole years keep the day, but for 29 February', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -30, max: 30 }), (from, years) => {
      const to = addMonths(from, years * 12);
      expect(to.slice(5, 7)).toBe(from.slice(5, 7));
      if (!from.endsWith('02-29')) expect(to.slice(5)).toBe(from.slice(5));
    }),
  );
});

test('adding days and counting them are inverses', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
      expect(daysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});

test('a month runs from its first to its last day', () => {
  expect(monthRange('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  fc.assert(
    fc.property(day, (any) => {
      const { from, to } = monthRange(any.slice(0, 7));
      expect(from <= any && any <= to).toBe(true);
      expect(addDays(to, 1).endsWith('-01')).toBe(true);
    }),
  );
});

test('the business day turns at midnight in India, whatever the zone of the machine', () => {
  expect(dayIn('Asia/Kolkata', new Date('2026-12-31T18:29:59Z'))).toBe('2026-12-31');
  expect(dayIn('Asia/Kolkata', new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01');
});

test('the day of an instant is that of Intl, in every zone and in any order', () => {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const formatters = new Map(zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]));
  const instant = fc.date({ min: new Date('1969-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, fc.integer({ min: 0, max: 3_600_000 }), (timeZone, at, later) => {
      for (const one of [at, new Date(at.getTime() + later), at])
        expect(dayIn(timeZone, one)).toBe(formatters.get(timeZone)?.format(one));
    }),
    { numRuns: 2_000 },
  );
  // Clocks that were set back a minute after midnight, and such as differed from UTC by ten hours and forty minutes.
  for (const minute of ['02:30:30Z', '02:31:30Z', '02:30:30Z'])
    expect(dayIn('America/St_Johns', new Date(`2010-11-07T${minute}`))).toBe(
      minute < '02:31' ? '2010-11-07' : '2010-11-06',
    );
  for (const minute of ['10:35:00Z', '10:42:00Z'])
    expect(dayIn('Pacific/Kiritimati', new Date(`1975-06-01T${minute}`))).toBe(
      minute < '10:40' ? '1975-05-31' : '1975-06-01',
    );
  expect(() => dayIn('UTC', new Date(NaN))).toThrow(RangeError);
});

test.each([
  ['2026-12-31T18:30:00Z', 0],
  ['2026-12-31T18:29:59Z', 1_439],
  ['2026-11-23T03:00:00Z', 510],
])('at %s it is %i minutes past midnight in India', (at, minutes) => {
  expect(minutesIn('Asia/Kolkata', new Date(at))).toBe(minutes);
});
