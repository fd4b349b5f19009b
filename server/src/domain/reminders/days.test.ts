import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../platform/time/days.ts';
import { isBusinessDay } from '../calendar/business-days.ts';
import { dueDay, expiryDay, isQuiet, isTooLate, minutesOfQuiet } from './days.ts';

const none = new Set<string>();

test.each([
  ['2026-11-27', 30, '2026-10-28'],
  // A Saturday and a Sunday become Monday.
  ['2026-11-27', 13, '2026-11-16'],
  ['2026-11-27', 12, '2026-11-16'],
  ['2026-11-27', 0, '2026-11-27'],
])('%s and %i days before is due on %s', (lastDay, before, due) => {
  expect(dueDay(lastDay, before, none)).toBe(due);
});

test('a holiday puts a step off, but never past the last day', () => {
  expect(dueDay('2026-11-27', 30, new Set(['2026-10-28', '2026-10-29']))).toBe('2026-10-30');
  // The last day became a holiday since.
  expect(dueDay('2026-11-27', 1, new Set(['2026-11-26', '2026-11-27']))).toBe('2026-11-25');
});

test('a step is due on a business day, and never after the last one', () => {
  const offset = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(offset, fc.integer({ min: 0, max: 120 }), fc.array(offset, { maxLength: 40 }), (at, before, free) => {
      const lastDay = addDays('2026-06-01', at);
      const holidays = new Set(free.map((day) => addDays('2026-03-01', day)));
      const due = dueDay(lastDay, before, holidays);
      expect(isBusinessDay(due, holidays)).toBe(true);
      expect(due <= lastDay).toBe(true);
    }),
  );
});

test('two days of grace, and those that end on days off go on until the next business day', () => {
  expect(isTooLate('2026-11-23', '2026-11-25', none)).toBe(false);
  expect(isTooLate('2026-11-23', '2026-11-26', none)).toBe(true);
  expect(isTooLate('2026-11-20', '2026-11-23', none)).toBe(false);
  expect(isTooLate('2026-11-20', '2026-11-24', none)).toBe(true);
});

test('customers are written to between nine and six, on business days', () => {
  const at = (day: string, hours: number, minutes = 0) => isQuiet(day, hours * 60 + minutes, new Set(['2026-11-24']));
  expect([at('2026-11-23', 8, 59), at('2026-11-23', 9), at('2026-11-23', 17, 59), at('2026-11-23', 18)]).toEqual([
    ...[true, false, false, true],
  ]);
  expect([at('2026-11-24', 12), at('2026-11-21', 12)]).toEqual([true, true]);
  const wait = (day: string, hours: number) => minutesOfQuiet(day, hours * 60, new Set(['2026-11-24'])) / 60;
  expect([wait('2026-11-23', 12), wait('2026-11-23', 7), wait('2026-11-23', 20), wait('2026-11-20', 18)]).toEqual([
    ...[0, 2, 37, 63],
  ]);
});

test('a message is too late when the first of its steps is', () => {
  const step = (dueOn: string, lastDay: string) => ({ purpose: 'decision' as const, dueOn, lastDay });
  const today = '2026-11-24';
  expect(expiryDay([step('2026-11-23', '2026-12-01'), step('2026-11-24', '2026-12-01')], today, none)).toBe(
    '2026-11-25',
  );
  expect(expiryDay([step('2026-11-24', '2026-11-24')], today, none)).toBe('2026-11-24');
  // What waited for something to be paid is late from today on.
  const waited = { ...step('2026-11-09', '2026-12-01'), purpose: 'payment' as const };
  expect(expiryDay([waited], today, none)).toBe('2026-11-26');
});
