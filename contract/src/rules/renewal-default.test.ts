import { expect, test } from 'vitest';
import { ifNothingIsDone } from './renewal-default.ts';

const TYPES = [
  'AUTO_RENEW_MONTHLY_PAY',
  'AUTO_RENEW_YEARLY_PAY',
  'RENEW_CURRENT_USERS_MONTHLY_PAY',
  'RENEW_CURRENT_USERS_YEARLY_PAY',
  'RENEW_ON_PROPOSED_OFFER',
  'SWITCH_TO_PAY_AS_YOU_GO',
  'CANCEL',
  null,
] as const;
const message = (renewal_type: string | null, days_left: number, plan_name = 'ANNUAL') =>
  ifNothingIsDone({ renewal_type, plan_name, days_left });

test('until its day is over a renewal promises what it is set to', () => {
  const seats = 'It renews for a year with the seats bought, billed monthly.';
  expect([message('AUTO_RENEW_MONTHLY_PAY', 1), message('AUTO_RENEW_MONTHLY_PAY', 0)]).toEqual([seats, seats]);
  expect(message(null, 3)).toBe('We will get in touch before that day.');
});

test.each(TYPES)('a renewal whose date has passed promises nothing more (%s)', (type) => {
  expect(message(type, -1)).toMatch(/^Its date has passed.*please talk to us\.$/);
});

test('a flexible plan goes on from month to month, whatever its date', () => {
  expect([message(null, 5, 'FLEXIBLE'), message(null, -5, 'FLEXIBLE')]).toEqual([
    'It goes on from month to month.',
    'It goes on from month to month.',
  ]);
});
