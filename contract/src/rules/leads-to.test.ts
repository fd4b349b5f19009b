import { expect, test } from 'vitest';
import { Decision, LEFT, RenewalStatus } from '../words/lists.ts';
import { decisionLeadsTo, statusLeadsTo } from './leads-to.ts';
import { isUndecided, RESTING } from './standing.ts';

test('a status leads nowhere as long as the lists call it undecided, and to an end where they say that the customer left', () => {
  for (const status of [null, ...RenewalStatus.options]) {
    const to = statusLeadsTo(status);
    expect([status, isUndecided(status)]).toEqual([status, to === 'undecided' || to === 'order-seats']);
    expect([status, LEFT.has(status)]).toEqual([status, to === 'end']);
    expect([status, status === RESTING]).toEqual([status, to === 'nothing']);
  }
});

test.each([
  ['Confirmation Received', 'renew'],
  ['Partial Upgrade', 'renew'],
  ['Upgrade', 'renew-by-hand'],
  ['Confirmation received for flex', 'flexible'],
  ['Mid Term Upgrade', 'order-seats'],
] as const)('%s leads to %s', (status, to) => {
  expect(statusLeadsTo(status)).toBe(to);
});

test('what a customer decides leads to the same as a comment that says it', () => {
  const of = (decision: Decision, plan_name: string | null = null) => decisionLeadsTo({ decision, plan_name });
  expect(Decision.options.map((decision) => of(decision))).toEqual(['renew', 'renew', 'undecided', 'end']);
  expect(of('change', 'FLEXIBLE')).toBe('flexible');
  expect(of('change', 'ANNUAL_YEARLY_PAY')).toBe('renew');
});
