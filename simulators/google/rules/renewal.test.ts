import { expect, test } from 'vitest';
import type { PlanName, RenewalType } from '../../world/types.ts';
import { stillGoogle, termOf } from '../testing/still.ts';
import type { Proposal } from './lifecycle.ts';

type Row = readonly [
  setting: RenewalType,
  plan: PlanName,
  assigned: number,
  proposal: Proposal | null,
  next: PlanName,
  seats: number,
  status: 'ACTIVE' | 'SUSPENDED',
];
const YEARLY = 'ANNUAL_YEARLY_PAY';
const offer = (seats: number, pay: Proposal['pay']): Proposal => ({ seats, pay });

/** What becomes of 10 seats bought, as Google's page on renewal settings has it. The setting stays, except where no commitment is left. */
const TABLE: readonly Row[] = [
  ['AUTO_RENEW_MONTHLY_PAY', 'ANNUAL', 6, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_MONTHLY_PAY', 'ANNUAL', 10, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_MONTHLY_PAY', 'ANNUAL', 0, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_MONTHLY_PAY', YEARLY, 6, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_MONTHLY_PAY', YEARLY, 10, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_MONTHLY_PAY', YEARLY, 0, null, 'ANNUAL', 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', 'ANNUAL', 6, null, YEARLY, 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', 'ANNUAL', 10, null, YEARLY, 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', 'ANNUAL', 0, null, YEARLY, 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', YEARLY, 6, null, YEARLY, 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', YEARLY, 10, null, YEARLY, 10, 'ACTIVE'],
  ['AUTO_RENEW_YEARLY_PAY', YEARLY, 0, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', 'ANNUAL', 6, null, 'ANNUAL', 6, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', 'ANNUAL', 10, null, 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', 'ANNUAL', 0, null, 'ANNUAL', 1, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', YEARLY, 6, null, 'ANNUAL', 6, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', YEARLY, 10, null, 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', YEARLY, 0, null, 'ANNUAL', 1, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', 'ANNUAL', 6, null, YEARLY, 6, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', 'ANNUAL', 10, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', 'ANNUAL', 0, null, YEARLY, 1, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', YEARLY, 6, null, YEARLY, 6, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', YEARLY, 10, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', YEARLY, 0, null, YEARLY, 1, 'ACTIVE'],
  // The higher of the users and the proposal; without one the present commitment stands for it.
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 6, null, 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 10, null, 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 0, null, 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 6, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 10, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 0, null, YEARLY, 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 6, offer(8, 'monthly'), 'ANNUAL', 8, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 6, offer(4, 'yearly'), YEARLY, 6, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 10, offer(4, 'monthly'), 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', 'ANNUAL', 0, offer(4, 'monthly'), 'ANNUAL', 4, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 6, offer(20, 'monthly'), 'ANNUAL', 20, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 10, offer(20, 'yearly'), YEARLY, 20, 'ACTIVE'],
  ['RENEW_ON_PROPOSED_OFFER', YEARLY, 0, offer(1, 'yearly'), YEARLY, 1, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', 'ANNUAL', 6, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', 'ANNUAL', 10, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', 'ANNUAL', 0, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', YEARLY, 6, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', YEARLY, 10, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', YEARLY, 0, null, 'FLEXIBLE', 10, 'ACTIVE'],
  ['CANCEL', 'ANNUAL', 6, null, 'ANNUAL', 10, 'SUSPENDED'],
  ['CANCEL', 'ANNUAL', 10, null, 'ANNUAL', 10, 'SUSPENDED'],
  ['CANCEL', 'ANNUAL', 0, null, 'ANNUAL', 10, 'SUSPENDED'],
  ['CANCEL', YEARLY, 6, null, YEARLY, 10, 'SUSPENDED'],
  ['CANCEL', YEARLY, 10, null, YEARLY, 10, 'SUSPENDED'],
  ['CANCEL', YEARLY, 0, null, YEARLY, 10, 'SUSPENDED'],
  // A proposal counts where the setting says so, and nowhere else.
  ['AUTO_RENEW_MONTHLY_PAY', 'ANNUAL', 6, offer(20, 'yearly'), 'ANNUAL', 10, 'ACTIVE'],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', YEARLY, 6, offer(20, 'monthly'), YEARLY, 6, 'ACTIVE'],
  ['SWITCH_TO_PAY_AS_YOU_GO', 'ANNUAL', 6, offer(20, 'yearly'), 'FLEXIBLE', 10, 'ACTIVE'],
  ['CANCEL', YEARLY, 6, offer(20, 'monthly'), YEARLY, 10, 'SUSPENDED'],
];

test.each(TABLE)('%s of %s with %i of 10 assigned, proposed %o: %s, %i seats, %s', (...row) => {
  const [renewalType, planName, licensed, proposal, next, seats, status] = row;
  const { state, sold, read, advanceTo } = stillGoogle();
  const before = sold({ planName, licensed, renewalType, termEndsAt: '2027-06-01T00:00:00Z' });
  if (proposal) state.propose(before.subscriptionId, proposal);

  advanceTo('2027-05-31T23:59:59.999Z');
  expect(read(before)).toEqual(before);
  advanceTo('2027-06-01T00:00:00Z');

  const after = read(before);
  const isFlexible = next === 'FLEXIBLE';
  expect([after.plan.planName, after.plan.isCommitmentPlan, after.status]).toEqual([next, !isFlexible, status]);
  expect(after.seats).toEqual({
    kind: 'subscriptions#seats',
    ...(isFlexible ? { maximumNumberOfSeats: seats } : { numberOfSeats: seats }),
    licensedNumberOfSeats: licensed,
  });
  expect(after.renewalSettings?.renewalType).toBe(isFlexible ? undefined : renewalType);
  expect(after.suspensionReasons).toEqual(status === 'SUSPENDED' ? ['RENEWAL_WITH_TYPE_CANCEL'] : undefined);
  const renewed = ['2027-06-01T00:00:00.000Z', '2028-06-01T00:00:00.000Z'];
  expect(termOf(after)).toEqual(isFlexible ? [null, null] : status === 'SUSPENDED' ? termOf(before) : renewed);
});

test('every setting is in the table, with each plan', () => {
  expect(new Set(TABLE.map(([setting, plan]) => `${setting} ${plan}`)).size).toBe(7 * 2);
});
