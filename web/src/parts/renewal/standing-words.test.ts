import { expect, test } from 'vitest';
import { standingOn } from './standing-words.ts';
import { renewalRow } from '../testing/renewal.ts';

const beside = standingOn('2026-11-21');

test.each([
  [{}, 'in 2 days', false],
  [{ renewal_date: '2026-11-21' }, 'today', false],
  [{ renewal_date: '2026-10-31' }, '21 days late', true],
  [{ renewal_date: '2026-10-31', confirmation_status: 'In Discussion' }, '21 days late', true],
  [{ renewal_date: '2025-10-31', confirmation_status: 'Confirmation Received' }, 'decided', false],
  [{ renewal_date: '2025-10-31', closed_because: 'renewed' }, 'renewed', false],
  [{ renewal_date: '2025-10-31', closed_because: 'passed' }, 'not decided', false],
  [{ renewal_date: '2025-10-31', confirmation_status: 'Lost' }, 'left', false],
  [{ renewal_date: '2025-10-31', confirmation_status: 'Suspended' }, 'suspended', false],
  [
    { renewal_date: '2026-10-31', confirmation_status: 'Extension', extension_date: '2026-12-15' },
    'extended, in 24 days',
    false,
  ],
  [{ renewal_date: '2026-10-31', confirmation_status: 'Extension', extension_date: '2026-11-12' }, '9 days late', true],
] as const)('a renewal with %j is %s', (change, words, isLate) => {
  expect(beside(renewalRow(change))).toEqual({ words, isLate });
});
