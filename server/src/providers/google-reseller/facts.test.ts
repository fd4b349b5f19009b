import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { describe, expect, test } from 'vitest';
import { subscriptionIn } from '../../integrations/google-reseller/subscription.ts';
import type { AtTermEnd } from '../port.ts';
import { factsOf, renewalTypeOf } from './facts.ts';

const ENDS = Date.UTC(2027, 3, 1);
const annual = {
  ...{ subscriptionId: '345', customerId: 'C01', skuId: '1010020028', status: 'ACTIVE', billingMethod: 'ONLINE' },
  plan: { planName: 'ANNUAL', isCommitmentPlan: true, commitmentInterval: { endTime: String(ENDS) } },
  seats: { numberOfSeats: 15, licensedNumberOfSeats: 10 },
  renewalSettings: { renewalType: 'AUTO_RENEW_MONTHLY_PAY' },
};
const read = (changed: object = {}) =>
  factsOf(subscriptionIn(STANDARD_BUSINESS.timeZone).parse({ ...annual, ...changed }));

describe('facts of', () => {
  test('a committed plan are its seats, its term and what follows', () => {
    expect(read()).toEqual({
      plan: 'committed',
      pay: 'monthly',
      isSuspended: false,
      committed: 15,
      ceiling: null,
      assigned: 10,
      termEndsAt: new Date(ENDS),
      atTermEnd: { then: 'renew', seats: 'committed', pay: 'monthly' },
      trialEndsAt: null,
      isOffline: false,
    });
  });

  test.each([
    ['ANNUAL', { plan: 'committed', pay: 'monthly' }],
    ['ANNUAL_MONTHLY_PAY', { plan: 'committed', pay: 'monthly' }],
    ['ANNUAL_YEARLY_PAY', { plan: 'committed', pay: 'yearly' }],
    ['FLEXIBLE', { plan: 'flexible', pay: null, atTermEnd: null }],
    ['TRIAL', { plan: 'trial', pay: null, atTermEnd: { then: 'end' } }],
    ['FREE', { plan: 'free', pay: null, atTermEnd: null }],
    ['ANNUAL_QUARTERLY_PAY', { plan: 'other', pay: null, atTermEnd: null, committed: null }],
    [undefined, { plan: 'other', pay: null, atTermEnd: null, committed: null }],
  ])('the plan %s are said in neutral words', (planName, facts) => {
    expect(read({ plan: { planName } })).toMatchObject(facts);
  });

  test('a flexible plan are a ceiling and no commitment', () => {
    const seats = { maximumNumberOfSeats: 50, licensedNumberOfSeats: 10 };
    expect(read({ plan: { planName: 'FLEXIBLE' }, seats })).toMatchObject({
      committed: null,
      ceiling: 50,
      assigned: 10,
    });
  });

  test('what Google did not say are null', () => {
    const bare = { seats: undefined, renewalSettings: undefined, plan: { planName: 'ANNUAL' } };
    expect(read(bare)).toMatchObject({ committed: null, assigned: null, termEndsAt: null, atTermEnd: null });
  });

  test.each([
    ['ANNUAL_YEARLY_PAY', { then: 'renew', seats: 'committed', pay: 'yearly' }],
    ['FLEXIBLE', { then: 'flexible' }],
    ['TRIAL', { then: 'end' }],
    ['SOMETHING_NEW', null],
  ])('a trial that %s follows tell so', (planName, atTermEnd) => {
    const trialSettings = { isInTrial: true, trialEndTime: String(ENDS) };
    const plan = { planName, isCommitmentPlan: false };
    expect(read({ plan, trialSettings })).toMatchObject({ plan: 'trial', atTermEnd, trialEndsAt: new Date(ENDS) });
  });

  test('a suspension and of offline billing are said', () => {
    expect(read({ status: 'SUSPENDED', billingMethod: 'OFFLINE' })).toMatchObject({
      isSuspended: true,
      isOffline: true,
    });
  });
});

test.each<[string, AtTermEnd]>([
  ['AUTO_RENEW_MONTHLY_PAY', { then: 'renew', seats: 'committed', pay: 'monthly' }],
  ['AUTO_RENEW_YEARLY_PAY', { then: 'renew', seats: 'committed', pay: 'yearly' }],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', { then: 'renew', seats: 'assigned', pay: 'monthly' }],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', { then: 'renew', seats: 'assigned', pay: 'yearly' }],
  ['RENEW_ON_PROPOSED_OFFER', { then: 'renew', seats: 'proposed', pay: 'monthly' }],
  ['SWITCH_TO_PAY_AS_YOU_GO', { then: 'flexible' }],
  ['CANCEL', { then: 'end' }],
])('%s is one neutral setting, there and back', (renewalType, atTermEnd) => {
  expect(read({ renewalSettings: { renewalType } }).atTermEnd).toEqual(atTermEnd);
  expect(renewalTypeOf(atTermEnd)).toBe(renewalType);
});

test('a setting that is not known is none', () => {
  expect(read({ renewalSettings: { renewalType: 'RENEW_WITH_SOMETHING' } }).atTermEnd).toBeNull();
});

test('a proposal is paid as the plan is: what it says is not told', () => {
  const plan = { ...annual.plan, planName: 'ANNUAL_YEARLY_PAY' };
  const facts = read({ plan, renewalSettings: { renewalType: 'RENEW_ON_PROPOSED_OFFER' } });
  expect(facts.atTermEnd).toEqual({ then: 'renew', seats: 'proposed', pay: 'yearly' });
  expect(renewalTypeOf({ then: 'renew', seats: 'proposed', pay: 'yearly' })).toBe('RENEW_ON_PROPOSED_OFFER');
});
