import { expect, test } from 'vitest';
import type { IfNobodyActs } from './if-nobody-acts.ts';
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
const UNKNOWN = { bought_seats: 92, if_nobody_acts: 'unknown', seats_if_nobody_acts: null } as const;
const message = (renewal_type: string | null, days_left: number, plan_name = 'ANNUAL') =>
  ifNothingIsDone({ renewal_type, plan_name, days_left, ...UNKNOWN });

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

test.each<[IfNobodyActs, number | null, string | null, string]>([
  ['renews', 92, 'AUTO_RENEW_MONTHLY_PAY', 'It renews for a year with all 92 seats, billed monthly.'],
  ['renews', null, null, 'It renews for a year with the seats bought.'],
  ['shrinks', 74, 'RENEW_CURRENT_USERS_YEARLY_PAY', 'It renews for a year with the 74 seats in use, billed yearly. The other 18 end.'], // prettier-ignore
  ['shrinks', 1, null, 'It renews for a year with the 1 seat in use. The other 91 end.'],
  ['shrinks', null, null, 'It renews for a year with the seats in use.'],
  ['flexible', 74, 'SWITCH_TO_PAY_AS_YOU_GO', 'It goes on without a commitment, billed monthly for the seats in use.'],
  ['ends', 0, 'CANCEL', 'It ends, and its users lose the service.'],
  ['suspended', 0, 'AUTO_RENEW_MONTHLY_PAY', 'It is suspended, and does not renew by itself.'],
  ['proposed', 74, 'RENEW_ON_PROPOSED_OFFER', 'It renews on the offer that we have proposed.'],
  ['nothing', 92, null, 'We will get in touch before that day.'],
])('what happens by itself is told before what its setting says: %s with %s', (outcome, seats, renewal_type, words) => {
  const facts = { renewal_type, plan_name: 'ANNUAL', days_left: 8, bought_seats: 92 };
  expect(ifNothingIsDone({ ...facts, if_nobody_acts: outcome, seats_if_nobody_acts: seats })).toBe(words);
});

test('once its day has passed, nothing is promised of what was to happen by itself', () => {
  const facts = { renewal_type: 'CANCEL', plan_name: 'ANNUAL', days_left: -1, bought_seats: 92 };
  expect(ifNothingIsDone({ ...facts, if_nobody_acts: 'renews', seats_if_nobody_acts: 92 })).toMatch(
    /^Its date has passed\./,
  );
});
