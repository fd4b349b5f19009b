import { expect, test } from 'vitest';
import { addDays, calendarOf, mondayOf } from './calendar.ts';

const at = (text: string): number => Date.parse(text);
const india = (holidays: readonly string[] = [], lead = 2) => calendarOf({ timeZone: 'Asia/Kolkata', lead, holidays });

test.each([
  ['1 Dec 00:00 UTC', '2026-12-01T00:00:00Z', '2026-11-27'],
  ['1 Dec 00:00 India', '2026-12-01T00:00:00+05:30', '2026-11-26'],
  ['Sun 29 Nov', '2026-11-29T12:00:00Z', '2026-11-26'],
  ['1 Dec 00:00 Pacific', '2026-12-01T00:00:00-08:00', '2026-11-27'],
])('the last safe day of a term that ends %s', (_, ends, day) => {
  expect(india().lastSafeDay(at(ends))).toBe(day);
});

test('the earlier of both days counts: east of UTC it is that of UTC, west of it that of the zone', () => {
  const newYork = calendarOf({ timeZone: 'America/New_York', lead: 2, holidays: [] });
  expect(newYork.lastSafeDay(at('2026-12-02T00:00:00Z'))).toBe('2026-11-27');
  expect(india().lastSafeDay(at('2026-12-02T00:00:00Z'))).toBe('2026-11-30');
});

test('holidays are left out, and a longer lead counts further back', () => {
  const ends = at('2026-12-01T00:00:00Z');
  expect(india(['2026-11-27']).lastSafeDay(ends)).toBe('2026-11-26');
  expect(india([], 5).lastSafeDay(ends)).toBe('2026-11-24');
});

test('29 February is a day like others', () => {
  expect(india().lastSafeDay(at('2028-03-01T00:00:00Z'))).toBe('2028-02-28');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

test.each([
  ['Asia/Kolkata', '2026-11-27T00:00:00+05:30'],
  ['Asia/Kathmandu', '2026-11-27T00:00:00+05:45'],
  ['UTC', '2026-11-27T00:00:00Z'],
  ['America/Los_Angeles', '2026-11-27T00:00:00-08:00'],
  ['Pacific/Kiritimati', '2026-11-27T00:00:00+14:00'],
])('a day of %s begins at its midnight', (timeZone, starts) => {
  const { startOf, dayOf, endOf } = calendarOf({ timeZone, lead: 2, holidays: [] });
  expect(startOf('2026-11-27')).toBe(at(starts));
  expect(dayOf(at(starts))).toBe('2026-11-27');
  expect(dayOf(at(starts) - 1)).toBe('2026-11-26');
  expect(dayOf(endOf('2026-11-27') - 1)).toBe('2026-11-27');
});

test('a day of 23 hours ends where the next begins', () => {
  const { startOf, endOf } = calendarOf({ timeZone: 'America/New_York', lead: 2, holidays: [] });
  expect(endOf('2026-03-08') - startOf('2026-03-08')).toBe(23 * 3_600_000);
});

test('business days are counted without weekends and holidays', () => {
  expect(india().businessDays('2026-11-26', '2026-12-01')).toBe(3);
  expect(india(['2026-11-30']).businessDays('2026-11-26', '2026-12-01')).toBe(2);
  expect(india().businessDays('2026-12-01', '2026-11-26')).toBe(0);
  expect(india().back('2026-11-30', 1)).toBe('2026-11-27');
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  expect(mondayOf('2026-11-30')).toBe('2026-11-30');
});

test('the time of an instant is that of the zone', () => {
  expect(india().timeOf(at('2026-11-26T20:05:00Z'))).toBe('01:35');
});
