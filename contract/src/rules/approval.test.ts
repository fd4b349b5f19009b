import { expect, test } from 'vitest';
import { approvalReasons, mayApprove, STANDARD_LIMITS, type Consequence } from './approval.ts';

const wish = (own: Partial<Consequence> = {}): Consequence => ({
  ...{ outcome: 'renew', seatsNow: 100, seats: 100, value: 300_000, isInOtherCurrency: false },
  ...{ hasOverdueDebt: false, lacksPurchaseOrder: false },
  ...own,
});
const reasons = (own: Partial<Consequence>) => approvalReasons(wish(own), STANDARD_LIMITS);

test.each([
  [{}, []],
  [{ seats: 80 }, []],
  [{ seats: 79 }, ['fall']],
  [{ seats: 400 }, []],
  [{ value: 1_000_000 }, []],
  [{ value: 1_000_000.01 }, ['value']],
  [{ value: null }, ['unknown-value']],
  [{ value: null, isInOtherCurrency: true }, ['unknown-value']],
  [{ isInOtherCurrency: true }, ['other-currency']],
  [{ value: 1_000_000.01, isInOtherCurrency: true }, ['other-currency']],
  [{ outcome: 'end', seats: 0, value: 0, isInOtherCurrency: true }, ['end']],
  [{ outcome: 'end', seats: 0, value: 0 }, ['end']],
  [{ outcome: 'end', seats: 0, value: null }, ['end']],
  [{ outcome: 'flexible', seats: null }, []],
  [
    { seats: 10, value: 2e6, hasOverdueDebt: true, lacksPurchaseOrder: true },
    ['fall', 'value', 'debt', 'purchase-order'],
  ],
] as const)('a wish of %j is approved by another for %j', (own, expected) => {
  expect(reasons(own)).toEqual(expected);
});

const asked = { requestedBy: 1, manager: 3, isOfCustomer: true, reasons: [] } as const;
/** It stands in the list of 2. */
const as = (id: number, isActiveAdministrator = false) => ({ id, isActiveAdministrator, worksOnIt: id === 2 });

test('an administrator and the manager may approve, and for a customer’s small wish who works on it; who asked never', () => {
  expect([as(2), as(3), as(9), as(9, true)].map((who) => mayApprove(who, asked))).toEqual([true, true, false, true]);
  expect([as(1), as(1, true)].map((who) => mayApprove(who, asked))).toEqual([false, false]);
  expect(mayApprove(as(3), { ...asked, requestedBy: 3 })).toBe(false);
});

test('above the limits, and where the staff asked, who works on it is not enough', () => {
  expect(mayApprove(as(2), { ...asked, reasons: ['fall'] })).toBe(false);
  expect(mayApprove(as(2), { ...asked, isOfCustomer: false })).toBe(false);
  expect(mayApprove(as(9, true), { ...asked, reasons: ['end'] })).toBe(true);
});
