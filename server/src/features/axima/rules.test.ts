import { ROLES } from '@desk/contract/call';
import { AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import { BillingFrequency } from '@desk/contract/words/lists';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, daysBetween } from '../../platform/time/days.ts';
import { isLikelyStart, mayChange, renewalDate } from './rules.ts';

const someDay = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const someFrequency = fc.constantFrom(...BillingFrequency.options);

test('a subscription renews 30 days after its start when it is billed and bound monthly, else after 365', () => {
  fc.assert(
    fc.property(someDay, someFrequency, someDay, (start, frequency, today) => {
      expect(daysBetween(start, renewalDate(start, frequency, today))).toBe(frequency === 'Monthly Monthly' ? 30 : 365);
    }),
  );
});

test('what has not started renews as if it started today', () => {
  fc.assert(
    fc.property(someFrequency, someDay, (frequency, today) => {
      expect(renewalDate(null, frequency, today)).toBe(renewalDate(today, frequency, '1999-01-01'));
    }),
  );
});

test.each([
  ['2027-03-01', 'Monthly Monthly', '2027-03-31'],
  ['2028-02-01', 'Monthly Monthly', '2028-03-02'],
  ['2027-02-01', 'Annual', '2028-02-01'],
  ['2028-02-01', 'Monthly Annual', '2029-01-31'],
] as const)('started on %s and billed %s it renews on %s', (start, frequency, renews) => {
  expect(renewalDate(start, frequency, '2026-11-21')).toBe(renews);
});

test('a start date is taken from a year back to a year ahead, whatever the day', () => {
  fc.assert(
    fc.property(someDay, (today) => {
      for (const day of [today, addMonths(today, -12), addMonths(today, 12)])
        expect(isLikelyStart(day, today)).toBe(true);
      expect(isLikelyStart(addMonths(today, -14), today)).toBe(false);
      expect(isLikelyStart(addMonths(today, 14), today)).toBe(false);
    }),
  );
});

test('every field can be changed by exactly one role, but for the ticket, e-mail and phone, which two share', () => {
  const fields = Object.keys(AximaChanges.shape) as AximaField[];
  const shared = fields.filter((field) => ROLES.filter((role) => mayChange(role, field)).length === 2);
  expect(shared.toSorted()).toEqual(['email', 'phoneNumber', 'ticket_number']);
  expect(fields.filter((field) => !ROLES.some((role) => mayChange(role, field)))).toEqual([]);
});
