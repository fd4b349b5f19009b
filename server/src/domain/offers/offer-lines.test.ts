import { whyNotSeats } from '@desk/contract/rules/wished-seats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFor, areSameLines, lineOf, totalOf, validUntilOf, type LineFacts } from './offer-lines.ts';
import { suggestedSeats } from './seats-advice.ts';

const facts: LineFacts = {
  ...{ renewalId: 1, domain: 'acme.example', product: 'Business Standard', plan: 'ANNUAL', currency: 'INR' },
  skuId: '1010020028',
  ...{ termStart: '2025-12-02', termEnd: '2026-12-02', numberOfSeats: 747, usedSeats: 522 },
  ...{ price: '2051262.00', pricePerUser: null, lastSafeDay: '2026-11-30' },
};

test('a line offers the next term as the present one is, by its price or that of each user', () => {
  expect(lineOf(facts, 'INR')).toEqual({
    ...{ renewalId: 1, domain: 'acme.example', product: 'Business Standard', skuId: '1010020028', plan: 'ANNUAL' },
    ...{ from: '2026-12-02', to: '2027-12-01', seats: 747, usedSeats: 522, unitPrice: '2746.00', amount: '2051262.00' },
  });
  expect(lineOf({ ...facts, pricePerUser: '2000.50' }, 'INR')).toMatchObject({ amount: '1494373.50' });
  expect(lineOf({ ...facts, termStart: '2023-12-02' }, 'INR')).toMatchObject({ to: '2029-12-01' });
  expect(lineOf({ ...facts, numberOfSeats: null }, 'INR')).toMatchObject({ seats: 522 });
});

test.each([
  { price: null },
  { price: '0.00' },
  { price: '0.00', pricePerUser: '0.00' },
  { currency: 'USD' },
  { numberOfSeats: null, usedSeats: null },
])('of %j no amount is known, and the total says none', (more) => {
  const line = lineOf({ ...facts, ...more }, 'INR');
  expect(line).toMatchObject({ unitPrice: null, amount: null });
  expect(totalOf([lineOf(facts, 'INR'), line])).toBeNull();
  expect(amountFor(line, 10)).toBeNull();
});

test('a total is the sum of its lines, to the paisa; as many seats as before cost what they did', () => {
  const paise = fc.integer({ min: 1, max: 999_999_999 });
  fc.assert(
    fc.property(fc.array(fc.record({ paise, seats: fc.integer({ min: 1, max: 50_000 }) }), { minLength: 1 }), (all) => {
      const lines = all.map((one) =>
        lineOf({ ...facts, price: (one.paise / 100).toFixed(2), numberOfSeats: one.seats }, 'INR'),
      );
      const sum = all.reduce((total, one) => total + one.paise, 0);
      expect(totalOf(lines)).toBe((sum / 100).toFixed(2));
      for (const line of lines) expect(amountFor(line, line.seats)).toBe(line.amount);
    }),
  );
});

test('an offer is valid until the first of its last safe days; where there is none until the renewal', () => {
  expect(validUntilOf([facts, { ...facts, lastSafeDay: '2026-11-27' }])).toBe('2026-11-27');
  expect(validUntilOf([{ ...facts, lastSafeDay: null }])).toBe('2026-12-02');
});

test('what is proposed is offered, at its price a seat or else the present one; what is no other than the present is none', () => {
  const proposal = { seats: null, plan: null, unitPrice: null };
  const line = lineOf(facts, 'INR', { ...proposal, seats: 757 });
  expect(line).toMatchObject({ seats: 757, plan: 'ANNUAL', unitPrice: '2746.00', amount: '2078722.00' });
  expect(line.proposed).toEqual({
    ...{ seats: 757, plan: null, unitPrice: null },
    present: { seats: 747, plan: 'ANNUAL', unitPrice: '2746.00', amount: '2051262.00' },
  });
  expect(lineOf(facts, 'INR', { seats: 757, plan: 'ANNUAL_YEARLY_PAY', unitPrice: '2500' })).toMatchObject({
    ...{ seats: 757, plan: 'ANNUAL_YEARLY_PAY', unitPrice: '2500.00', amount: '1892500.00' },
  });
  expect(lineOf(facts, 'INR', { ...proposal, seats: 747, plan: 'ANNUAL' })).toEqual(lineOf(facts, 'INR'));
  expect(lineOf({ ...facts, price: null }, 'INR', { ...proposal, seats: 10 })).toMatchObject({ amount: null });
  expect(lineOf({ ...facts, price: null }, 'INR', { ...proposal, unitPrice: '10.5' })).toMatchObject({
    ...{ unitPrice: '10.50', amount: '7843.50' },
  });
  // Another plan has another price, and what was typed in one currency is none in another.
  const monthly = lineOf(facts, 'INR', { ...proposal, plan: 'ANNUAL_YEARLY_PAY' });
  expect(monthly).toMatchObject({ unitPrice: null, amount: null });
  expect(amountFor(monthly, 747)).toBe('2051262.00');
  expect(lineOf({ ...facts, currency: 'USD' }, 'INR', { ...proposal, unitPrice: '100' })).toMatchObject({
    amount: null,
  });
  const odd = { ...facts, numberOfSeats: 7, usedSeats: 5, price: '10000.00' };
  expect(amountFor(lineOf(odd, 'INR', { ...proposal, seats: 8 }), 7)).toBe('10000.00');
});

test('a price for other seats is for those alone; one for the same is that of each seat', () => {
  expect(amountFor(lineOf(facts, 'INR', { seats: null, plan: null, unitPrice: '3000.00' }), 10)).toBe('30000.00');
  const line = lineOf(facts, 'INR', { seats: 1000, plan: null, unitPrice: '2000.00' });
  expect(amountFor(line, 747)).toBe('2051262.00');
  expect(amountFor(lineOf({ ...facts, price: null }, 'INR', line.proposed), 747)).toBeNull();
});

test('lines are the same whoever uses the seats; another price is another offer', () => {
  const line = lineOf(facts, 'INR');
  expect(areSameLines([line], [{ ...line, usedSeats: 3 }])).toBe(true);
  expect(areSameLines([line], [{ ...line, amount: '1.00' }])).toBe(false);
  expect(areSameLines([line], [line, line])).toBe(false);
  const more = { seats: 757, plan: null, unitPrice: null };
  expect(areSameLines([lineOf(facts, 'INR', more)], [lineOf(facts, 'INR', more)])).toBe(true);
  expect(areSameLines([line], [lineOf(facts, 'INR', more)])).toBe(false);
});

test.each([
  [747, 522, 560],
  [100, 91, undefined],
  [100, 90, undefined],
  [100, 85, 95],
  [10, 5, 6],
  [10, 0, 1],
  [1, 0, undefined],
  [25, null, undefined],
] as const)('of %d seats with %s in use %s are suggested', (bought, used, seats) => {
  expect(suggestedSeats({ bought, used })).toBe(seats);
});

test('what is suggested is never refused, and fewer than there are', () => {
  const count = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(count, count, (bought, used) => {
      const seats = suggestedSeats({ bought, used });
      if (seats === undefined) return;
      expect(seats).toBeLessThan(bought);
      expect(whyNotSeats(seats, { bought, used, product: 'Business Starter' })).toBeUndefined();
    }),
  );
});
