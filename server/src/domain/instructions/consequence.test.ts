import { STANDARD_LIMITS } from '@desk/contract/rules/approval';
import { expect, test } from 'vitest';
import { consequenceOf } from './consequence.ts';

const renewal = {
  ...{ numberOfSeats: 10, licensedSeats: 8, price: null, pricePerUser: '100.00', currency: 'INR' },
  ...{ termStart: '2026-04-01', termEnd: '2027-03-31' },
};

test.each([
  [{}, []],
  [{ currency: 'USD' }, ['other-currency']],
  [{ pricePerUser: null }, ['unknown-value']],
  [{ pricePerUser: null, currency: 'USD' }, ['unknown-value']],
])('a price that the limit cannot be compared with is told from one that nobody knows: %j', (own, reasons) => {
  const present = {
    renewal: { ...renewal, ...own },
    businessCurrency: 'INR',
    hasOverdueDebt: false,
    lacksPurchaseOrder: false,
  };

  const consequence = consequenceOf({ outcome: 'renew', seats: 10, pay: null }, present, STANDARD_LIMITS);

  expect(consequence.reasons).toEqual(reasons);
});
