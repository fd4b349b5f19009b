import { expect, test } from 'vitest';
import { mayDecide } from './own-renewals.ts';

test.each([
  ['until the end of the last safe day', '2026-11-27', '2026-12-01', '2026-11-27', true],
  ['not after it, though the term still runs', '2026-11-27', '2026-12-01', '2026-11-28', false],
  ['where no provider acts by itself, until the term is over', null, '2026-12-01', '2026-12-01', true],
  ['and not after it', null, '2026-12-01', '2026-12-02', false],
])('customers decide %s', (_, lastSafeDay, termEnd, today, may) => {
  expect(mayDecide(lastSafeDay, termEnd, today)).toBe(may);
});
