import { describe, expect, test } from 'vitest';
import { subscriptionIn } from './subscription.ts';

const bare = { subscriptionId: '345', customerId: 'C01abcd23', skuId: '1010020028' };
const annual = {
  ...bare,
  kind: 'subscriptions#subscription',
  customerDomain: 'acme.example',
  skuName: 'Google Workspace Business Standard',
  status: 'ACTIVE',
  billingMethod: 'ONLINE',
  creationTime: '1743465600000',
  plan: {
    planName: 'ANNUAL',
    isCommitmentPlan: true,
    commitmentInterval: { startTime: '1743465600000', endTime: '1775001600000' },
  },
  seats: { kind: 'subscriptions#seats', numberOfSeats: 15, licensedNumberOfSeats: 10 },
  trialSettings: { isInTrial: false },
  renewalSettings: { kind: 'subscriptions#renewalSettings', renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' },
  resourceUiUrl: 'https://admin.example/',
  somethingNew: { of: 'next year' },
};

const read = (wire: unknown, timeZone = 'Asia/Kolkata') => subscriptionIn(timeZone).parse(wire);

describe('a subscription from Google', () => {
  test('is read with its term as days, its seats as numbers, and without what the desk does not use', () => {
    expect(read(annual)).toEqual({
      ...bare,
      customerDomain: 'acme.example',
      skuName: 'Google Workspace Business Standard',
      status: 'ACTIVE',
      billingMethod: 'ONLINE',
      createdOn: '2025-04-01',
      planName: 'ANNUAL',
      isCommitmentPlan: true,
      termStartsOn: '2025-04-01',
      termEndsOn: '2026-04-01',
      termEndsAt: new Date(1_775_001_600_000),
      numberOfSeats: 15,
      maximumNumberOfSeats: null,
      licensedNumberOfSeats: 10,
      renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY',
      isInTrial: false,
      trialEndsOn: null,
      trialEndsAt: null,
      purchaseOrderId: null,
      dealCode: null,
      suspensionReasons: [],
    });
  });

  test('has no term when it is billed offline', () => {
    const offline = { ...annual, billingMethod: 'OFFLINE', plan: { planName: 'ANNUAL', isCommitmentPlan: true } };
    expect(read(offline)).toMatchObject({ planName: 'ANNUAL', termStartsOn: null, termEndsOn: null });
  });

  test('needs no more than its ids', () => {
    expect(read(bare)).toMatchObject({ planName: null, numberOfSeats: null, status: null, suspensionReasons: [] });
  });

  test('keeps words that are not known yet', () => {
    const odd = { ...annual, status: 'PENDING_REVIEW', suspensionReasons: ['OTHER', 'SOMETHING_NEW'] };
    expect(read(odd)).toMatchObject({ status: 'PENDING_REVIEW', suspensionReasons: ['OTHER', 'SOMETHING_NEW'] });
  });

  test('may tell numbers as text and instants as numbers', () => {
    const swapped = {
      ...bare,
      plan: { planName: 'TRIAL' },
      seats: { maximumNumberOfSeats: '10' },
      trialSettings: { isInTrial: true, trialEndTime: 1775001600000 },
    };
    expect(read(swapped)).toMatchObject({ maximumNumberOfSeats: 10, isInTrial: true, trialEndsOn: '2026-04-01' });
  });

  test.each([
    ['midnight in UTC', Date.UTC(2026, 3, 1), '2026-04-01', '2026-03-31'],
    ['midnight in India', Date.UTC(2026, 2, 31, 18, 30), '2026-04-01', '2026-03-31'],
    ['a second before midnight in India', Date.UTC(2026, 2, 31, 18, 29, 59), '2026-03-31', '2026-03-31'],
    ['midnight in California', Date.UTC(2026, 3, 1, 7), '2026-04-01', '2026-04-01'],
    ['a leap day', Date.UTC(2028, 1, 29), '2028-02-29', '2028-02-28'],
  ])('ends on the day that it is in the business time zone: %s', (_, ms, inIndia, inCalifornia) => {
    const wire = { ...bare, plan: { commitmentInterval: { endTime: String(ms) } } };
    expect(read(wire).termEndsOn).toBe(inIndia);
    expect(read(wire, 'America/Los_Angeles').termEndsOn).toBe(inCalifornia);
  });

  test.each([
    ['no id', { ...annual, subscriptionId: undefined }],
    ['an instant that is no number', { ...annual, creationTime: '2026-04-01' }],
    ['an instant beyond every calendar', { ...annual, creationTime: '9999999999999999' }],
    ['half a seat', { ...annual, seats: { numberOfSeats: 1.5 } }],
  ])('is not understood with %s', (_, wire) => {
    expect(subscriptionIn('Asia/Kolkata').safeParse(wire).success).toBe(false);
  });
});
