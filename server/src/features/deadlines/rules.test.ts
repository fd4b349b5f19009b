import { expect, test } from 'vitest';
import { digestMail, type Line } from './rules.ts';

const TODAY = '2026-11-26';
const sender = { brand: 'Test Desk', address: 'https://desk.example/' };
const line = (last_safe_day: string): Line => ({
  ...{ kind: 'change', if_nobody_acts: 'shrinks', seats_if_nobody_acts: 3, seats: 5, wished_seats: null },
  ...{ domain_name: 'acme.example', last_safe_day, value: '10.00', currency: 'INR' },
});
const subject = (...days: string[]) =>
  digestMail({ name: 'Asha', today: TODAY, lines: days.map(line), notes: [], toApprove: 0 }, sender).subject;

test('the subject of the morning’s mail calls late what is late', () => {
  expect(subject('2026-11-26', '2026-11-26')).toBe('Test Desk: 2 deadlines today');
  expect(subject('2026-11-25')).toBe('Test Desk: 1 deadline overdue');
  expect(subject('2026-11-24', '2026-11-25', '2026-11-26', '2026-11-30')).toBe(
    'Test Desk: 4 deadlines, 2 overdue and 1 today',
  );
  expect(subject('2026-11-26', '2026-11-30')).toBe('Test Desk: 2 deadlines, 1 today');
  expect(subject('2026-11-24', '2026-11-30')).toBe('Test Desk: 2 deadlines, 1 overdue');
  expect(subject('2026-11-27')).toBe('Test Desk: 1 deadline, the first on 27-11-2026');
});
