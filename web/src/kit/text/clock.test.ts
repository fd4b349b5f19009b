import { expect, test } from 'vitest';
import { businessMonth, businessDayOf } from './clock.ts';

test('the business day begins at midnight in India, not where the browser stands', () => {
  expect(businessDayOf('2026-12-31T18:29:59Z')).toBe('2026-12-31');
  expect(businessDayOf('2026-12-31T18:30:00Z')).toBe('2027-01-01');
  expect(businessMonth(Date.parse('2026-12-31T18:30:00Z'))).toBe('2027-01');
});
