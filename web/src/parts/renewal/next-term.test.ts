import { expect, test } from 'vitest';
import { renewalRow } from '../testing/renewal.ts';
import { instructionWords, lossByItself, nextTerm, safeUntil } from './next-term.ts';

const worth = { number_of_seats: 92, licensed_seats: 74, price: '259440.00' } as const;

test.each([
  [{ if_nobody_acts: 'shrinks', seats_if_nobody_acts: 74 }, 'Renews 74 of 92', '−₹50,760', true],
  [{ if_nobody_acts: 'renews', seats_if_nobody_acts: 92 }, 'Renews all 92', 'nothing lost', false],
  [{ if_nobody_acts: 'ends', seats_if_nobody_acts: 0 }, 'Ends, 92 seats', '−₹2,59,440', true],
  [{ if_nobody_acts: 'flexible', seats_if_nobody_acts: 74 }, 'Flexible, 74 seats', 'no commitment', false],
  [{ if_nobody_acts: 'nothing', seats_if_nobody_acts: 74 }, 'Goes on', '', false],
  [{ if_nobody_acts: 'unknown', seats_if_nobody_acts: null }, 'Not known', '', false],
  [{ if_nobody_acts: null }, 'By hand', '', false],
] as const)('%o reads %s, %s', (own, first, second, isUrgent) => {
  expect(nextTerm(renewalRow({ ...worth, ...own }))).toEqual({ first, second, isUrgent });
});

test.each([
  [{ instruction: 'draft', wanted: 'renew', wanted_seats: 80 }, '80 wanted, to approve', true],
  [{ instruction: 'verified', wanted: 'renew', wanted_seats: 80 }, '80 wanted, set', false],
  [{ instruction: 'blocked', wanted: 'flexible', wanted_seats: null }, 'Flexible wanted, blocked', true],
  [{ instruction: 'drifted', wanted: 'end', wanted_seats: null }, 'End wanted, changed at the provider', true],
] as const)('what was decided stands in place of the money: %o', (own, words, isUrgent) => {
  const row = renewalRow({ ...worth, if_nobody_acts: 'shrinks', seats_if_nobody_acts: 74, ...own });
  expect(instructionWords(row)).toBe(words);
  expect(nextTerm(row)).toEqual({ first: 'Renews 74 of 92', second: words, isUrgent });
});

test('the last safe day is told while something is to be done, and what is lost by itself with it', () => {
  const row = renewalRow({
    ...worth,
    ...({ if_nobody_acts: 'shrinks', seats_if_nobody_acts: 74, last_safe_day: '2026-11-27' } as const),
  });
  expect(safeUntil(row, '2026-11-23')).toEqual({ words: 'safe to 27 Nov', isLate: false });
  expect(safeUntil(row, '2026-11-27')).toEqual({ words: 'safe to today', isLate: true });
  expect(safeUntil(row, '2026-11-28')).toEqual({ words: 'safe day 1 day late', isLate: true });
  expect(lossByItself(row)).toBe(-50_760);
  const decided = { ...row, confirmation_status: 'Confirmation Received' } as const;
  expect([safeUntil(decided, '2026-11-23'), lossByItself(decided)]).toEqual([undefined, undefined]);
});
