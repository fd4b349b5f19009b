import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annualValue, totalValue, type ValueFacts } from './annual-value.ts';

const facts = (change: Partial<ValueFacts> = {}): ValueFacts => ({
  price: null,
  price_per_user: null,
  number_of_seats: 40,
  licensed_seats: 30,
  ...change,
});
const paise = fc.integer({ min: 0, max: 10_000_000 });
const decimal = (amount: number) => (amount / 100).toFixed(2);
const seats = fc.integer({ min: 0, max: 5_000 });

test.each([
  ['price per user times seats', { price_per_user: '2820.00' }, 112_800],
  ['price per user before the price', { price_per_user: '2820.00', price: '5.00' }, 112_800],
  ['the licences in use of a flexible plan', { price_per_user: '100.00', number_of_seats: null }, 3_000],
  ['the price where none was agreed per user', { price: '150000.00' }, 150_000],
  ['half the price of 24 months', { price: '150000.00', term_months: 24 }, 75_000],
  ['a third of the price per user of 36 months', { price_per_user: '300.00', term_months: 36 }, 4_000],
  ['twelve months of one', { price: '100.00', term_months: 1 }, 1_200],
  ['nothing for free seats', { price_per_user: '0.00' }, 0],
] as const)('the value a year is %s', (_, change, value) => {
  expect(annualValue(facts(change))).toBe(value);
});

test('without a price there is no value, which is not zero', () => {
  expect(annualValue(facts())).toBeUndefined();
  expect(annualValue(facts({ price: '' }))).toBeUndefined();
});

test('the value of so many years is the price of so many years', () => {
  fc.assert(
    fc.property(paise, fc.integer({ min: 1, max: 5 }), (price, years) => {
      const value = annualValue(facts({ price: decimal(price), term_months: 12 * years })) ?? NaN;
      expect(Math.abs(value * years - price / 100)).toBeLessThanOrEqual(0.005 * years + 1e-6);
    }),
  );
});

test('it is whole in paise, never below zero, and does not hang on the price where one was agreed per user', () => {
  fc.assert(
    fc.property(paise, paise, seats, fc.constantFrom(12, 24, 36), (perUser, price, count, months) => {
      const row = facts({ price_per_user: decimal(perUser), number_of_seats: count, term_months: months });
      const value = annualValue(row) ?? NaN;
      expect(value).toBeGreaterThanOrEqual(0);
      expect(Math.abs(value * 100 - Math.round(value * 100))).toBeLessThan(1e-4);
      expect(annualValue({ ...row, price: decimal(price) })).toBe(value);
    }),
  );
});

test('sums stand apart by currency, and who has no price is counted apart: all are somewhere', () => {
  const one = fc.record({
    price: fc.option(paise.map(decimal), { nil: null }),
    currency: fc.constantFrom('INR', 'USD', 'EUR'),
  });
  fc.assert(
    fc.property(fc.array(one), (some) => {
      const rows = some.map((row) => ({ ...facts(), ...row }));
      const total = totalValue(rows);
      expect(total.renewals).toBe(rows.length);
      expect(total.withoutPrice).toBe(rows.filter(({ price }) => price === null).length);
      for (const currency of ['INR', 'USD', 'EUR']) {
        const own = rows.filter((row) => row.currency === currency && row.price !== null);
        expect(total.sums.has(currency)).toBe(own.length > 0);
        const cents = own.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0);
        expect(Math.round((total.sums.get(currency) ?? 0) * 100)).toBe(cents);
      }
    }),
  );
});
