import { describe, expect, test } from 'vitest';
import { createBreaker } from '../../integrations/http/breaker.ts';
import { boughtSeats } from '../../domain/subscriptions/buying.ts';
import { orderMail, PAUSES, seatPrice } from './rules.ts';

describe('the price of a seat', () => {
  const price = (termEnd: string | null, planName = 'ANNUAL_YEARLY_PAY', ownRenewalDate: string | null = null) =>
    seatPrice({ yearly: '1632.00', currency: 'INR', planName, termEnd, ownRenewalDate }, '2026-11-21');

  test('counts from today to the end of the term', () => {
    expect(price('2026-11-22')).toMatchObject({ until: '2026-11-22', days: 1 });
    expect(price('2027-11-21')).toMatchObject({ until: '2027-11-21', days: 365 });
  });

  describe.each([['2026-11-21'], ['2020-01-01'], [null]])('where the term ends on %s', (termEnd) => {
    test('counts to our own renewal date', () => {
      expect(price(termEnd, 'ANNUAL', '2026-12-21')).toMatchObject({ until: '2026-12-21', days: 30 });
    });

    test.each([['2026-11-21'], ['2020-01-01'], [null]])('is not known with an own date of %s', (own) => {
      expect(price(termEnd, 'ANNUAL', own)).toBeNull();
    });

    test('is that of a month for a flexible plan', () => {
      expect(price(termEnd, 'FLEXIBLE', '2026-12-21')).toMatchObject({ until: null, days: 365 / 12 });
    });
  });

  test("counts to the end of Google's term also where our own date is another", () => {
    expect(price('2027-11-21', 'ANNUAL', '2026-12-21')).toMatchObject({ until: '2027-11-21', days: 365 });
  });

  test('is not known without a price list', () => {
    const unpriced = { yearly: null, currency: 'INR', planName: 'ANNUAL', termEnd: '2027-11-21', ownRenewalDate: null };
    expect(seatPrice(unpriced, '2026-11-21')).toBeNull();
  });
});

test.each([
  ['ANNUAL', 10],
  ['ANNUAL_YEARLY_PAY', 10],
  ['FLEXIBLE', 50],
  ['TRIAL', 50],
  ['FREE', null],
  ['SOMETHING_NEW', null],
])('of %s the total that is bought is %j', (planName, total) => {
  expect(boughtSeats({ planName, numberOfSeats: 10, maximumSeats: 50 })).toBe(total);
});

test('an order is tried for about a day', () => {
  const hours = PAUSES.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(25);
  expect(PAUSES[0]).toBe(5);
});

test('a mail about one seat speaks of one seat', () => {
  const order = {
    addedSeats: 1,
    seatsAfter: 11,
    skuName: 'Starter',
    domainName: 'acme.example',
    reason: null,
    askedAt: null,
  };
  const { body } = orderMail({ ...order, state: 'done' }, { brand: 'Desk', address: 'https://desk.example' });
  expect(body).toContain(
    'You asked for 1 more seat of Starter for acme.example.\nThey are there: the subscription has 11 seats now.\n',
  );
});

test('a service that failed often enough rests, one call finds out whether it is back, and a success forgets all', () => {
  const breaker = createBreaker({ most: 2, restMs: 1_000 });
  const at = (ms: number) => new Date(ms);
  breaker.note(true, at(0));
  expect(breaker.isResting(at(1))).toBe(false);
  breaker.note(true, at(1));
  expect([breaker.isResting(at(1_000)), breaker.isResting(at(1_001))]).toEqual([true, false]);
  breaker.note(true, at(1_500));
  expect(breaker.isResting(at(2_000))).toBe(true);
  breaker.note(false, at(3_000));
  breaker.note(true, at(3_001));
  expect(breaker.isResting(at(3_002))).toBe(false);
});
